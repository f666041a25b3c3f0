"""The endpoints of the REST API: one row each says what it takes and what it answers. The OpenAPI document is made of them.

Reading order: row, then a module of rows for each part of the document.
"""

from collections.abc import Mapping

from service.schemas.endpoints.about import ABOUT
from service.schemas.endpoints.papers import PAPERS
from service.schemas.endpoints.row import API, JSON, PROBLEM, Both, Endpoint
from service.schemas.endpoints.sets import SETS
from service.schemas.endpoints.values import VALUES

__all__ = ["API", "ENDPOINTS", "JSON", "PROBLEM", "TAGS", "Both", "Endpoint"]

TAGS: Mapping[str, Both] = {
    "papers": ("Papers", "论文"),
    "values": ("Facets, completions and charts", "分面、补全与统计"),
    "sets": ("Whole result sets", "整个结果集"),
    "about": ("About the service", "关于本服务"),
}

ENDPOINTS: tuple[Endpoint, ...] = (*PAPERS, *VALUES, *SETS, *ABOUT)
