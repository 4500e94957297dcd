"""The site's settings for tests and type checks: a secret that is none, and data where nobody keeps any.

The database is SQLite in memory, or the one that ``DATABASE_URL`` names.
"""

import os
import tempfile

os.environ.setdefault("TALLEYRAND_SECRET_KEY", "for tests only, and therefore as long as a secret has to be")
os.environ.setdefault("TALLEYRAND_DATA", tempfile.gettempdir())

from talleyrand.host.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # noqa: F405
STATIC_ROOT = None
