#!/bin/bash
# FMUs that come in: rules, archives, runs against closed forms, FMUs in models, faults.
set -u
exec python3 "$SOURCE/tests/fmu.py" --saltus "$SALTUS" "$@"
