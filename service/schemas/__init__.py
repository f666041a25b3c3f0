"""The edge: what a request may say and what answers look like. The only room with marshmallow.

Reading order: reading (how parameters are read, all faults at once), arguments (those of a search), then one module a resource.
"""

from service.schemas.arguments import PaperArguments, SearchArguments, read_paper_fields, read_search

__all__ = ["PaperArguments", "SearchArguments", "read_paper_fields", "read_search"]
