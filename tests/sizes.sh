#!/bin/bash
# States of any size have their events and jumps, or a message tells what is lost; fewer with the sanitizers.
set -u
count=78
[ -n "${SANITIZED-}" ] && count=26
exec python3 "$SOURCE/tests/sizes.py" --saltus "$SALTUS" --count "$count" "$@"
