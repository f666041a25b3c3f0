"""What every answer holds, described and checkable: the contract's section Answers as schemas. They never dump.

Reading order: kinds (of fields), papers, searches, counts, lists, others.
"""

from service.schemas.answers.counts import AuthorPage, Stats
from service.schemas.answers.kinds import ZH, Answer
from service.schemas.answers.lists import Catalogue, Categories, Deletions, FacetPage
from service.schemas.answers.others import Problem, Status, Suggestions
from service.schemas.answers.papers import Paper
from service.schemas.answers.searches import Explanation, Facet, Papers, SearchPage

__all__ = [
    "ZH", "Answer", "AuthorPage", "Catalogue", "Categories", "Deletions", "Explanation", "Facet", "FacetPage", "Paper", "Papers",
    "Problem", "SearchPage", "Stats", "Status", "Suggestions",
]  # fmt: skip
