"""Django's settings, made of the operator's (see ``config``)."""

from __future__ import annotations

from talleyrand.host import config

CONFIG = config.load()

SECRET_KEY = CONFIG.secret_key
DEBUG = CONFIG.debug
ALLOWED_HOSTS = list(CONFIG.hosts)
DATABASES = {"default": config.database(CONFIG.database_url, CONFIG.data)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "talleyrand.host.accounts.apps.AccountsConfig",
    "talleyrand.host.games.apps.GamesConfig",
    "talleyrand.host.turns.apps.TurnsConfig",
]

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
