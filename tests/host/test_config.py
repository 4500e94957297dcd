"""Settings of an operator: where they come from, and what is said of those that cannot be."""

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from talleyrand.host.config import NAMES, ConfigError, cache, database, load, mail

LONG = "x" * 50


def test_a_secret_is_made_once_and_is_its_owner_s_alone(tmp_path):
    first = load({"TALLEYRAND_DATA": str(tmp_path / "data")})
    again = load({"TALLEYRAND_DATA": str(tmp_path / "data")})
    assert first.secret_key == again.secret_key
    assert len(first.secret_key) >= 50
    path = tmp_path / "data" / "secret_key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret_key"]


def test_the_environment_goes_before_the_file(tmp_path):
    file = tmp_path / "site.toml"
    file.write_text(f'secret_key = "{LONG}"\nhosts = ["a.example", "b.example"]\ndevelop = true\n')
    config = load({"TALLEYRAND_CONFIG": str(file), "TALLEYRAND_DATA": str(tmp_path), "TALLEYRAND_DEVELOP": "0"})
    assert (config.hosts, config.develop) == (("a.example", "b.example"), False)
    assert not (tmp_path / "secret_key").exists()


def test_sqlite_waits_and_writes_ahead(tmp_path):
    options = database("", tmp_path)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


def test_an_address_of_postgresql_is_read(tmp_path):
    found = database("postgresql://ta%40l:p%2Fw@db.example:6432/games?sslmode=require", tmp_path)
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("games", "ta@l", "p/w")
    assert (found["HOST"], found["PORT"], found["OPTIONS"]) == ("db.example", "6432", {"sslmode": "require"})
    assert database("postgresql://me@/games?host=/run/pg", tmp_path)["HOST"] == "/run/pg"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"TALLEYRAND_DEVELOP": "yes"}, "develop: 'yes' is neither 0 nor 1"),
        ({"DATABASE_URL": "mysql://x/y"}, "database_url: write it as postgresql://"),
        ({"DATABASE_URL": "postgresql://x:99999/y"}, "its port is no number"),
        ({"DATABASE_URL": "postgresql://x/y?hots=z"}, "'hots' is not known"),
        ({"DATABASE_URL": "postgresql://x"}, "database_url: write it as"),
        ({"TALLEYRAND_TRUSTED_PROXIES": "many"}, "trusted_proxies: 'many' is no number from 0 to 99"),
        ({"TALLEYRAND_TRUSTED_PROXIES": "-1"}, "trusted_proxies: '-1' is no number"),
        ({"TALLEYRAND_CACHE_URL": "memcached://x"}, "cache_url: write it as redis://"),
        ({"TALLEYRAND_DISCORD_CLIENT_ID": "1"}, "discord_client_secret: missing"),
        ({"TALLEYRAND_DISCORD_CLIENT_SECRET": "1"}, "discord_client_id: missing"),
        ({"TALLEYRAND_DATA": "/dev/null/x"}, "data: /dev/null/x cannot be used"),
        ({"TALLEYRAND_CONFIG": "/nowhere.toml"}, "/nowhere.toml: cannot be read"),
    ],
)
def test_what_cannot_be_names_the_setting(given, words, tmp_path):
    with pytest.raises(ConfigError) as fault:
        load({"TALLEYRAND_DATA": str(tmp_path), **given})
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("secrets = 'x'", "'secrets' is no setting; the settings are data"),
        ("data = ", "cannot be read"),
        ("data = 1.5", "data: 1.5 cannot be; write a text"),
    ],
)
def test_faults_of_the_file_name_it(text, words, tmp_path):
    file = tmp_path / "site.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as fault:
        load({"TALLEYRAND_CONFIG": str(file)})
    assert str(file) in str(fault.value)
    assert words in str(fault.value)


def test_too_short_a_secret_is_refused(tmp_path):
    (tmp_path / "secret_key").write_text("short")
    with pytest.raises(ConfigError, match="fewer than 50 characters"):
        load({"TALLEYRAND_DATA": str(tmp_path)})
    with pytest.raises(ConfigError, match="secret_key: fewer than 50"):
        load({"TALLEYRAND_DATA": str(tmp_path), "TALLEYRAND_SECRET_KEY": "short"})


