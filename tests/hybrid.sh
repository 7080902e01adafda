#!/bin/bash
# Hybrid models whose values are fractions, against an interpreter of the rules of events.
set -u
exec python3 "$SOURCE/tests/hybrid.py" --saltus "$SALTUS" "$@"
