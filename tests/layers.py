"""The order of the house: which folder of src/ may know which.

A folder includes only headers of folders before it in the order of the layers; front and structure do not know each
other. A run knows a program by its image, not by what it was made from: the engine and the rooms image and runtime of
code reach no header of structure, model and expr, directly or through others, and call no function of these. The one
exception is expr/value.h, the arithmetic of values, which knows no expressions. Includes are written from src/. Inside
of a folder with rooms, a room includes only headers of rooms before it and of itself, and, where the build is there to
look at, its objects use only symbols that are defined there: a prototype in one room whose function is in a later one
is a circle too. Each room has a first header, which opens with a page about it. Headers that lie in the folder itself
are its interface, and known to all of its rooms; what else lies there comes after them.

A field of a struct in a header is read somewhere. A function that others could call is called by others.

A file has a name that no other file of src/ has, at most 600 lines, and lines of at most 120 columns (a tab is four).
A function of src/ has at most 60 lines. Tests, documents, examples and libraries keep to 120 columns too, but for
tables and what programs print in documents; programs and scripts among them keep to 600 lines. ARCHITECTURE.md names
the rooms as they are."""
import collections
import functools
import glob
import itertools
import os
import re
import subprocess
import sys

LAYERS = ("base external devs fmi expr model front structure code solver result engine study bond couple export "
          "shell tool").split()
STRANGERS = {("structure", "front"), ("engine", "front")}
RUNS = ("code/image/", "code/runtime/", "engine/")
MAKERS = ("structure/", "model/", "expr/")
# What runs may know of the makers: the arithmetic of formulas is that of the generated code, and is written once.
SHARED = {"expr/value.h": ("value.c", "format.c")}
ROOMS = {
    "fmi": "describe package call component".split(),
    "front": "written matrix fmu sbm muss spice modelica cosy xcos cdpp".split(),
    "front/modelica": "syntax format library instance evaluate value lower matrix function connect flatten "
                      "picture".split(),
    "front/muss": "syntax check segments write".split(),
    "front/spice": "syntax check write".split(),
    "front/cosy": "text syntax expression module routine program".split(),
    "front/xcos": "read scilab diagram write".split(),
    "structure": "ground expand clocks cells system explain solve index jacobian forcing modes schedules analyse "
                 "describe request".split(),
    "code": "image runtime make generate compile".split(),
    "model": "flat unit interpret differentiate rewrite print seal activate check".split(),
    "engine": "parts ground evaluate past forcing watch process look modes solve record instant accumulate run".split(),
    "result": "record file table signal drawing animation chart figure compare".split(),
    "study": "input load checkpoint check measure many sweep course experiment linear point analysis sensitivity "
             "optimise fit draw public".split(),
    "bond": "ground read cause show check".split(),
    "couple": "peer system master".split(),
    "export": "runtime interface make fmu sbm system".split(),
    "shell": "command world lead act talk".split(),
    "tool": "line guard report couple run results fmu point study text session commands".split(),
}
# the prefixes of functions of src/
OWN = r"(sb|sl|sd|fi|sx|sm|sf|mx|fu|mo|mu|sg|sp|co|xc|dv|ss|sc|si|sv|sr|se|st|bg|cp|sh)_"
WORDS_OF_C = set("none void int char struct union uint16_t uint32_t".split())
MOST_LINES = 600
MOST_OF_FUNCTION = 60
MOST_COLUMNS = 120
WRITTEN = ("bench", "cmake", "docs", "examples", "include", "lib", "python", "scripts", "tests")
ENDINGS = (".py", ".sh", ".mo", ".cosy", ".answers", ".cmake", ".c", ".h", ".md")
DATA = ("tests/fuzz/corpus", "docs/messages")        # inputs as they are; tables of messages, one line each

complaints = []


def complain(text):
    complaints.append(text)


def rooms_of(path):
    """Each folder with rooms that a path of src/ is in, and its room there; "" for files of the folder itself."""
    for folder in ROOMS:
        if path.startswith(folder + "/"):
            rest = path[len(folder) + 1:].split("/")
            yield folder, rest[0] if len(rest) > 1 else ""


def rank(folder, room):
    return ROOMS[folder].index(room) if room else len(ROOMS[folder])


