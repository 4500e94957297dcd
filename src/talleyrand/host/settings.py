"""Django's settings, made of the operator's (see ``config``)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF

from talleyrand.host import config

CONFIG = config.load()
ON_POSTGRES = bool(CONFIG.database_url)
DISCORD = bool(CONFIG.discord_client_id)

SECRET_KEY = CONFIG.secret_key
DEBUG = CONFIG.develop
ALLOWED_HOSTS = list(CONFIG.hosts)
CSRF_TRUSTED_ORIGINS = [f"https://{name}" for name in CONFIG.hosts if name != "*"]
DATABASES = {"default": config.database(CONFIG.database_url, CONFIG.data)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
ROOT_URLCONF = "talleyrand.host.urls"
ASGI_APPLICATION = "talleyrand.host.asgi.application"

INSTALLED_APPS = [
    "talleyrand.host.pages.apps.PagesConfig",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",  # always, so that the tables do not hang on what is configured
    *(["allauth.socialaccount.providers.discord"] if DISCORD else []),
    "axes",
    "csp",
    "django_htmx",
    *(["procrastinate.contrib.django"] if ON_POSTGRES else ["django_tasks_db"]),
    "talleyrand.host.accounts.apps.AccountsConfig",
    "talleyrand.host.games.apps.GamesConfig",
    "talleyrand.host.turns.apps.TurnsConfig",
    "talleyrand.host.absence.apps.AbsenceConfig",
    "talleyrand.host.notices.apps.NoticesConfig",
    "talleyrand.host.work.apps.WorkConfig",
]
MIDDLEWARE = [
    "talleyrand.host.pages.middleware.reference",
    "talleyrand.host.pages.middleware.headers",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "talleyrand.host.pages.middleware.watch",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "talleyrand.host.pages.middleware.no_nul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "talleyrand.host.pages.limits.Limits",
    "django_htmx.middleware.HtmxMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if CONFIG.verify_email else "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_ADAPTER = "talleyrand.host.accounts.adapter.Adapter"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if CONFIG.https else "http"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_RATE_LIMITS = {  # generous to 22 players behind one address
    "signup": "60/h/ip",
    "login": "120/m/ip",
    "login_failed": "40/m/ip,12/300s/key",
    "reset_password": "40/h/ip,5/h/key",
    "reset_password_from_key": "40/m/ip",
    "confirm_email": "1/180s/key",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ADAPTER = "talleyrand.host.accounts.adapter.SecondStep"
MFA_TOTP_ISSUER = "Talleyrand"
SOCIALACCOUNT_PROVIDERS = (
    {
        "discord": {
            "SCOPE": ["identify", "email"],
            "APPS": [{"client_id": CONFIG.discord_client_id, "secret": CONFIG.discord_client_secret}],
        }
    }
    if DISCORD
    else {}
)
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 1
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # the page says when it is over
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_CLIENT_IP_CALLABLE = "talleyrand.host.accounts.address.client"
AXES_USERNAME_CALLABLE = "talleyrand.host.accounts.address.login_name"
AXES_LOCKOUT_CALLABLE = "talleyrand.host.pages.views.faults.locked_out"
AXES_VERBOSE = False
AXES_DISABLE_ACCESS_LOG = True
TRUSTED_PROXIES = CONFIG.trusted_proxies

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CONFIG.https
CSRF_COOKIE_SECURE = CONFIG.https
CSRF_FAILURE_VIEW = "talleyrand.host.pages.views.faults.no_token"
SECURE_SSL_REDIRECT = CONFIG.https
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if CONFIG.https else None
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 180 if CONFIG.https else 0
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# A site's own name may stand beside others of its operator's that know no https; that is theirs to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF, *(["https://discord.com"] if DISCORD else [])],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

STATIC_URL = "static/"
STATIC_ROOT: Path | None = CONFIG.data / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "talleyrand.host.pages.static_files.Hashed"
    },
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 2**20
BODY_LIMIT = 16 * 2**20

CACHES = {"default": config.cache(CONFIG.cache_url)}
TASKS: dict[str, Any] = {
    "default": {
        "BACKEND": "talleyrand.host.work.postgres.ProcrastinateBackend"
        if ON_POSTGRES
        else "django_tasks_db.DatabaseBackend",
        "QUEUES": [],
    }
}
PROCRASTINATE_AUTODISCOVER_MODULE_NAME = ""
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "talleyrand.host.logs.OneLine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "talleyrand": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "CRITICAL"},  # said by talleyrand.faults, with a reference
        "axes": {"level": "WARNING"},
    },
}

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
