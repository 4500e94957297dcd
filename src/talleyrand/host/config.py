"""What an operator sets: from the environment, or from one TOML file that ``TALLEYRAND_CONFIG`` names."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

NAMES = {
    "data": "folder for the database, the secret and what people upload (default: talleyrand-data)",
    "database_url": "postgresql://user:password@host:port/name, or nothing for SQLite in the data folder",
    "secret_key": "at least 50 characters; made and kept in the data folder where it is not given",
    "hosts": "names the site answers to, with commas (default: localhost and 127.0.0.1)",
    "https": "1 where the site is reached by https alone, behind a proxy that sets X-Forwarded-Proto",
    "trusted_proxies": "how many proxies of yours stand before the site and add to X-Forwarded-For (default: 0)",
    "cache_url": "where limits are counted: redis://host:port/0, or 'database' for several processes without Redis, or "
    "nothing: in the memory of each process",
    "discord_client_id": "with discord_client_secret: people may also sign in by Discord",
    "discord_client_secret": "the secret of the application that discord_client_id names",
    "verify_email": "1 where an address must be confirmed before its owner can sign in",
    "site_url": "where people reach the site, as https://games.example.org, for links in mail",
    "email_url": "smtp://user:password@host:587 (STARTTLS), smtps://user:password@host:465, smtp+plain://host:25 for a "
    "server of your own without TLS, or nothing: mail is printed in the console",
    "email_from": "the address that mail comes from (default: talleyrand@localhost)",
    "develop": "1 for a developer's own machine, never in the open",
}
"""Every setting and what it means; in the environment it is called TALLEYRAND_ and its name in capitals."""

_LEAST = 50


class ConfigError(ValueError):
    """A setting that cannot be: which, and what to do."""


@dataclass(frozen=True)
class Config:
    """The settings of one site."""

    data: Path
    database_url: str
    secret_key: str
    hosts: tuple[str, ...]
    https: bool
    verify_email: bool
    site_url: str
    email_url: str
    email_from: str
    develop: bool
    trusted_proxies: int = 0
    cache_url: str = ""
    discord_client_id: str = ""
    discord_client_secret: str = ""


def load(environ: Mapping[str, str] = os.environ) -> Config:
    """The settings; the environment goes before the file. Raises ``ConfigError`` naming the setting."""
    found = {**_file(environ.get("TALLEYRAND_CONFIG", "")), **_environment(environ)}
    data = Path(found.get("data") or "talleyrand-data").absolute()
    hosts = tuple(name.strip() for name in (found.get("hosts") or "localhost,127.0.0.1").split(",") if name.strip())
    https, verify, develop = (_switch(name, found) for name in ("https", "verify_email", "develop"))
    url = found.get("database_url", "")
    database(url, data)
    secret = found.get("secret_key") or _secret(data)
    if len(secret) < _LEAST:
        raise ConfigError(f"secret_key: fewer than {_LEAST} characters can be guessed; give more, or leave it out")
    site, post, sender = _mail_settings(found)
    cache(found.get("cache_url", ""))
    client, client_secret = found.get("discord_client_id", ""), found.get("discord_client_secret", "")
    if bool(client) != bool(client_secret):
        missing = "discord_client_secret" if client else "discord_client_id"
        raise ConfigError(f"{missing}: missing; give both for sign-in by Discord, or neither")
    return Config(
        data=data,
        database_url=url,
        secret_key=secret,
        hosts=hosts,
        https=https,
        verify_email=verify,
        site_url=site,
        email_url=post,
        email_from=sender,
        develop=develop,
        trusted_proxies=_count("trusted_proxies", found),
        cache_url=found.get("cache_url", ""),
        discord_client_id=client,
        discord_client_secret=client_secret,
    )


def _count(name: str, found: Mapping[str, str]) -> int:
    value = found.get(name) or "0"
    if not (value.isascii() and value.isdigit() and len(value) < 3):
        raise ConfigError(f"{name}: {value!r} is no number from 0 to 99")
    return int(value)


def _switch(name: str, found: Mapping[str, str]) -> bool:
    value = found.get(name, "")
    if value not in ("", "0", "1"):
        raise ConfigError(f"{name}: {value!r} is neither 0 nor 1")
    return value == "1"


def _mail_settings(found: Mapping[str, str]) -> tuple[str, str, str]:
    """The site's address, its mail server's, and whom mail comes from, checked."""
    site, post = found.get("site_url", "").rstrip("/"), found.get("email_url", "")
    if site and not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", site):
        raise ConfigError(f"site_url: {site!r} is no address; write it as https://games.example.org")
    mail(post)
    sender = found.get("email_from") or "talleyrand@localhost"
    if not sender.isprintable() or not re.fullmatch(r"[^\s@]+@[^\s@]+", parseaddr(sender)[1]):
        raise ConfigError(f"email_from: {sender!r} is no address; write it as games@example.org")
    return site, post, sender


def _environment(environ: Mapping[str, str]) -> dict[str, str]:
    given = {name: environ[f"TALLEYRAND_{name.upper()}"] for name in NAMES if f"TALLEYRAND_{name.upper()}" in environ}
    if "database_url" not in given and environ.get("DATABASE_URL"):
        given["database_url"] = environ["DATABASE_URL"]
    return given


def _file(name: str) -> dict[str, str]:
    if not name:
        return {}
    try:
        values = tomllib.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise ConfigError(f"{name}: cannot be read: {fault}") from None
    unknown = sorted(values.keys() - NAMES.keys())
    if unknown:
        raise ConfigError(f"{name}: {unknown[0]!r} is no setting; the settings are {', '.join(NAMES)}")
    return {key: _plain(key, value, name) for key, value in values.items()}


def _plain(key: str, value: Any, name: str) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return ",".join(value)
    if isinstance(value, str | int):
        return str(value)
    raise ConfigError(f"{name}: {key}: {value!r} cannot be; write a text")


def _secret(data: Path) -> str:
    """The secret kept in the data folder, made at the first start and readable by its owner alone."""
    path = data / "secret_key"
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _write_once(path, secrets.token_urlsafe(64))
        text = path.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise ConfigError(f"data: {data} cannot be used: {fault.strerror}; name a folder that can be written") from None
    if len(text) < _LEAST:
        raise ConfigError(
            f"secret_key: {path} holds fewer than {_LEAST} characters; delete the file to have another made"
        )
    return text


def _write_once(path: Path, text: str) -> None:
    """A whole file of mode 0600, or what another process wrote there first."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".secret")
    made = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(made)
    finally:
        made.unlink()


