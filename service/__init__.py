"""论文检索 (Lunwen): faceted search of academic papers in Chinese and English, on Elasticsearch.

Reading order; a module imports only from those above it:
  settings, errors, languages, names     what everything stands on
  paper/                                 a paper, its identity, its merging, its document
  sources/                               input formats: bytes -> papers
  labels, facets, mapping                what can be counted and filtered; the index body
  syntax, query, results                 request -> search body -> page of answers (pure)
  index/                                 the only room that talks to Elasticsearch
  loading/                               files -> papers -> index, with a report
  schemas/, searching                    parameters; one search from request to page
  web/, api/, pages, app                 texts and views of the page, REST, the page's routes, wiring
"""
