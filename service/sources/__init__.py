"""The input formats: SOURCES names them, each module parses one. See registry.py for the table.

A source reads a binary stream and yields papers and rejects; it opens no file and talks to no engine."""

from service.sources.input import Input
from service.sources.registry import SOURCES, Source, detect_format

__all__ = ["SOURCES", "Input", "Source", "detect_format"]
