"""The web page 论文检索, for people; JSON at the same addresses for who asks for it.

Reading parameters is schemas', searching is searching's, what is shown is web's; the routes only join them. A new page is a
module with `add_to` and a place in the list below; what the header names is web/sections.py.
"""

from __future__ import annotations

from flask import Blueprint

from service.pages import author, browse, faults, paper, search, texts, trends, values
from service.pages.faults import register_page_errors

__all__ = ["pages", "register_page_errors"]

pages = Blueprint("pages", __name__)
for _page in (search, paper, author, values, browse, trends, texts, faults):
    _page.add_to(pages)
