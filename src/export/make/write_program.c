/* main.c and the Makefile of a program. */
#include "export/make/export_make.h"
#include <string.h>

static const char console[] =
	"/* Reads the inputs of one point of time from the console; 0: there are no more. Replace it by what reads\n"
	" * sensors. */\n"
	"static int input(NAME *m)\n"
	"{\n"
	"\tprintf(\"inputs at time %f\\n\", (double)NAME_time(m));\n"
	"\tfor (int k = 0, at = 0; k < INPUTS; k++) {\n"
	"\t\tprintf(\"input %d of type double[%d]?\\n\", k + 1, inputs[k].count);\n"
	"\t\tfor (int i = 0; i < inputs[k].count; i++, at++) {\n"
	"\t\t\tdouble value;\n"
	"\t\t\tif (scanf(\"%lf\", &value) != 1)\n"
	"\t\t\t\treturn 0;\n"
	"\t\t\tset_input(m, at, value);\n"
	"\t\t}\n"
	"\t}\n"
	"\treturn 1;\n"
	"}\n"
	"\n"
	"/* Replace it by what drives actuators. */\n"
	"static void output(const NAME *m)\n"
	"{\n"
	"\tprintf(\"outputs at time %f\\n\", (double)NAME_time(m));\n"
	"\tfor (int k = 0, at = 0; k < OUTPUTS; k++) {\n"
	"\t\tprintf(\"output %d of type double[%d]:\", k + 1, outputs[k].count);\n"
	"\t\tfor (int i = 0; i < outputs[k].count; i++, at++)\n"
	"\t\t\tprintf(\" %f\", get_output(m, at));\n"
	"\t\tprintf(\"\\n\");\n"
	"\t}\n"
	"}\n"
	"\n"
	"/* To the next point of time. Replace it by what waits for a timer and then makes the step. */\n"
	"static rt_status nexttime(NAME *m)\n"
	"{\n"
	"\treturn NAME_step(m);\n"
	"}\n"
	"\n"
	"static rt_status talk(NAME *m, double stop)\n"
	"{\n"
	"\trt_status status = RT_OK;\n"
	"\twhile (status == RT_OK && (double)NAME_time(m) <= stop * (1 + 1e-9)) {\n"
	"\t\tif (INPUTS > 0 && !input(m))\n"
	"\t\t\tbreak;\n"
	"\t\tstatus = NAME_evaluate(m);\n"
	"\t\toutput(m);\n"
	"\t\tif (status == RT_OK)\n"
	"\t\t\tstatus = nexttime(m);\n"
	"\t}\n"
	"\treturn status;\n"
	"}\n"
	"\n";

static const char csv[] =
	"/* Inputs from a CSV file: a line of names, then lines with the time and one number for each input, held until\n"
	" * the next one. */\n"
	"typedef struct feed { FILE *file; double time, next[INPUTS_ALL + 1]; int known; } feed;\n"
	"\n"
	"static int read_line(feed *f)\n"
	"{\n"
	"\tf->known = fscanf(f->file, \"%lf\", &f->time) == 1;\n"
	"\tfor (int k = 0; k < INPUTS_ALL && f->known; k++)\n"
	"\t\tf->known = fscanf(f->file, \" , %lf\", &f->next[k]) == 1;\n"
	"\treturn f->known;\n"
	"}\n"
	"\n"
	"static void take_lines(NAME *m, feed *f)\n"
	"{\n"
	"\twhile (f->file && f->known && f->time <= (double)NAME_time(m) + 1e-9 * (double)m->run.step) {\n"
	"\t\tfor (int k = 0; k < INPUTS_ALL; k++)\n"
	"\t\t\tset_input(m, k, f->next[k]);\n"
	"\t\tread_line(f);\n"
	"\t}\n"
	"}\n"
	"\n"
	"static void put_row(const NAME *m)\n"
	"{\n"
	"\tprintf(\"%.17g\", (double)NAME_time(m));\n"
	"\tfor (int k = 0; k < OUTPUTS_ALL; k++)\n"
	"\t\tprintf(\",%.17g\", get_output(m, k));\n"
	"\tprintf(\"\\n\");\n"
	"}\n"
	"\n"
	"static rt_status table(NAME *m, feed *f, double stop)\n"
	"{\n"
	"\tprintf(\"time\");\n"
	"\tfor (int k = 0; k < OUTPUTS_ALL; k++)\n"
	"\t\tprintf(\",%s\", output_names[k]);\n"
	"\tprintf(\"\\n\");\n"
	"\trt_status status = NAME_evaluate(m);\n"
	"\tput_row(m);\n"
	"\twhile (status == RT_OK && (double)NAME_time(m) < stop - 1e-6 * (double)m->run.step) {\n"
	"\t\ttake_lines(m, f);\n"
	"\t\tstatus = NAME_step(m);\n"
	"\t\tif (status != RT_FAILED)\n"
	"\t\t\tput_row(m);\n"
	"\t}\n"
	"\treturn status;\n"
	"}\n"
	"\n"
	"static int usage(void)\n"
	"{\n"
	"\tfprintf(stderr, \"usage: main [-c] [--inputs FILE.csv] [--stop T] [--step H] [-p NAME=VALUE ...]\\n\");\n"
	"\treturn 2;\n"
	"}\n"
	"\n"
	"int main(int argc, char **argv)\n"
	"{\n"
	"\tstatic NAME m;\n"
	"\tdouble stop = STOP;\n"
	"\tint as_table = 0, c;\n"
	"\tfeed f = { NULL, 0, { 0 }, 0 };\n"
	"\tNAME_open(&m);\n"
	"\tfor (int k = 1; k < argc; k++) {\n"
	"\t\tif (strcmp(argv[k], \"-c\") == 0 || strcmp(argv[k], \"--csv\") == 0)\n"
	"\t\t\tas_table = 1;\n"
	"\t\telse if (strcmp(argv[k], \"--stop\") == 0 && k + 1 < argc)\n"
	"\t\t\tstop = strtod(argv[++k], NULL);\n"
	"\t\telse if (strcmp(argv[k], \"--step\") == 0 && k + 1 < argc)\n"
	"\t\t\tm.run.step = (rt_real)strtod(argv[++k], NULL);\n"
	"\t\telse if (strcmp(argv[k], \"--inputs\") == 0 && k + 1 < argc && (f.file = fopen(argv[++k], \"r\")) != NULL)\n"
	"\t\t\tas_table = 1;\n"
	"\t\telse if (strcmp(argv[k], \"-p\") == 0 && k + 1 < argc && set_parameter(&m, argv[++k]))\n"
	"\t\t\tcontinue;\n"
	"\t\telse\n"
	"\t\t\treturn usage();\n"
	"\t}\n"
	"\twhile (f.file && (c = getc(f.file)) != EOF && c != '\\n')\n"
	"\t\tcontinue;\n"
	"\tif (f.file && read_line(&f))\n"
	"\t\ttake_lines(&m, &f);\n"
	"\trt_status status = NAME_initialise(&m, m.run.model->start);\n"
	"\tif (status == RT_OK)\n"
	"\t\tstatus = as_table ? table(&m, &f, stop) : talk(&m, stop);\n"
	"\tif (status != RT_FAILED)\n"
	"\t\tstatus = NAME_finish(&m);\n"
	"\tif (NAME_message(&m)[0])\n"
	"\t\tfprintf(stderr, \"%s\\n\", NAME_message(&m));\n"
	"\tif (f.file)\n"
	"\t\tfclose(f.file);\n"
	"\treturn status == RT_FAILED;\n"
	"}\n";

