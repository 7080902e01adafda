#!/bin/bash
# Classic examples of sliding modes, by --on-chatter slide, against their closed forms.
set -u
exec python3 "$SOURCE/tests/slides.py" --saltus "$SALTUS" "$@"
