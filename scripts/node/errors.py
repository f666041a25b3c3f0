"""Errors of the embedded node: each message is one sentence that also says how to mend it.

It holds no logic: who raises them knows the cause.
"""


class NodeError(Exception):
    """Something a person must act on; `str(error)` is meant to be read by that person."""


class NodeDiedError(NodeError):
    """The engine ended while it started, or did not answer in time."""
