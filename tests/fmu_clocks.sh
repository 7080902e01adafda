#!/bin/bash
# Clocks of FMUs: each kind, by both interfaces, saved and restored, and mistakes.
set -u
exec python3 "$SOURCE/tests/fmu_clocks.py" --saltus "$SALTUS" "$@"
