#!/bin/bash
# Which root a start value selects, whatever name of the unknown has it.
set -u
exec python3 "$SOURCE/tests/roots.py" --saltus "$SALTUS" "$@"
