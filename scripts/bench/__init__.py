"""Measures the product against the raw engine and a plain yardstick: `make bench`.

Reading order: engine (raw), loading, searching (our body, the yardstick's), serving (REST, raw), clients (many at once).
It judges nothing and changes nothing of the product; machines are noisy, so only ratios of one run mean something.
"""

from scripts.bench.engine import Engine, engine_address

__all__ = ["Engine", "engine_address"]
