"""What is written for the tests into the comments of a model, in whichever notation it is.

    //! TEXT                      Modelica, and files of answers: a line of its own
    (*! TEXT *)                   COSY: a line of its own, or
    (*!                           a comment of several lines, each of which counts
    TEXT
    *)

A text that ends with a backslash goes on in the next line.
"""
import re


def read(path, marks):
    """Gives (line number, mark, text) for each; the mark is the character after the comment's beginning, one of
    `marks`. A text keeps the spaces that it begins with, but for one. The line is the first of a text."""
    begun = None
    for line, mark, text in lines(path, marks):
        if begun:
            line, text = begun[0], begun[1] + text.lstrip()
        begun = (line, text[:-1]) if text.endswith("\\") else None
        if not begun:
            yield line, mark, text


def lines(path, marks):
    """The same, line by line."""
    cosy = path.endswith(".cosy")
    one = re.compile(r"\s*%s([%s])(.*)$" % (r"\(\*" if cosy else "//", re.escape(marks)))
    inside = None
    with open(path, encoding="utf-8", errors="replace") as stream:
        for line, text in enumerate(stream, 1):
            text = text.rstrip()
            found = None if inside else one.match(text)
            if found:
                inside, text = found[1], found[2][1:] if found[2][:1] == " " else found[2]
            if not inside:
                continue
            mark = inside
            if not cosy:
                inside = None
            elif text.endswith("*)"):
                text, inside = text[:-2].rstrip(), None
            if text.strip():
                yield line, mark, text
