#!/bin/bash
# saltus optimise: problems with known optima, runs that fail.
set -u
exec python3 "$SOURCE/tests/optimise.py" --saltus "$SALTUS" --source "$SOURCE" "$@"
