"""A search request becomes the body that Elasticsearch gets. Pure: nothing here reads an index or sends anything.

Reading order: request, clauses (a tree becomes clauses) with people and expanded, ranking, marks, body.
The golden files tests/golden/queries show what comes out, like a console.
"""

from service.query.body import build, strict_matches
from service.query.clauses import Expand, unexpanded
from service.query.request import MAX_RESULTS, SORTS, SearchRequest

__all__ = ["MAX_RESULTS", "SORTS", "Expand", "SearchRequest", "build", "strict_matches", "unexpanded"]
