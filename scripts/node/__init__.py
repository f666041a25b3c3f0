"""The embedded Elasticsearch: a real single node that is assembled once and runs on loopback, for demos and tests.

It never talks to an engine that it did not start, and imports nothing of the product.

Reading order: pins (what is taken) -> download -> assembly (the shared cache) -> account, java (who and what runs it)
-> folder (a node's files) -> processes, health, diagnosis -> engine (start, run, status) -> temporary, guard
(`running_node`) -> __main__ (the command line).
"""

from scripts.node.assembly import assembled_home, ensure_assembled
from scripts.node.errors import NodeError
from scripts.node.temporary import running_node

__all__ = ["NodeError", "assembled_home", "ensure_assembled", "running_node"]
