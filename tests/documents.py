"""The documents tell the truth: what they name is there.

Read are README.md, ARCHITECTURE.md, the pages of docs/, bench/ and examples/, and the opening comment of each header of
src/ and include/.

- A file or folder that is named exists. It may be written from the root, from src/, from the folder of the page, or by
its name alone.
- A name with a prefix of Saltus (ss_alias, SS_RATES, saltus_run) is a word of the code, outside of comments. A function
is also used: something
  that nobody calls, outside of the line that declares it and the one that defines it, is named in vain.
- An option is told by `saltus help`; on pages for developers it may be one of a script, too. A subcommand exists, and
so does a target of make.
- A message code is listed in docs/messages.d.
- A rule E<n> that anybody names, in pages, sources or tests, is in docs/events.md, once. Each rule is named by a test.
- A first header that lists the files of its room lists all of them.
- The tables of ARCHITECTURE.md have the folders and rooms in the order of layers.py.
- The passes of structure/structure.h are called in that order.
- A sentence of docs/events.md or of an opening comment has at most 45 words up to a full stop, colon or semicolon;
  lists of files are no sentences."""
import fnmatch
import glob
import importlib.util
import os
import re
import subprocess
import sys

PREFIXES = "sb sl sx sm sf mo co ss sc sv sr se st tool saltus"
LOWER = re.compile(r"(?<![\w/.-])(?:%s)_[a-z0-9_]*[a-z0-9](?![\w*/]|\.\w)" % "|".join(PREFIXES.split()))
UPPER = re.compile(r"(?<![\w/])(?:%s)_[A-Z0-9_]*[A-Z0-9](?![\w*])" % "|".join(p.upper() for p in PREFIXES.split()))
FILE = re.compile(r"(?<![\w./*<~{-])((?:[\w.-]+/)*[\w-]+\.(?:c|h|py|sh|md|mo|cosy|cmake|txt))(?![\w*({]|\.\w)")
FOLDER = re.compile(r"`((?:[\w.-]+/)+)`|"
                    r"(?<![\w./*<~-])((?:src|docs|tests|scripts|bench|examples|include)/(?:[\w-]+/?)*)(?![\w.*<{])")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*")
CODE = re.compile(r"(?<![\w.])[FMKSCRU]\d{4}(?!\w)")
RULE = re.compile(r"(?<![A-Za-z0-9_.*])E(\d{1,3})(?![0-9A-Za-z.*]*[0-9A-Za-z*(])")
NAMED_RULE = re.compile(r"(?<![A-Za-z0-9])E(\d{1,3})(?!\d)")
# What is not ours: options of other programs, headers of C and of Modelica, a code that shows how a message is added.
FOREIGN = {"--tool", "ModelicaUtilities.h", "scicos_block.h", "scicos_block4.h", "M0337", "--cflags", "--libs",
           "--no-build-isolation", "--no-index", "--system-site-packages", "--user"}

MOST_WORDS = 45
complaints = []
seen = {"files": 0, "names": 0, "options": 0, "codes": 0, "rules": 0}


def complain(where, text):
    complaints.append(f"{where}: {text}")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def tree():
    """Every file of the sources, from the root."""
    for folder, folders, files in os.walk("."):
        folders[:] = [f for f in folders if f not in ("build", ".git", "__pycache__")]
        for name in files:
            yield os.path.relpath(os.path.join(folder, name), ".")


def without_comments(text):
    return re.sub(r'/\*.*?\*/|//[^\n]*|("(?:\\.|[^"\\\n])*")', lambda m: m.group(1) or " ", text, flags=re.S)


def words_of_code(files):
    """How often each word stands in C, and in how many lines that are no declarations; comments do not count."""
    count, used = {}, {}
    for path in files:
        others = ("python/saltus/", "tests/models/cblocks/", "tests/cblocks.py", "tests/models/devs/",
                  "lib/Saltus/DEVS/")        # C in texts of blocks
        if not path.endswith((".c", ".h")) and not path.lstrip("./").startswith(others):
            continue
        for line in without_comments(read(path)).split("\n"):
            declares = bool(re.match(r"[a-z_].*\(", line)) and not line.startswith(("return", "typedef"))
            for word in set(re.findall(r"[A-Za-z_]\w*", line)):
                count[word] = count.get(word, 0) + 1
                used[word] = used.get(word, 0) + (not declares)
    return count, used


def opening(path):
    """The comment that a header begins with."""
    m = re.match(r"\s*/\*(.*?)\*/", read(path), flags=re.S)
    return m.group(1) if m else ""


def pages(files):
    for path in sorted(files):
        if path.endswith(".md") and not path.startswith("docs/messages"):
            yield path, read(path)
        elif path.endswith(".h") and path.startswith(("src/", "include/")):
            yield path, opening(path)


def lines_of(text):
    return enumerate(text.split("\n"), 1)