def check_layers(where, layer, header):
    other = header.split("/")[0]
    if "/" not in header or other not in LAYERS:
        complain(f'{where}: "{header}" is not written from src/ (as "{layer}/...")')
    elif layer not in LAYERS:
        complain(f"{where}: the folder '{layer}' is not in the order of the layers")
    elif LAYERS.index(other) > LAYERS.index(layer):
        complain(f'{where}: {layer} includes "{header}", but {other} comes after it')
    elif (layer, other) in STRANGERS:
        complain(f'{where}: {layer} includes "{header}", but the two must not know each other')


def check_rooms(where, path, header):
    others = dict(rooms_of(header))
    for folder, room in rooms_of(path):
        other = others.get(folder)
        if room in ROOMS[folder] and other in ROOMS[folder] and rank(folder, other) > rank(folder, room):
            complain(f'{where}: the room {room} includes "{header}", but {other} comes after it')


def check_includes(files):
    count = 0
    for path in files:
        for number, line in enumerate(open(path, errors="replace"), 1):
            found = re.match(r'\s*#\s*include\s*"([^"]*)"', line)
            if not found:
                continue
            count += 1
            header = found.group(1)
            if header in ("saltus.h", "saltus_block.h", "saltus_peer.h", "fmi2Functions.h", "fmi3Functions.h"):
                continue
            check_layers(f"src/{path}:{number}", path.split("/")[0], header)
            check_rooms(f"src/{path}:{number}", path, header)
    return count


def headers_of(path, known):
    """All headers that a file includes, through others too."""
    if path not in known:
        known[path] = set()
        direct = set(re.findall(r'^\s*#\s*include\s*"([a-z]+/[^"]*)"', open(path, errors="replace").read(),
                                re.MULTILINE))
        known[path] = direct.union(*(headers_of(h, known) for h in direct if os.path.exists(h)))
    return known[path]


def check_runs(files, build):
    known = {}
    for path in files:
        for header in sorted(headers_of(path, known)) if path.startswith(RUNS) else []:
            if header.startswith(MAKERS) and header not in SHARED:
                complain(f'src/{path} reaches "{header}", but a run knows a program by its image alone')
    members = {(f.split("/")[0], os.path.basename(f) + ".o"): f for f in files if f.startswith(RUNS)
               and f.endswith(".c")}
    allowed = {f + ".o" for shared in SHARED.values() for f in shared}
    defined = {}
    for layer in ("expr", "model", "structure", "code", "engine"):
        library = os.path.join(build or "", f"libsaltus_{layer}.a")
        if not build or not os.path.exists(library):
            continue
        for line in symbols_of(library):
            member, _, rest = line.partition(".a:")[2].partition(":")
            kind, symbol = rest.split()[-2:]
            if kind.isupper() and kind != "U" and layer in ("expr", "model", "structure"):
                defined[symbol] = member
            elif kind == "U" and (layer, member) in members and defined.get(symbol, next(iter(allowed))) not in allowed:
                complain(f"src/{members[layer, member]} uses {symbol}, but a run knows a program by its image alone")


def check_files(files):
    names = collections.defaultdict(list)
    for path in files:
        names[os.path.basename(path)].append(path)
    for path in files:
        rooms = list(rooms_of(path))
        for folder, room in rooms:
            if room and room not in ROOMS[folder]:
                complain(f"src/{path}: the room '{room}' is not in the order of the rooms of {folder}")
        others = [f for f in names[os.path.basename(path)] if f != path]
        if others:
            complain(f"src/{path}: there is also src/{others[0]}")
        lines = open(path, errors="replace").read().splitlines()
        if len(lines) > MOST_LINES:
            complain(f"src/{path}: {len(lines)} lines are more than {MOST_LINES}")
        begins = 0
        for number, line in enumerate(lines, 1):
            begins = number if line == "{" else begins
            if line == "}" and begins and number - begins > MOST_OF_FUNCTION + 1:
                complain(f"src/{path}:{begins}: a function of more than {MOST_OF_FUNCTION} lines")
            if len(line.expandtabs(4)) > MOST_COLUMNS:
                complain(f"src/{path}:{number}: more than {MOST_COLUMNS} columns")
    for folder, order in ROOMS.items():
        for room in order:
            name = os.path.basename(folder)
            first = [f"{folder}/{room}/{n}.h" for n in (room, f"{name}_{room}")]
            found = [f for f in first if os.path.exists(f)]
            if not found:
                complain(f"src/{folder}/{room}: there is no first header {room}.h or {name}_{room}.h")
            elif not open(found[0]).read().startswith("/*"):
                complain(f"src/{found[0]}: a first header opens with a page about its room")


