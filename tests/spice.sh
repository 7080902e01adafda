#!/bin/bash
# SPICE: messages, runs against closed forms, analyses, results.
set -u
exec python3 "$SOURCE/tests/spice.py" --saltus "$SALTUS" "$@"
