"""`python -m talleyrand`."""

import sys

from talleyrand.cli.main import main

sys.exit(main())
