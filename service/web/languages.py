"""Says in which language a text is written where the page shows it among words of another.

It only looks at scripts (service.languages); what is in no language in particular stays unmarked.
"""

from __future__ import annotations

from service.languages import UNDETERMINED, detect
from service.web.wording import Wording


def foreign(text: str, wording: Wording) -> str:
    """The language of a text that is not the interface's, for its `lang` attribute; else empty."""
    code = detect(text)
    return "" if code in (UNDETERMINED, wording.language) else code
