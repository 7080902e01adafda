#!/bin/bash
# Conditions on time whose parameters change while the run is paused, or at one of their own events.
set -u
exec python3 "$SOURCE/tests/changed.py" --saltus "$SALTUS" "$@"
