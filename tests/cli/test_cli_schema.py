import pytest


@pytest.mark.parametrize("name", ["position", "case", "report", "record"])
def test_a_schema_is_printed(talleyrand, name):
    ran = talleyrand("schema", name)
    assert ran.status == 0
    assert ran.json["$schema"].startswith("https://json-schema.org/")
    assert ran.json["title"] == f"Talleyrand {name}"