class Files:
    def __init__(self, files):
        self.paths = set(files)
        self.names = {os.path.basename(f) for f in files}
        self.folders = {os.path.dirname(f) for f in files}
        for f in list(self.folders):
            while f:
                self.folders.add(f)
                f = os.path.dirname(f)

    def ways(self, page, name):
        folder = os.path.dirname(page)
        for start in ("", "src", "src/front/modelica", folder, os.path.dirname(folder), "docs", "tests", "examples"):
            yield os.path.normpath(os.path.join(start, name))

    def has_file(self, page, name):
        return ("/" not in name and name in self.names) or any(w in self.paths for w in self.ways(page, name))

    def has_folder(self, page, name):
        name = name.rstrip("/")
        return any(w in self.folders or w in self.paths for w in self.ways(page, name))


def check_files(files, page, number, line):
    for m in FILE.finditer(line):
        name = m.group(1)
        model = name.endswith((".mo", ".cosy")) and not name.startswith(("tests/", "examples/", "bench/"))
        if model or name in FOREIGN or re.match(r"(build|found)/", name):         # models that a page shows and runs
            continue
        seen["files"] += 1
        if not files.has_file(page, name):
            complain(f"{page}:{number}", f"there is no file '{name}'")
    for m in FOLDER.finditer(line):
        name = (m.group(1) or m.group(2)).rstrip("/")
        if name.startswith(("build", "found")) or name.split("/")[-1].isupper():
            continue
        seen["files"] += 1
        if not files.has_folder(page, name):
            complain(f"{page}:{number}", f"there is no folder '{name}'")


def check_names(words, made, page, number, line):
    count, used = words
    for m in list(LOWER.finditer(line)) + list(UPPER.finditer(line)):
        name = m.group()
        seen["names"] += 1
        if name in made:
            continue
        if name not in count:
            complain(f"{page}:{number}", f"'{name}' is not in the code")
        elif name.islower() and not used[name]:
            complain(f"{page}:{number}", f"'{name}' is used by nothing")


def help_of_saltus(saltus):
    def run(*arguments):
        r = subprocess.run([saltus, "help", *arguments], capture_output=True, text=True, timeout=60)
        return r.stdout
    text = run()
    commands = re.findall(r"^ {2,6}(?:saltus )?([a-z]+)\b", text, flags=re.M)
    commands = [c for c in dict.fromkeys(commands) if c != "saltus"]
    return commands, text + "".join(run(c) for c in commands)


def check_options(known, scripts, page, number, line):
    developers = page.startswith(("bench/", "docs/development.md")) or re.search(r"\b(bench|scripts|tests)/", line)
    for option in OPTION.findall(line):
        seen["options"] += 1
        if not (option in known or option in FOREIGN or developers and option in scripts):
            complain(f"{page}:{number}", f"'{option}' is told by no help")


def check_codes(listed, page, number, line):
    for code in CODE.findall(line):
        seen["codes"] += 1
        if code not in listed and code not in FOREIGN:
            complain(f"{page}:{number}", f"the message {code} is not in docs/messages.d")


def check_rules(files):
    rules = re.findall(r"^\*\*E(\d+)\.\*\*", read("docs/events.md"), flags=re.M)
    known = set(rules)
    for rule in sorted(known, key=int):
        if rules.count(rule) > 1:
            complain("docs/events.md", f"E{rule} is there {rules.count(rule)} times")
    tested = set()
    for path in files:
        if not path.endswith((".c", ".h", ".py", ".mo", ".cosy", ".md", ".sh")) or path == "tests/documents.py":
            continue
        text = read(path)
        if path.startswith("tests/"):
            tested |= set(NAMED_RULE.findall(text))
        if path.startswith(("src/", "tests/unit/engine/", "docs/")) or path.count("/") == 0:
            for number, line in lines_of(text):
                if path.endswith((".c", ".h")) and not re.search(r"/\*|^\s*\*|//|E\d+_", line):
                    continue
                for rule in NAMED_RULE.findall(line) if "E" in line and re.search(r"\bE\d+_",
                        line) else RULE.findall(line):
                    seen["rules"] += 1
                    if rule not in known:
                        complain(f"{path}:{number}", f"docs/events.md has no rule E{rule}")
    for rule in sorted(known - tested, key=int):
        complain("docs/events.md", f"no test names E{rule}")


def check_make(page, number, line, targets):
    for target in re.findall(r"(?:`|^ {4})make ([a-z]+)", line):
        if target not in targets:
            complain(f"{page}:{number}", f"the Makefile has no target '{target}'")


def check_commands(page, number, line, commands):
    for word in re.findall(r"(?:`|^build/|^ {4}|\$ )saltus ([a-z]+)\b(?![./])", line):
        if word not in commands:
            complain(f"{page}:{number}", f"'saltus {word}' is no subcommand")


