"""A paper: what is known of it (model), which records are the same one (identity), how they become one (merging)
and what the index keeps of it (document). It reads no files and talks to no engine."""

from service.paper.model import Affiliation, Author, Category, Notice, Origin, Paper, Reject

__all__ = ["Affiliation", "Author", "Category", "Notice", "Origin", "Paper", "Reject"]