def test_mail_is_printed_until_a_server_is_named(tmp_path):
    config = load({"TALLEYRAND_DATA": str(tmp_path)})
    assert mail(config.email_url).backend == "django.core.mail.backends.console.EmailBackend"
    assert (config.site_url, config.email_from) == ("", "talleyrand@localhost")


@pytest.mark.parametrize(
    ("url", "port", "starttls", "tls"),
    [
        ("smtp://me%40x:p%2Fw@mail.example", 587, True, False),
        ("smtps://me%40x:p%2Fw@mail.example", 465, False, True),
        ("smtp+plain://me%40x:p%2Fw@mail.example:2525", 2525, False, False),
    ],
)
def test_a_mail_server_is_read(url, port, starttls, tls):
    found = mail(url)
    assert (found.host, found.port, found.user, found.password) == ("mail.example", port, "me@x", "p/w")
    assert (found.starttls, found.tls) == (starttls, tls)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"TALLEYRAND_EMAIL_URL": "imap://x"}, "email_url: write it as smtp://"),
        ({"TALLEYRAND_EMAIL_URL": "smtp://"}, "email_url: write it as smtp://"),
        ({"TALLEYRAND_EMAIL_URL": "smtp://x:99999"}, "email_url: its host or port"),
        ({"TALLEYRAND_EMAIL_URL": "smtp://[x"}, "email_url: its host or port"),
        ({"TALLEYRAND_EMAIL_FROM": "nobody"}, "email_from: 'nobody' is no address"),
        ({"TALLEYRAND_EMAIL_FROM": "a@b\nBcc: c@d"}, "email_from: 'a@b"),
        ({"TALLEYRAND_SITE_URL": "games.example.org"}, "site_url: 'games.example.org' is no address"),
    ],
)
def test_mail_that_cannot_be_names_the_setting(given, words, tmp_path):
    with pytest.raises(ConfigError) as fault:
        load({"TALLEYRAND_DATA": str(tmp_path), **given})
    assert words in str(fault.value)


@pytest.mark.parametrize(
    ("url", "backend"),
    [("", "LocMemCache"), ("database", "DatabaseCache"), ("redis://127.0.0.1:6379/1", "RedisCache")],
)
def test_limits_are_counted_where_the_operator_says(url, backend):
    assert cache(url)["BACKEND"].rpartition(".")[2] == backend


def test_the_handbook_lists_every_setting():
    page = (Path(__file__).parents[2] / "docs" / "operators.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `TALLEYRAND_([A-Z_]+)` \|", page, re.MULTILINE)
    assert listed == [name.upper() for name in NAMES]


SETTINGS = """
import json, django
from django.conf import settings
django.setup()
from django.core.management import call_command
import io
said = io.StringIO()
call_command("check", deploy=True, fail_level="WARNING", stdout=said, stderr=said)
print(json.dumps({
    "discord": [app for app in settings.INSTALLED_APPS if "discord" in app],
    "form": settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["form-action"],
    "secure": [settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0],
}))
"""


def site(folder, **given):
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TALLEYRAND_", "DJANGO_", "DATABASE"))
    }
    environ = {**kept, "TALLEYRAND_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "talleyrand.host.settings", **given}
    run = subprocess.run(
        [sys.executable, "-c", SETTINGS], env=environ, capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(run.stdout)


def test_the_checks_of_a_deployment_find_nothing_and_discord_is_off_unless_configured(tmp_path):
    plain = site(tmp_path, TALLEYRAND_HTTPS="1", TALLEYRAND_HOSTS="games.example.org")
    assert plain == {"discord": [], "form": ["'self'"], "secure": [True, True, True]}
    with_it = site(
        tmp_path, TALLEYRAND_HTTPS="1", TALLEYRAND_DISCORD_CLIENT_ID="1", TALLEYRAND_DISCORD_CLIENT_SECRET="2"
    )
    assert with_it["discord"] == ["allauth.socialaccount.providers.discord"]
    assert with_it["form"] == ["'self'", "https://discord.com"]
