"""The web page 论文检索."""

from flask import Blueprint

pages = Blueprint("pages", __name__)
