"""A peer that answers what it is told to answer: lines of the file beside it, one for each request, and
then it ends."""
import os
import sys

answers = os.fdopen(4, "w")
script = iter(open(sys.argv[0] + ".answers").read().split("--\n"))
for line in os.fdopen(3):
    answer = next(script, "")
    if not answer:
        break
    answers.write(answer)
    answers.flush()
