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
    "talleyrand.host.absence.apps.AbsenceConfig",
    "talleyrand.host.notices.apps.NoticesConfig",
]

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]

MAIL = config.mail(CONFIG.email_url)
EMAIL_BACKEND = MAIL.backend
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.starttls, MAIL.tls
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = SERVER_EMAIL = CONFIG.email_from
SITE_URL = CONFIG.site_url

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
