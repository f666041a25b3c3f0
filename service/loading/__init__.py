"""A load, from files to searchable papers: inputs, keytable, resolving, report and the pipeline that joins them.

It parses no format itself (sources/) and speaks to the engine only through index/."""

from service.loading.inputs import Found, find_inputs
from service.loading.pipeline import run_load
from service.loading.reading import Load, LoadOptions
from service.loading.report import FileReport, Report

__all__ = ["FileReport", "Found", "Load", "LoadOptions", "Report", "find_inputs", "run_load"]
