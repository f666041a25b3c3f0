"""What keeps a Docker engine from being had, in words that say what to do."""


class DockerMissing(Exception):
    """No engine, base image or tool could be had."""
