"""A peer that answers what it is told to answer: lines of the file beside it, one for each request, and
then it ends. At the word `shut` it closes its pipe, and goes on for an hour."""
import os
import sys
import time

answers = os.fdopen(4, "w")
script = iter(open(sys.argv[0] + ".answers").read().split("--\n"))
for line in os.fdopen(3):
    answer = next(script, "")
    if not answer:
        break
    if answer == "shut\n":
        answers.close()
        time.sleep(3600)
    answers.write(answer)
    answers.flush()