def database(url: str, data: Path) -> dict[str, Any]:
    """Django's settings of a database. Raises ``ConfigError`` for an address that is none."""
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(data / "talleyrand.sqlite3"),
            "OPTIONS": {
                "timeout": 10,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
            },
        }
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql") or not parts.path.strip("/"):
        raise ConfigError("database_url: write it as postgresql://user:password@host:port/name")
    try:
        port = parts.port
    except ValueError:
        raise ConfigError("database_url: its port is no number from 0 to 65535") from None
    query = dict(parse_qsl(parts.query))
    unknown = sorted(query.keys() - {"host", "sslmode"})
    if unknown:
        raise ConfigError(f"database_url: {unknown[0]!r} is not known; after the '?' may stand host and sslmode")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.strip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.get("host") or unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": {"sslmode": query["sslmode"]} if "sslmode" in query else {},
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


CACHE_TABLE = "talleyrand_cache"


def cache(url: str) -> dict[str, Any]:
    """Django's settings of a cache. Raises ``ConfigError`` for an address that is none."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 20_000}}
    if url == "database":
        return {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": CACHE_TABLE,
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    if not re.fullmatch(r"rediss?://[^\s/]+(/\d+)?", url):
        raise ConfigError("cache_url: write it as redis://host:port/0, or 'database', or leave it out")
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}


@dataclass(frozen=True)
class Mail:
    """Django's settings of a mail server."""

    backend: str
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail(url: str) -> Mail:
    """The mail server that an address names. Raises ``ConfigError`` for an address that is none."""
    if not url:
        return Mail("django.core.mail.backends.console.EmailBackend")
    try:
        parts = urlsplit(url)
        given = parts.port
    except ValueError:
        raise ConfigError("email_url: its host or port cannot be; a port is a number from 0 to 65535") from None
    ports = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
    if parts.scheme not in ports or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ConfigError("email_url: write it as smtp://user:password@host:port, smtps:// or smtp+plain://")
    return Mail(
        "django.core.mail.backends.smtp.EmailBackend",
        unquote(parts.hostname),
        given or ports[parts.scheme],
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        parts.scheme == "smtp",
        parts.scheme == "smtps",
    )
