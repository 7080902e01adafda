/* The Python module: a page of Python over the C of the model, which setup.py compiles. */
#include "export/make/export_make.h"
#include <string.h>

static const char module[] =
	"import ctypes as _c\n"
	"import glob as _glob\n"
	"import os as _os\n"
	"\n"
	"_REAL = _c.REAL\n"
	"_OK, _TERMINATED, _FAILED = 0, 1, 2\n"
	"\n"
	"\n"
	"def _load():\n"
	"    here = _os.path.dirname(_os.path.abspath(__file__))\n"
	"    found = sorted(_glob.glob(_os.path.join(here, \"_NAME*.so\")))\n"
	"    if not found:\n"
	"        raise ImportError(\"the C of the model is not compiled: python3 setup.py build_ext --inplace\")\n"
	"    library = _c.CDLL(found[0])\n"
	"    library.NAME_py_size.restype = _c.c_size_t\n"
	"    library.NAME_py_output.restype = _c.c_double\n"
	"    library.NAME_py_get_time.restype = _c.c_double\n"
	"    library.NAME_py_message.restype = _c.c_char_p\n"
	"    return library\n"
	"\n"
	"\n"
	"class Model:\n"
	"    \"\"\"One run. Several of them do not know each other.\"\"\"\n"
	"\n"
	"    def __init__(self, start=START, **parameters):\n"
	"        self._library = _load()\n"
	"        self._memory = _c.create_string_buffer(self._library.NAME_py_size() + 16)\n"
	"        address = _c.addressof(self._memory)\n"
	"        self._m = _c.c_void_p(address + -address % 16)\n"
	"        self._parameters, self._start = dict(parameters), start\n"
	"        for name in parameters:\n"
	"            if name not in PARAMETERS:\n"
	"                raise TypeError(f\"there is no parameter '{name}'\")\n"
	"        self._begun = False\n"
	"        self._library.NAME_open(self._m)\n"
	"        for name, value in parameters.items():\n"
	"            self._library.NAME_py_parameter(self._m, PARAMETERS.index(name), _c.c_double(value))\n"
	"\n"
	"    def _check(self, status):\n"
	"        if status == _FAILED:\n"
	"            raise RuntimeError(self._library.NAME_py_message(self._m).decode())\n"
	"        return self.outputs()\n"
	"\n"
	"    def _set(self, inputs):\n"
	"        values = list(inputs.values()) if isinstance(inputs, dict) else list(inputs)\n"
	"        names = list(inputs) if isinstance(inputs, dict) else INPUTS\n"
	"        if len(values) != len(names) or any(name not in INPUTS for name in names):\n"
	"            raise TypeError(f\"the inputs are {', '.join(INPUTS) or 'none'}\")\n"
	"        for name, value in zip(names, values):\n"
	"            self._library.NAME_py_input(self._m, INPUTS.index(name), _c.c_double(value))\n"
	"        if not self._begun:\n"
	"            self._begun = True\n"
	"            self._check(self._library.NAME_initialise(self._m, _REAL(self._start)))\n"
	"\n"
	"    @property\n"
	"    def time(self):\n"
	"        return self._library.NAME_py_get_time(self._m)\n"
	"\n"
	"    def outputs(self):\n"
	"        return [self._library.NAME_py_output(self._m, k) for k in range(len(OUTPUTS))]\n"
	"\n"
	"    def step(self, inputs, t, dt=STEP):\n"
	"        \"\"\"Goes on to time t in steps of dt, with the inputs held. Gives the outputs.\"\"\"\n"
	"        if not 0 < dt < float(\"inf\"):\n"
	"            raise ValueError(\"dt is %r, and a step must be greater than zero\" % dt)\n"
	"        if not self.time - dt/2 <= t < float(\"inf\"):\n"
	"            raise ValueError(\"t is %r, and the model is at %r already\" % (t, self.time))\n"
	"        self._set(inputs)\n"
	"        self._library.NAME_py_set_step(self._m, _c.c_double(dt))\n"
	"        return self._check(self._library.NAME_advance(self._m, _REAL(t)))\n"
	"\n"
	"    def reset(self, inputs, t):\n"
	"        \"\"\"Goes on to time t, if that is later; the model reacts there. At the start: begins again.\"\"\"\n"
	"        if t <= self._start:\n"
	"            self._begun = False\n"
	"        self._set(inputs)\n"
	"        if t > self.time:\n"
	"            self._check(self._library.NAME_advance(self._m, _REAL(t)))\n"
	"        return self._check(self._library.NAME_event_update(self._m))\n"
	"\n"
	"    def finish(self):\n"
	"        return self._check(self._library.NAME_finish(self._m))\n"
	"\n"
	"\n"
	"_model = None\n"
	"\n"
	"\n"
	"def init(**parameters):\n"
	"    \"\"\"Begins a run, with other values for some parameters. Once, before everything else.\"\"\"\n"
	"    global _model\n"
	"    _model = Model(**parameters)\n"
	"\n"
	"\n"
	"def step(inputs, t, dt=STEP):\n"
	"    \"\"\"Goes on to time t in steps of dt, with the inputs held. Gives the outputs.\"\"\"\n"
	"    return _model.step(inputs, t, dt)\n"
	"\n"
	"\n"
	"def reset(inputs, t):\n"
	"    \"\"\"Goes on to time t, if that is later, and lets the model react there. At the start: begins again.\"\"\"\n"
	"    return _model.reset(inputs, t)\n"
	"\n"
	"\n"
	"def finish():\n"
	"    \"\"\"The last instant. Afterwards init begins a new run.\"\"\"\n"
	"    global _model\n"
	"    outputs, _model = _model.finish(), None\n"
	"    return outputs\n";

