"""The values that papers have (authors, keywords, categories, venues) as an index of their own. Pure: it sends nothing.

forms: by what a value is found; documents: what is kept of it; completing: how completions are asked for and read.
"""
