#!/bin/bash
# States of any size have their events and jumps, or a message tells what is lost; fewer with the sanitizers.
set -u
count=90
[ -n "${SANITIZED-}" ] && count=30
exec python3 "$SOURCE/tests/sizes.py" --saltus "$SALTUS" --count "$count" "$@"