def check_tables(layers):
    """The folders and rooms of ARCHITECTURE.md against the order that layers.py looks at."""
    text = read("ARCHITECTURE.md")
    folders = [f for f in re.findall(r"^\| `src/([\w/]+)` \| `", text, flags=re.M) if "/" not in f]
    if folders != layers.LAYERS:
        complain("ARCHITECTURE.md", f"the folders are {' '.join(layers.LAYERS)}, not {' '.join(folders)}")
    for folder, rooms in layers.ROOMS.items():
        if folder == "front":
            continue
        m = re.search(r"^- `src/%s`: ((?:.|\n  )*?)(?:\. It asks:|\n(?!  ))" % folder, text, flags=re.M)
        told = [w.strip() for w in re.sub(r"\([^)]*\)", "", m.group(1)).split(",")] if m else []
        if told != rooms:
            complain("ARCHITECTURE.md", f"the rooms of {folder} are {' '.join(rooms)}, not {' '.join(told)}")


def check_rooms(layers):
    """The list of files in the first header of a room. A pattern (lex*.c) stands for all that it fits."""
    for folder, rooms in layers.ROOMS.items():
        for room in rooms if folder != "front" else ():
            where = f"src/{folder}/{room}"
            headers = glob.glob(f"{where}/{room}.h") + glob.glob(f"{where}/*_{room}.h")
            told = re.findall(r"[\w*]+\.c\b", opening(headers[0])) if headers else []
            there = {os.path.basename(p) for p in glob.glob(where + "/*.c")}
            if len(told) < 3:
                continue
            for name in sorted(there):
                if not any(fnmatch.fnmatch(name, pattern) for pattern in told):
                    complain(headers[0], f"the list of files does not have '{name}'")


def functions_under(folder):
    """The body of each function of a folder, by its name."""
    found = {}
    for path in glob.glob(folder + "/**/*.c", recursive=True):
        text = without_comments(read(path))
        for m in re.finditer(r"^(?!static const|typedef|#)[a-z][^;{}()]*?(\w+)\([^;{}]*\)\n\{\n(.*?)^\}", text,
                             flags=re.M | re.S):
            found.setdefault(m.group(1), m.group(2))
    return found


def order_of_calls(functions, first):
    """Names of functions in the order in which they are first called, from `first` on."""
    order, entered = [], set()

    def enter(name):
        entered.add(name)
        for called in re.findall(r"\b([a-z]\w+)\(", functions[name]):
            if called not in order:
                order.append(called)
            if called in functions and called not in entered:
                enter(called)
    enter(first)
    return order


def check_passes():
    page = "src/structure/structure.h"
    told = re.findall(r"^ \*     (ss_\w+) {2,}", opening(page), flags=re.M)
    functions = functions_under("src/structure")
    if len(told) < 8 or "passes" not in functions:
        complain(page, "the opening page has no list of passes, or there is no function 'passes'")
        return
    order = order_of_calls(functions, "passes")
    told = [n for n in told if n in order or complain(page, f"the analysis never calls the pass '{n}'")]
    for before, after in zip(told, told[1:]):
        if order.index(before) > order.index(after):
            complain(page, f"the pass '{before}' is told before '{after}', and is called after it")


def check_sentences(page, text):
    """Indented lines are lists and examples."""
    told = "\n".join(line for line in re.sub(r"^ ?\* ?", "", text, flags=re.M).split("\n") if not line.startswith("  "))
    for sentence in re.split(r"(?<=[.:;])\s+|\n\n", told):
        words = sentence.split()
        if len(words) > MOST_WORDS and not sentence.lstrip().startswith("|"):
            complain(page, f"a sentence of {len(words)} words: {' '.join(words[:12])} ...")


def load_layers():
    sys.argv = ["layers.py", ".", ""]
    spec = importlib.util.spec_from_file_location("layers", "tests/layers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    source, saltus = sys.argv[1:3]
    os.chdir(source)
    files = list(tree())
    index, words = Files(files), words_of_code(files)
    made = {"SX_" + n for n in re.findall(r"\bX\((\w+), ", read("src/expr/expr.h"))}
    commands, known = help_of_saltus(saltus)
    known = set(OPTION.findall(known))
    scripts = set()
    for path in files:
        if path.startswith(("scripts/", "tests/", "bench/")) and not path.endswith(".md") and not re.search(
                r"\.(mo|cosy|svg|csv|mat)$", path):
            try:
                scripts |= set(OPTION.findall(read(path)))
            except UnicodeDecodeError:
                pass
    listed = set(re.findall(r"^\| *([A-Z]\d{4}) *\|", "\n".join(read(p) for p in glob.glob("docs/messages.d/*.md")),
                            flags=re.M))
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), flags=re.M))
    for page, text in pages(files):
        if page.endswith(".h") or page == "docs/events.md":
            check_sentences(page, text)
        for number, line in lines_of(text):
            check_files(index, page, number, line)
            check_names(words, made, page, number, line)
            check_codes(listed, page, number, line)
            if page.endswith(".md"):
                check_options(known, scripts, page, number, line)
                check_make(page, number, line, targets)
                check_commands(page, number, line, commands)
    check_rules(files)
    layers = load_layers()
    check_tables(layers)
    check_rooms(layers)
    check_passes()
    for what, count in seen.items():
        if not count:
            complain("documents", f"no {what} were found at all")
    print("\n".join(complaints) if complaints else ", ".join(f"{n} {what}" for what, n in seen.items()) + " are there")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