static void put_ports(const so_job *j, const so_fields *fields, const char *name, sb_text *out)
{
	sb_addf(out, "static const struct { int count; } %s[] = {\n", name);
	for (uint32_t k = 0; k < fields->n; k++)
		sb_addf(out, "\t{ %u },  /* %s */\n", si_var(j->image, fields->at[k].variable)->count, fields->at[k].name);
	sb_add(out, fields->n ? "};\n\n" : "\t{ 0 }\n};\n\n");
}

static const char set_parameter[] =
	"/* NAME=VALUE, with the names of the model. 0: there is no such parameter. */\n"
	"static int set_parameter(NAME *m, const char *text)\n"
	"{\n"
	"\tconst char *equals = strchr(text, '=');\n"
	"\tfor (int k = 0; equals && k < PARAMETERS_ALL; k++)\n"
	"\t\tif (strncmp(parameter_names[k], text, (size_t)(equals - text)) == 0 &&\n"
	"\t\t\t!parameter_names[k][equals - text]) {\n"
	"\t\t\tput_parameter(m, k, strtod(equals + 1, NULL));\n"
	"\t\t\treturn 1;\n"
	"\t\t}\n"
	"\tfprintf(stderr, \"there is no parameter %s\\n\", text);\n"
	"\treturn 0;\n"
	"}\n\n";

void so_write_main(const so_job *j, sb_text *out)
{
	sb_addf(out, "/* Made by Saltus " SALTUS_VERSION ": %s as a program. Without -c it asks for inputs and prints\n"
				 " * outputs on the console; the functions input, output and nexttime are there to be replaced. */\n",
			si_word(j->image, j->image->name));
	sb_add(out, "#include \"model.h\"\n\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\n");
	sb_addf(out, "enum { INPUTS = %u, INPUTS_ALL = %u, OUTPUTS = %u, OUTPUTS_ALL = %u, PARAMETERS_ALL = %u };\n",
			j->inputs.n, so_scalars_of(j, &j->inputs), j->outputs.n, so_scalars_of(j, &j->outputs),
			so_scalars_of(j, &j->parameters));
	sb_add(out, "static const double STOP = ");
	sb_add_real(out, j->stop);
	sb_add(out, ";\n\n");
	put_ports(j, &j->inputs, "inputs", out);
	put_ports(j, &j->outputs, "outputs", out);
	so_put_names(j, &j->outputs, "output_names", out);
	so_put_names(j, &j->parameters, "parameter_names", out);
	so_put_setter(j, &j->inputs, "u", "static void set_input", out);
	so_put_setter(j, &j->parameters, "p", "static void put_parameter", out);
	so_put_getter(j, &j->outputs, "y", "static double get_output", out);
	so_put_named(j, set_parameter, out);
	so_put_named(j, console, out);
	so_put_named(j, csv, out);
}

void so_write_makefile(const so_job *j, sb_text *out)
{
	sb_addf(out, "# Made by Saltus " SALTUS_VERSION ". For another machine: make CC=arm-linux-gnueabihf-gcc\n"
				 "CC ?= cc\nCFLAGS ?= -O2\n"
				 "# Multiplications and additions are not contracted: the bits are those of the simulation.\n"
				 "override CFLAGS += -std=c11 -ffp-contract=off%s\n\n", j->o->single ? " -DRT_SINGLE" : "");
	sb_add(out, "OBJECTS = main.o model.o");
	for (const so_file *f = so_runtime; f->name; f++) {
		size_t n = strlen(f->name);
		if (f->name[n - 1] == 'c')
			sb_addf(out, " %.*s.o", (int)(n - 2), f->name);
	}
	sb_add(out, "\n\nmain: $(OBJECTS)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(OBJECTS) -lm\n\n"
				"$(OBJECTS): model.h saltus_rt.h rt_math.h dense_factors.h\n\n"
				"clean:\n\trm -f main $(OBJECTS)\n\n.PHONY: clean\n");
}
