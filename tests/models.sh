#!/bin/bash
# The golden models: every model under tests/models is run and compared with the answers that are written in it.
set -u
exec python3 "$SOURCE/tests/models.py" --saltus "$SALTUS" "$@"
