"""What the script that harvests refuses before anybody is asked."""

from __future__ import annotations

import pytest

from scripts import harvest as script


@pytest.mark.parametrize("query", ["?verb=Identify", "?verb=ListRecords&metadataPrefix=oai_dc", "?x=1&verb=Identify"])
def test_an_address_with_a_question_is_answered_with_the_address_alone(query: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        script.main(["oai", f"http://127.0.0.1:9/oai{query}", "--dry-run", "--patience", "1"])
    assert ended.value.code == 2
    assert "give the address alone, http://127.0.0.1:9/oai;" in capsys.readouterr().err


def test_other_questions_may_be_part_of_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main(["oai", "http://127.0.0.1:9/index.php?page=oai", "--dry-run", "--patience", "0.1"]) == 1
    assert "give the address alone" not in capsys.readouterr().err
