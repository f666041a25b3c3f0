"""Carries out searches: request -> body -> engine -> page; the API and the web page both come through here.

Reading order: searcher (search, one paper, related papers), explaining (how a query was read).
"""

from service.searching.explaining import explain
from service.searching.searcher import RELAXED, Outcome, Searcher

__all__ = ["RELAXED", "Outcome", "Searcher", "explain"]
