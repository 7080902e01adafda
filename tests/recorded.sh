#!/bin/bash
# Whether a run fails must not depend on what is recorded: a sample of the project's models, and generated ones with a
# fault whose moment is known.
set -u
exec python3 "$SOURCE/tests/recorded.py" --saltus "$SALTUS" "$@"
