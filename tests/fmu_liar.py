"""FMUs whose functions do not answer as they should: an FMU of ours behind a library that passes all calls on, but for
one function, which from some time on gives another status and no values. What is needed of the functions is read from
the headers that Saltus has for sources of FMUs."""
import os
import re
import subprocess
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
START = """#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
%s
static void *inner; static char name[100]; static int status; static double from, now;
static void *find(const char *function)
{
	if (!inner) {
		Dl_info info; char path[4000];
		dladdr((void *)find, &info);
		snprintf(path, sizeof path, "%%s.inner", info.dli_fname);
		inner = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		snprintf(path, sizeof path, "%%s.lie", info.dli_fname);
		FILE *f = fopen(path, "r");
		if (!f || fscanf(f, "%%99s %%d %%lf", name, &status, &from) != 3) abort();
		fclose(f);
	}
	return dlsym(inner, function);
}
static int lies(const char *function) { return strcmp(function, name) == 0 && now >= from; }
"""


def functions(version):
    """(result, name, types of the arguments) of all functions, and the text of the headers."""
    with open(os.path.join(HERE, "..", "src", "fmi", "package", f"headers{version}.c")) as file:
        text = "".join(re.findall(r'^\t"(.*?)"[;,]?$', file.read(), re.M)).replace("\\n", "\n").replace("\\t", "\t")
    text = text.replace('\\"', '"')
    found = re.findall(rf"^typedef ([\w ]+[ *]+)(fmi{version}\w+)TYPE\(([^;]*)\);", text, re.M)
    return [(result.strip(), name, re.split(r",\s*", " ".join(types.split()))) for result, name, types in found], text


def source(version):
    """The C of the library that passes calls on."""
    all_of_them, text = functions(version)
    head = "\n".join(line for line in text.splitlines() if not line.startswith('#include "'))
    head = re.sub(r"^FMI\d_Export.*$|^fmi\dStatus fmi.*$", "", head, flags=re.M)
    out = START % head
    for result, name, types in all_of_them:
        if types == ["void"]:
            out += f'{result} {name}(void) {{ return (({name}TYPE *)find("{name}"))(); }}\n'
            continue
        words = [t.replace("[]", f" a{k}[]") if t.endswith("[]") else f"{t} a{k}" for k, t in enumerate(types)]
        call = ", ".join(f"a{k}" for k in range(len(types)))
        time = {"SetTime": "a1", "DoStep": "a1 + a2"}.get(name[4:])
        sets = f"\tnow = {time};\n" if time else ""
        lie = f'\tif (lies("{name}")) {{\n\t\tif (status == 1) real({call});\n\t\treturn ({result})status;\n\t}}\n' \
            if result.endswith("Status") else ""
        give = "" if result == "void" else "return "
        out += f'{result} {name}({", ".join(words)})\n{{\n\t{name}TYPE *real = ({name}TYPE *)find("{name}");\n' \
               f"{sets}{lie}\t{give}real({call});\n}}\n"
    return out


def library(folder, version):
    path = os.path.join(folder, f"liar{version}.so")
    if not os.path.exists(path):
        with open(path[:-3] + ".c", "w") as file:
            file.write(source(version))
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", "-fvisibility=default", path[:-3] + ".c", "-o", path,
                        "-ldl"], check=True)
    return path


def lie(folder, fmu, name, version, function, status, time):
    """The FMU again, under another name, with one function that gives `status` from `time` on."""
    path = os.path.join(folder, name + ".fmu")
    with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for member in old.namelist():
            if member.endswith(".so"):
                new.writestr(member + ".inner", old.read(member))
                new.writestr(member + ".lie", f"{function} {status} {time}\n")
                new.write(library(folder, version), member)
            else:
                new.writestr(member, old.read(member))
    return path
