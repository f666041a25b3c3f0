"""The edge: what a request may say (arguments) and, later, what answers look like. The only room with marshmallow."""

from service.schemas.arguments import PaperArguments, SearchArguments, read_paper_fields, read_search

__all__ = ["PaperArguments", "SearchArguments", "read_paper_fields", "read_search"]
