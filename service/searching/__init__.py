"""Carries out searches: request -> body -> engine -> page; the API and the web page both come through here.

Reading order: mined (terms that the loader learnt), searcher (search, one paper, related papers), explaining (how it was read).
"""

from service.searching.explaining import explain
from service.searching.mined import Mined
from service.searching.searcher import RELAXED, Counted, Outcome, Searcher

__all__ = ["RELAXED", "Counted", "Mined", "Outcome", "Searcher", "explain"]