def check_architecture():
    """ARCHITECTURE.md names the rooms of each folder, in their order."""
    text = open("../ARCHITECTURE.md").read()
    told = {}
    for folder, words in re.findall(r"^- `src/([\w/]+)`: (.*?)(?=^- |\n\n)", text, re.M | re.S):
        words = re.sub(r"\([^()]*\)", "", " ".join(words.split())).split(". ")[0]
        told[folder] = [word.strip(" .") for word in words.split(",")]
    for folder, order in ROOMS.items():
        if folder != "front" and told.get(folder) != list(order):         # the table of folders has the front ends
            complain(f"ARCHITECTURE.md: the rooms of src/{folder} are {', '.join(order)}")


def check_columns():
    """What people read outside of src/."""
    names = [os.path.relpath(name, "..") for top in WRITTEN
             for name in glob.glob(f"../{top}/**/*", recursive=True) if os.path.isfile(name)]
    for path in sorted(names):
        if path.startswith(DATA) or "__pycache__" in path or not (path.endswith(ENDINGS) or path.startswith("scripts")):
            continue
        shown = False
        lines = open(os.path.join("..", path), errors="replace").readlines()
        if len(lines) > MOST_LINES and path.endswith((".py", ".sh", ".c", ".h")):
            complain(f"{path}: {len(lines)} lines are more than {MOST_LINES}")
        for number, line in enumerate(lines, 1):
            shown ^= line.startswith("```")
            free = path.endswith(".md") and (shown or line.startswith("|"))
            if len(line.rstrip("\n").expandtabs(4)) > MOST_COLUMNS and not free:
                complain(f"{path}:{number}: more than {MOST_COLUMNS} columns")


@functools.lru_cache(None)
def symbols_of(*objects):
    """What objects define for others and use of others, line by line as nm has it."""
    listing = subprocess.run(["nm", "-A", "-g", *objects], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             universal_newlines=True).stdout if objects else ""
    return [line for line in listing.splitlines() if line and not line.endswith(":")]


def objects_of(build, layer):
    """Where the objects of a layer are: its library, or, of the program, the objects themselves."""
    library = os.path.join(build, f"libsaltus_{layer}.a")
    if layer != "tool":
        return [library] if os.path.exists(library) else []
    folder = os.path.join(build, "CMakeFiles", "saltus.dir", "src")
    return [path for path in glob.glob(os.path.join(folder, "tool", "**", "*.o"), recursive=True)
            if os.path.exists(os.path.relpath(path, folder)[:-2])]


def check_symbols(build):
    """What each object defines and uses, by nm. Objects are known by the names of their files, which are unique."""
    count = 0
    for folder in ROOMS:
        objects = objects_of(build, folder.split("/")[0])
        sources = glob.glob(f"{folder}/**/*.c", recursive=True)
        room_of = {os.path.basename(f) + ".o": dict(rooms_of(f))[folder] for f in sources}
        if not objects:
            continue
        defined, used = {}, []
        for line in symbols_of(*objects):
            where, _, rest = line.rpartition(":")
            member = re.split("[:/]", where)[-1]
            kind, symbol = rest.split()[-2:]
            if member not in room_of:
                continue
            if kind == "U":
                used.append((member, symbol))
            elif kind.isupper():
                defined[symbol] = member
        for member, symbol in used:
            if symbol not in defined:
                continue
            count += 1
            room, other = room_of[member], room_of[defined[symbol]]
            if rank(folder, other) > rank(folder, room):
                complain(f"{folder}: the room {room} uses {symbol} ({member[:-2]}), which is defined in "
                         f"{other or folder} ({defined[symbol][:-2]})")
    return count


