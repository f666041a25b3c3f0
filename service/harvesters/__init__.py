"""Remote services whose papers can be harvested: one module each turns its paging into pages that a source parses.

They ask (transport.py) and read of an answer only what paging needs; records are the sources' work."""

from service.harvesters.model import Harvester, Page, Place
from service.harvesters.transport import Transport

__all__ = ["Harvester", "Page", "Place", "Transport"]
