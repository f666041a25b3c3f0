"""The only room that talks to Elasticsearch: PaperIndex reads, Writer fills, administration creates and switches.

It knows requests and answers as dicts; what they mean is decided in query, results and loading."""

from service.index.administration import Administration
from service.index.copying import PaperSource, Stored
from service.index.reading import Known, PaperIndex
from service.index.values import ValueIndex, ValueSource
from service.index.writing import Operation, Outcome, Writer

__all__ = [
    "Administration",
    "Known",
    "Operation",
    "Outcome",
    "PaperIndex",
    "PaperSource",
    "Stored",
    "ValueIndex",
    "ValueSource",
    "Writer",
]
