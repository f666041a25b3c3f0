"""Carries out searches: request -> body -> engine -> page; the API and the web page both come through here.

Reading order: mined (terms the loader learnt), naming (what an id or identifier means), walking (by cursor), searcher (search,
one paper, related papers, counts), explaining (how it was read). Then one for each other question: listing (values of a facet),
charts, people with bylines, streaming (exports and feeds).
"""

from service.searching.explaining import explain
from service.searching.mined import Mined
from service.searching.searcher import RELAXED, Counted, Outcome, Searcher

__all__ = ["RELAXED", "Counted", "Mined", "Outcome", "Searcher", "explain"]
