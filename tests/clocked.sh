#!/bin/bash
# Clocks are found from the text as it is written: terms that are zero in any case count.
set -u
exec python3 "$SOURCE/tests/clocked.py" --saltus "$SALTUS" "$@"