static void put_list(const so_job *j, const so_fields *fields, const char *name, sb_text *out)
{
	sb_addf(out, "%s = [", name);
	bool any = false;
	for (uint32_t k = 0; k < fields->n; k++) {
		const si_variable *v = si_var(j->image, fields->at[k].variable);
		for (uint32_t i = 0; i < v->count; i++) {
			sb_text scalar = {0};
			si_scalar_name(j->image, v->first + i, &scalar);
			sb_addf(out, "%s\"%s\"", any ? ", " : "", v->rank ? scalar.at : fields->at[k].field);
			sb_text_free(&scalar);
			any = true;
		}
	}
	sb_add(out, "]\n");
}

void so_write_python(const so_job *j, sb_text *out)
{
	sb_addf(out, "\"\"\"%s, made by Saltus " SALTUS_VERSION ".\n\n"
				 "init(), step(inputs, t, dt), reset(inputs, t), finish()\n\"\"\"\n",
			si_word(j->image, j->image->name));
	const char *at = strstr(module, "_REAL");
	sb_addn(out, module, (size_t)(at - module));
	put_list(j, &j->parameters, "PARAMETERS", out);
	put_list(j, &j->inputs, "INPUTS", out);
	put_list(j, &j->outputs, "OUTPUTS", out);
	sb_text rest = {0};
	for (; *at; at++)
		if (strncmp(at, "_c.REAL", 7) == 0) {
			sb_add(&rest, j->o->single ? "_c.c_float" : "_c.c_double");
			at += 6;
		} else if (strncmp(at, "=START", 6) == 0 || strncmp(at, "=STEP", 5) == 0) {
			sb_addc(&rest, '=');
			sb_add_real(&rest, at[3] == 'A' ? j->start : j->step);
			at += at[3] == 'A' ? 5 : 4;
		} else
			sb_addc(&rest, *at);
	so_put_named(j, rest.at, out);
	sb_text_free(&rest);
}

/* What Python calls beside the functions of model.h. */
void so_write_python_calls(const so_job *j, sb_text *out)
{
	static const char calls[] =
		"size_t NAME_py_size(void) { return sizeof(NAME); }\n"
		"void NAME_py_set_step(NAME *m, double step) { m->run.step = (rt_real)step; rt_restart(&m->run); }\n"
		"double NAME_py_get_time(const NAME *m) { return (double)NAME_time(m); }\n"
		"const char *NAME_py_message(const NAME *m) { return NAME_message(m); }\n";
	sb_add(out, "/* What Python calls beside the functions of model.h. */\n#include \"model.h\"\n\n");
	so_put_named(j, calls, out);
	sb_addc(out, '\n');
	so_put_setter(j, &j->parameters, "p", sb_printf(j->arena, "void %s_py_parameter", j->name), out);
	so_put_setter(j, &j->inputs, "u", sb_printf(j->arena, "void %s_py_input", j->name), out);
	so_put_getter(j, &j->outputs, "y", sb_printf(j->arena, "double %s_py_output", j->name), out);
}

static const char project[] =
	"# Offline: python3 setup.py build_ext --inplace, or pip wheel . --no-deps --no-build-isolation\n"
	"import glob\n"
	"from setuptools import Extension, setup\n"
	"\n"
	"sources = sorted(glob.glob(\"*.c\"))\n"
	"flags = [\"-std=c11\", \"-O2\", \"-ffp-contract=off\"SINGLE]\n"
	"setup(name=\"NAME\", version=\"1\", py_modules=[\"NAME\"],\n"
	"      ext_modules=[Extension(\"_NAME\", sources, extra_compile_args=flags, libraries=[\"m\"])])\n";

void so_write_project(const so_job *j, sb_text *out)
{
	const char *at = strstr(project, "SINGLE");
	sb_text text = {0};
	sb_addn(&text, project, (size_t)(at - project));
	sb_add(&text, j->o->single ? ", \"-DRT_SINGLE\"" : "");
	sb_add(&text, at + strlen("SINGLE"));
	so_put_named(j, text.at, out);
	sb_text_free(&text);
}
