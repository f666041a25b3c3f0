"""Cross-language search: the words of the other language for a query's words. `docs/cross-language.md` explains it.

Reading order: english, segmentation, glosses, tables, terms and dictionary (where tables come from), expander.
"""

from service.expansion.dictionary import Dictionary
from service.expansion.expander import Expander, Expansion, shown
from service.expansion.tables import Table, from_mined, read_terms, table
from service.expansion.terms import TermsFile

__all__ = ["Dictionary", "Expander", "Expansion", "Table", "TermsFile", "from_mined", "read_terms", "shown", "table"]
