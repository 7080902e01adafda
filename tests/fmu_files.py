"""FMUs for tests/fmu.py: descriptions and archives, from the C in tests/fmu."""
import os
import subprocess
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))

STATES = {1: ["x"], 2: ["h", "v"], 3: [], 4: [], 5: ["x"], 6: ["x"]}


def real(name, reference, causality="local", variability="continuous", initial=None, start=None, derivative=None):
    extra = f' initial="{initial}"' if initial else ""
    inner = (f' start="{start}"' if start is not None else "") + (f' derivative="{derivative}"' if derivative else "")
    return (f'<ScalarVariable name="{name}" valueReference="{reference}" causality="{causality}" '
            f'variability="{variability}"{extra}><Real{inner}/></ScalarVariable>')


def parameter(name, reference, start):
    return real(name, reference, "parameter", "fixed", "exact", start)


VARIABLES = {
    1: [real("x", 0, initial="exact", start=0), real("der(x)", 2, derivative=1), real("in", 4, "input", start=0),
        real("A", 5, "output"), real("V", 6, "output"), parameter("C", 8, 2)],
    2: [real("h", 0, "output", initial="exact", start=1), real("v", 1, "output", initial="exact", start=0),
        real("der(h)", 2, derivative=1), real("der(v)", 3, derivative=2), parameter("g", 8, -9.81),
        parameter("e", 9, 0.7)],
    3: ['<ScalarVariable name="n" valueReference="0" causality="output" variability="discrete" initial="exact">'
        '<Integer start="0"/></ScalarVariable>',
        '<ScalarVariable name="on" valueReference="2" causality="input" variability="discrete"><Boolean start="false"/>'
        '</ScalarVariable>'],
    4: [real("u", 4, "input", start=0), real("y", 5, "output"), real("z", 6, "output"), parameter("k", 8, 0.5)],
    5: [real("x", 0, "output", initial="exact", start=0), real("der(x)", 2, derivative=1),
        real("y", 5, "output", "discrete", "exact", 0)],
    6: [real("x", 0, initial="exact", start=1), real("der(x)", 2, derivative=1), real("u", 4, "input", start=0),
        real("y", 5, "output")],
}
STRUCTURE = {
    1: ('4 3|5 ', "2", ""), 2: ("1 |2 ", "3|4", ""), 3: ("1 ", "", ""), 4: ("2 1|3 1", "", ""), 5: ("1 |3 ", "2", ""),
    6: ("4 ", "2", "")}


def unknowns(text):
    out = ""
    for one in text.split("|") if text else []:
        index, _, depends = one.partition(" ")
        depends = f' dependencies="{depends}"' if " " in one else ""
        out += f'<Unknown index="{index}"{depends}/>'
    return out


def description(model, state=False, change=None, directional=False):
    outputs, derivatives, _ = STRUCTURE[model]
    flags = ' canGetAndSetFMUstate="true" canSerializeFMUstate="true"' if state else ""
    me = flags + (' providesDirectionalDerivative="true"' if directional else "")
    needs = "" if model == 5 else ' completedIntegratorStepNotNeeded="true"'
    rows = "\n".join(f"    {v}" for v in VARIABLES[model])
    text = f'''<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription fmiVersion="2.0" modelName="Test {model}" guid="{{test}}" version="1.7"
  numberOfEventIndicators="{1 if model == 2 else 0}">
  <ModelExchange modelIdentifier="test"{me}{needs}/>
  <CoSimulation modelIdentifier="test" canHandleVariableCommunicationStepSize="true"
    canInterpolateInputs="true"{flags}/>
  <DefaultExperiment startTime="0" stopTime="2" stepSize="0.1"/>
  <ModelVariables>
{rows}
  </ModelVariables>
  <ModelStructure>
    <Outputs>{unknowns(outputs)}</Outputs>
    <Derivatives>{unknowns(derivatives)}</Derivatives>
  </ModelStructure>
</fmiModelDescription>
'''
    for old, new in change or []:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def library(folder, model, fault=0, state=False):
    path = os.path.join(folder, f"test_{model}_{fault}_{state}.so")
    if not os.path.exists(path):
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-w", f"-DMODEL={model}", f"-DFAULT={fault}"] +
                       (["-DSTATE"] if state else []) + [os.path.join(HERE, "fmu", "two.c"), "-o", path, "-lm"],
                       check=True)
    return path


def fmu(folder, name, model, fault=0, state=False, change=None, directional=False, platform="linux64", sources=False,
        identifier="test"):
    """Writes an FMU and gives its path."""
    path = os.path.join(folder, name + ".fmu")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        text = description(model, state, change, directional)
        if sources:
            z.write(os.path.join(HERE, "fmu", "two.c"), "sources/two.c")
            z.writestr("sources/config.h", f"#define MODEL {model}\n")
            z.writestr("sources/all.c", '#include "config.h"\n#include "fmi2Functions.h"\n'
                       "/* the header declares what two.c defines by types of its own */\n" if sources == "bad" else
                       '#include "config.h"\n#include "two.c"\n')
            text = text.replace('completedIntegratorStepNotNeeded="true"/>',
                                'completedIntegratorStepNotNeeded="true"><SourceFiles>'
                                '<File name="all.c"/></SourceFiles>'
                                "</ModelExchange>")
        else:
            z.write(library(folder, model, fault, state), f"binaries/{platform}/{identifier}.so")
        z.writestr("modelDescription.xml", text)
    return path


def archive(folder, name, members):
    """An archive of (name or ZipInfo, bytes)."""
    path = os.path.join(folder, name + ".fmu")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for member, content in members:
            z.writestr(member, content)
    return path
