#!/bin/bash
# DEVS: networks by chance against a simulator of its own, event by event; saved runs; mistakes.
set -u
count=6
[ -n "${SANITIZED-}" ] && count=2
exec python3 "$SOURCE/tests/devs.py" --saltus "$SALTUS" --count "$count" "$@"
