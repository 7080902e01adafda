#!/bin/bash
# What commands say of inputs that they cannot use.
set -u
exec python3 "$SOURCE/tests/told.py" --saltus "$SALTUS" "$@"
