#!/bin/bash
# Steps of steps of functions of time: what rounding alone would decide, and integrals.
set -u
exec python3 "$SOURCE/tests/nested_steps.py" --saltus "$SALTUS" "$@"
