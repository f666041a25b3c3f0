"""The values of all facets as an index of their own. Pure: it sends nothing.

forms: by what a value is found; documents: what is kept of it; completing: how completions are asked for and read;
listing: values of one facet to page through; nearby: values written nearly so.
"""
