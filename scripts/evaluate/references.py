"""What others reach with BM25 on the same collections, and what this project set out to reach.

Figures only; where they were read or measured stands beside each.
"""

from __future__ import annotations

from typing import NamedTuple


class Reference(NamedTuple):
    """A figure and where it comes from."""

    value: float
    source: str


# Measured on the same files with bm25s 0.3.16 (Lucene's formula, Porter stemmer, title and abstract in one field).
_BM25S = "bm25s 1.2/0.75, measured"
_BM25S_FLAT = "bm25s 0.9/0.4, measured"
_BIGRAMS = "bm25s on bigrams, measured"
_CHARACTERS = "bm25s on characters, measured"

# The best BM25 figure known for a task and a measure: published where there is one, else measured.
BEST_BM25: dict[tuple[str, str], Reference] = {
    ("scifact", "nDCG@10"): Reference(0.690, "Elasticsearch 1.5/0.75, xhluca/bm25-benchmarks"),
    ("scifact", "AP"): Reference(0.6407, _BM25S),
    ("scifact", "R@100"): Reference(0.9287, _BM25S_FLAT),
    ("cranfield", "nDCG@10"): Reference(0.5160, _BM25S),
    ("cranfield", "AP"): Reference(0.4234, "Lucene, ruthbrennankk/CS7IS3-Lucene-Cranfield"),
    ("cranfield", "R@100"): Reference(0.7560, _BM25S),
    ("cacm", "nDCG@10"): Reference(0.4827, _BM25S),
    ("cacm", "AP"): Reference(0.3465, _BM25S),
    ("cacm", "R@100"): Reference(0.6853, _BM25S),
    ("npl", "nDCG@10"): Reference(0.4378, _BM25S_FLAT),
    ("npl", "AP"): Reference(0.2992, "Terrier, terrier-org/terrier-core"),
    ("npl", "R@100"): Reference(0.6186, _BM25S_FLAT),
    ("lisa", "nDCG@10"): Reference(0.4628, _BM25S),
    ("lisa", "AP"): Reference(0.3675, _BM25S),
    ("lisa", "R@100"): Reference(0.7285, _BM25S_FLAT),
    ("adi", "nDCG@10"): Reference(0.4814, _BM25S),
    ("adi", "AP"): Reference(0.4118, _BM25S),
    ("adi", "R@100"): Reference(0.9103, _BM25S),
    ("csl-title", "R@1"): Reference(0.9705, _BIGRAMS),
    ("csl-title", "RR@10"): Reference(0.9778, _BIGRAMS),
    ("csl-title", "R@10"): Reference(0.9910, _BIGRAMS),
    ("csl-title", "R@100"): Reference(0.9965, _CHARACTERS),
    ("csl-keywords", "R@1"): Reference(0.9850, _BIGRAMS),
    ("csl-keywords", "RR@10"): Reference(0.9907, _BIGRAMS),
    ("csl-keywords", "R@10"): Reference(0.9990, _BIGRAMS),
    ("csl-keywords", "R@100"): Reference(0.9995, _BIGRAMS),
    ("csl-keyword", "R@1"): Reference(0.7520, _BIGRAMS),
    ("csl-keyword", "RR@10"): Reference(0.8122, _BIGRAMS),
    ("csl-keyword", "R@10"): Reference(0.9170, _BIGRAMS),
    ("csl-keyword", "R@100"): Reference(0.9590, _CHARACTERS),
}

TARGETS: dict[tuple[str, str], float] = {
    ("scifact", "nDCG@10"): 0.700,
    ("cranfield", "AP"): 0.44,
    ("cacm", "nDCG@10"): 0.525,
    ("npl", "AP"): 0.305,
    ("lisa", "nDCG@10"): 0.48,
    ("csl-title", "R@1"): 0.974,
    ("csl-keywords", "R@1"): 0.985,
    ("csl-keyword", "RR@10"): 0.83,
    ("pasted", "Success@1"): 0.99,
    ("pasted-typo", "Success@1"): 0.95,
    ("zh-en", "Success@1"): 0.60,
    ("zh-en", "Success@10"): 0.80,
    ("en-zh", "Success@10"): 0.70,
    ("topics", "P@10"): 0.85,
}
