#!/bin/bash
# What the documents and the opening pages of headers name is in the code: see documents.py.
exec python3 "$SOURCE/tests/documents.py" "$SOURCE" "$SALTUS"
