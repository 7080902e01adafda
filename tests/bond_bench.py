"""What the tests of bond graphs share: a folder, the program, the list of what is wrong."""
import os
import subprocess
import tempfile

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
failures = []


def check(good, text):
    if not good:
        failures.append(text)
        print("WRONG " + text)


class Folder:
    def __init__(self, saltus):
        self.saltus, self.folder = os.path.abspath(saltus), tempfile.mkdtemp()

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
        return path

    def call(self, *words):
        return subprocess.run([self.saltus, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              cwd=self.folder, timeout=600)
