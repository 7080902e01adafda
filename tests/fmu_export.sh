#!/bin/bash
# Models that leave as FMUs: descriptions, calls, closed forms, round trips, mistakes.
set -u
exec python3 "$SOURCE/tests/fmu_export.py" --saltus "$SALTUS" "$@"
