"""The functions of an FMU of FMI 3.0 or 2.0, called directly: what the tests of exported FMUs share."""
import ctypes as c
import os
import re
import zipfile

BOOL, REAL, SIZE, TEXT = c.c_bool, c.c_double, c.c_size_t, c.c_char_p


class Description:
    """modelDescription.xml, as far as the tests ask."""

    def __init__(self, path, folder):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
            self.names = archive.namelist()
        self.folder = folder
        with open(os.path.join(folder, "modelDescription.xml")) as file:
            self.xml = file.read()
        self.version = int(re.search(r'fmiVersion="(\d)', self.xml).group(1))
        self.token = re.search(r'(?:guid|instantiationToken)="([^"]*)"', self.xml).group(1)
        self.reference = {}
        last = 0
        for alias, name, number in re.findall(r'<Alias name="([^"]*)"|name="([^"]*)" valueReference="(\d+)"', self.xml):
            last = int(number) if number else last
            self.reference[alias or name] = last

    def attributes(self, name):
        """Those of the element of a variable, with those of its type in 2.0."""
        start = self.xml.index(f'name="{name}" valueReference')
        end = self.xml.index("</ScalarVariable" if self.version == 2 else ">", start)
        return dict(re.findall(r'(\w+)="([^"]*)"', self.xml[start:end]))

    def library(self):
        platform = "x86_64-linux" if self.version == 3 else "linux64"
        where = os.path.join(self.folder, "binaries", platform)
        return c.CDLL(os.path.join(where, os.listdir(where)[0]))


class Instance:
    """An instance of an FMU of FMI 3.0; each call gives its status."""

    def __init__(self, description, cosimulation=False, token=None, events=False, early=False, update=None):
        self.d, self.lib, self.said = description, description.library(), []
        self.kept = [c.CFUNCTYPE(None, c.c_void_p, c.c_int, TEXT, TEXT)(
            lambda _, status, category, text: self.said.append((status, text.decode())))]
        kind = c.CFUNCTYPE(None, c.c_void_p, REAL, BOOL, BOOL, BOOL, BOOL, c.POINTER(BOOL), c.POINTER(REAL))
        self.kept.append(kind(update) if update else c.cast(None, kind))
        make = self.lib.fmi3InstantiateCoSimulation if cosimulation else self.lib.fmi3InstantiateModelExchange
        make.restype = c.c_void_p
        words = [b"one", (token or description.token).encode(), b"", BOOL(False), BOOL(False)]
        if cosimulation:
            words += [BOOL(events), BOOL(early), None, SIZE(0), None, *self.kept]
        else:
            words += [None, self.kept[0]]
        self.at = make(*words)

    def call(self, name, *words):
        return getattr(self.lib, "fmi3" + name)(c.c_void_p(self.at), *words)

    def free(self):
        self.lib.fmi3FreeInstance(c.c_void_p(self.at))

    def references(self, names):
        return (c.c_uint32 * len(names))(*(self.d.reference[name] for name in names))

    def get(self, *names, kind="Float64", type=REAL, count=None):
        room = (type * (count or len(names)))()
        status = self.call("Get" + kind, self.references(names), SIZE(len(names)), room, SIZE(len(room)))
        return list(room) if status <= 1 else None

    def set(self, kind="Float64", type=REAL, **values):
        status = 0
        for name, value in values.items():
            row = value if isinstance(value, list) else [value]
            status |= self.call("Set" + kind, self.references([name]), SIZE(1), (type * len(row))(*row), SIZE(len(row)))
        return status

    def begin(self, start=0.0, tolerance=None):
        status = self.call("EnterInitializationMode", BOOL(tolerance is not None), REAL(tolerance or 0), REAL(start),
                           BOOL(False), REAL(0))
        return status or self.call("ExitInitializationMode")

    def update(self):
        flags, next_time = [BOOL() for _ in range(5)], REAL()
        status = self.call("UpdateDiscreteStates", *(c.byref(f) for f in flags), c.byref(next_time))
        again, terminate, _, changed, has_next = (f.value for f in flags)
        return {"status": status, "again": again, "terminate": terminate, "changed": changed,
                "next": next_time.value if has_next else None}

    def step(self, time, size):
        flags, last = [BOOL() for _ in range(3)], REAL()
        status = self.call("DoStep", REAL(time), REAL(size), BOOL(True), *(c.byref(f) for f in flags), c.byref(last))
        event, terminate, early = (f.value for f in flags)
        return {"status": status, "event": event, "terminate": terminate, "early": early, "last": last.value}

    def row(self, name, n):
        room = (REAL * n)()
        status = self.call(name, room, SIZE(n))
        return list(room) if status <= 1 else None

    def set_states(self, x):
        return self.call("SetContinuousStates", (REAL * len(x))(*x), SIZE(len(x)))

    def derivative(self, unknowns, knowns, seed, adjoint=False):
        out = (REAL * (len(knowns) if adjoint else len(unknowns)))()
        status = self.call("GetAdjointDerivative" if adjoint else "GetDirectionalDerivative",
                           self.references(unknowns), SIZE(len(unknowns)), self.references(knowns), SIZE(len(knowns)),
                           (REAL * len(seed))(*seed), SIZE(len(seed)), out, SIZE(len(out)))
        return list(out) if status <= 1 else None
