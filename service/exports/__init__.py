"""Papers in the formats of others: a Paper of the contract becomes text. Pure: nothing here asks the engine or knows HTTP.

Reading order: facts and people (what formats share), one module a format, feeds, registry (the tables). Each format's module says
what it cannot hold.
"""

from service.exports.citekeys import STYLES as KEY_STYLES
from service.exports.feeds import Feed
from service.exports.gb7714 import STYLES as REFERENCE_STYLES
from service.exports.registry import EXPORTS, FEEDS, Export, FeedFormat, Options, write

__all__ = ["EXPORTS", "FEEDS", "KEY_STYLES", "REFERENCE_STYLES", "Export", "Feed", "FeedFormat", "Options", "write"]
