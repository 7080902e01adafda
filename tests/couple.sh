#!/bin/bash
# Coupled systems: the master against closed forms and published numbers, systems of SSP, peers of all kinds, faults.
set -u
exec python3 "$SOURCE/tests/couple.py" --saltus "$SALTUS" "$@"
