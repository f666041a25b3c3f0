"""Names that say little of who bears them."""

import pytest

from service import names
from service.names.common import is_common


@pytest.mark.parametrize(
    "name",
    [
        "Wei Wang",
        "Wang Wei",
        "Xiaogang Wang",
        "Xiao-Gang Wang",
        "Yang Liu",
        "S. Zhang",
        "J. P. Smith",
        "Smith, J.",
        "王伟",
        "欧阳修",
    ],
)
def test_a_common_name(name: str) -> None:
    assert is_common(names.key(names.display(name)))


@pytest.mark.parametrize(
    "name",
    [
        "Yoshua Bengio",
        "Michael I. Jordan",
        "Luc Van Gool",
        "王小明",
        "欧阳小明",
        "Devriş İşler",
        "Plato",
        "王",
        "Ouyang Xiuming Wang",
    ],
)
def test_a_name_that_tells_more(name: str) -> None:
    assert not is_common(names.key(names.display(name)))


def test_any_text_has_an_answer() -> None:
    for text in ("", " ", "a", "a b", "🙂", "- -", "wang -", "x" * 2000, "王" * 500):
        assert is_common(text) in (True, False)
