#!/bin/bash
# What stands in a branch that does not hold makes no steps.
set -u
exec python3 "$SOURCE/tests/branches.py" --saltus "$SALTUS" "$@"
