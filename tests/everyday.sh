#!/bin/bash
# Models of everyday engineering against closed forms.
set -u
exec python3 "$SOURCE/tests/everyday.py" --saltus "$SALTUS" "$@"
