#!/bin/bash
# Random diagrams give the same rows and messages whether their sources run as straight code or in the general way.
set -u
exec python3 "$SOURCE/tests/sources.py" --saltus "$SALTUS" ${SANITIZED:+--diagrams 25} "$@"
