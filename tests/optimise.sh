#!/bin/bash
# saltus optimise: problems with known optima, mistakes, runs that fail, kills, full disks.
set -u
exec python3 "$SOURCE/tests/optimise.py" --saltus "$SALTUS" --source "$SOURCE" "$@"