def check_visible(build):
    """A function that only its own file uses is static. Uses that this build leaves out, of tests too, count."""
    defined, used = {}, set()
    libraries = [path for pattern in ("libsaltus_*.a", "stock/*.a") for path in glob.glob(os.path.join(build, pattern))]
    others = [path for path in glob.glob(os.path.join(build, "CMakeFiles/*.dir/**/*.o"), recursive=True)
              if "/saltus_" not in path]
    for line in itertools.chain(*(symbols_of(*part) for part in (libraries, others))):
        where, _, rest = line.rpartition(":")
        kind, symbol = rest.split()[-2:]
        if kind == "U":
            used.add(symbol)
        elif kind in "TDBR" and (".a:" in line and re.match(OWN, symbol)
                                 or symbol.startswith("tool_") and not where.endswith("explanations.c.o")):
            defined[symbol] = os.path.basename(where)
    mentions = collections.defaultdict(set)
    for path in [f for where in ("", "../tests/", "../bench/")
                 for f in glob.glob(where + "**/*.[ch]" if where else "**/*.c", recursive=True)]:
        for symbol in re.findall(r"\b(?:[a-z]{2}|tool)_\w+", open(path, errors="replace").read()):
            mentions[symbol].add(path)
    for symbol, where in sorted(defined.items()):
        if symbol not in used and len(mentions[symbol]) < 2:
            complain(f"{symbol} ({where}) is used in its own file only, or nowhere: it is static, or goes")


def fields_of(text):
    """The names that structs of a header give to their fields."""
    for start in re.finditer(r"\b(?:struct|union)\s*\w*\s*\{", text):
        depth, end = 1, start.end()
        while depth and end < len(text):
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        flat = text[start.end():end - 1]
        while re.search(r"\{[^{}]*\}", flat):
            flat = re.sub(r"\{[^{}]*\}", "", flat)
        for declaration in flat.split(";"):
            pointers = re.findall(r"\(\s*\*\s*(\w+)\s*\)\s*\(", declaration)
            plain = re.sub(r"\([^()]*\)|\[[^]]*\]", "", declaration).split(",")
            yield from pointers or re.findall(r"(\w+)\s*(?::\s*\d+)?\s*$", "\n".join(plain), re.M)


def check_fields(files):
    """A field of a struct in a header is read somewhere, in tests at least: one that is only set goes. Fields of one
    name count together. Generated code, and what writes it, read fields by texts."""
    texts = {path: re.sub(r"/\*.*?\*/|//[^\n]*", " ", open(path, errors="replace").read(), flags=re.S)
             for path in files + glob.glob("../tests/**/*.[ch]", recursive=True) + glob.glob("../bench/*.c")}
    read = {name for text in texts.values()
            for name, then in re.findall(r"(?:->|\.)\s*(\w+)((?:\[[^]]*\])*\s*=(?!=))?", text) if not then}
    read |= {word for path in files if path.startswith(("code/generate/", "code/runtime/"))
             for word in re.findall(r"\w+", texts[path])}
    for path in files:
        for name in fields_of(texts[path]) if path.endswith(".h") and not path.startswith("export/") else ():
            if name not in read | WORDS_OF_C and name.islower() and not re.match(OWN, name):
                complain(f"src/{path}: nobody reads the field '{name}'")


def check_root():
    """What a run has left behind in the root, or beside an example, is easily taken for a part of the project."""
    for name in sorted(os.listdir("..")):
        if name.endswith((".svg", ".png", ".csv", ".mat", ".journal")):
            complain(f"{name} lies in the root: results and pictures do not belong there")
    for name in sorted(os.listdir("../examples")):
        if re.fullmatch(r"[A-Z0-9]+_\d+\.(svg|png)", name):
            complain(f"examples/{name} is what a program with GRAPH draws: it does not belong there")


def main():
    os.chdir(os.path.join(sys.argv[1], "src"))
    check_root()
    files = sorted(glob.glob("**/*.[ch]", recursive=True))
    includes = check_includes(files)
    check_files(files)
    check_columns()
    check_architecture()
    check_fields(files)
    check_runs(files, sys.argv[2] if len(sys.argv) > 2 else None)
    symbols = check_symbols(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else 0
    if symbols:
        check_visible(sys.argv[2])
    if not includes:
        complain("no includes were found in src/")
    for text in complaints:
        print(text)
    if not complaints:
        print(f"{includes} includes and {symbols} uses of symbols keep the order of the layers and rooms")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
