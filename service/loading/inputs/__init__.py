"""The inputs of a load: finding files, and opening them through compression and archives, each with its format.

They read no records: that is the sources' work.
"""

from service.loading.inputs.finding import Found, find_inputs
from service.loading.inputs.guarding import UNPACK_LIMIT
from service.loading.inputs.opening import Choices, Opened, open_input, open_inputs

__all__ = ["UNPACK_LIMIT", "Choices", "Found", "Opened", "find_inputs", "open_input", "open_inputs"]
