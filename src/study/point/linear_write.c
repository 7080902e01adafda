/* Linear systems as files: MAT, JSON, and a model in Modelica. */
#include "base/file.h"
#include "base/json.h"
#include "study/point/point.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------------- JSON */

static void add_names(sb_json *j, const char *key, const char *const *names, uint32_t n)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < n; i++)
		sb_json_string(j, NULL, names[i]);
	sb_json_close(j, ']');
}

static void add_numbers(sb_json *j, const char *key, const double *at, uint32_t n)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < n; i++)
		sb_json_real(j, NULL, at[i]);
	sb_json_close(j, ']');
}

static void add_matrix(sb_json *j, const char *key, const st_dense *m)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < m->rows; i++) {
		sb_json_open(j, NULL, '[');
		for (uint32_t k = 0; k < m->columns; k++)
			sb_json_real(j, NULL, *st_element(m, i, k));
		sb_json_close(j, ']');
	}
	sb_json_close(j, ']');
}

static void add_complex(sb_json *j, const char *key, const double complex *at, uint32_t n)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < n; i++)
		add_numbers(j, NULL, (double[]){creal(at[i]), cimag(at[i])}, 2);
	sb_json_close(j, ']');
}

static void add_modes(sb_json *j, const st_system *s, sb_arena *arena)
{
	uint32_t n = s->a.rows, zeros;
	st_pole *poles = sb_new_array(arena, st_pole, n + 1);
	double complex *values = sb_new_array(arena, double complex, n + 1);
	bool degenerate;
	if (!st_poles(arena, s, poles))
		return;
	for (uint32_t i = 0; i < n; i++)
		values[i] = poles[i].value;
	add_complex(j, "poles", values, n);
	if (s->b.columns && s->c.rows && st_zeros(arena, s, values, &zeros, &degenerate))
		add_complex(j, "zeros", values, zeros);
	sb_json_int(j, "controllable", st_controllable(arena, s));
	sb_json_int(j, "observable", st_observable(arena, s));
}

static void add_channels(sb_json *j, const st_system *s, sb_arena *arena)
{
	sb_json_open(j, "channels", '[');
	for (uint32_t o = 0; o < s->c.rows; o++)
		for (uint32_t i = 0; i < s->b.columns; i++) {
			st_transfer t;
			if (!st_transfer_of(arena, s, o, i, &t))
				continue;
			sb_json_open(j, NULL, '{');
			sb_json_string(j, "output", s->outputs[o]);
			sb_json_string(j, "input", s->inputs[i]);
			sb_json_real(j, "gain", t.gain);
			add_complex(j, "zeros", t.zeros, t.zero_count);
			add_complex(j, "poles", t.poles, t.pole_count);
			sb_json_real(j, "steady", t.steady);
			sb_json_close(j, '}');
		}
	sb_json_close(j, ']');
}

static void add_crossings(sb_json *j, const char *key, const st_crossing *at, uint32_t n, bool phase)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < n; i++) {
		sb_json_open(j, NULL, '{');
		sb_json_real(j, "frequency", at[i].frequency);
		sb_json_real(j, "margin", at[i].value);
		if (phase)
			sb_json_real(j, "delay", at[i].delay);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

static void add_margins(sb_json *j, const st_system *s, sb_arena *arena)
{
	st_margins m;
	if (s->b.columns != 1 || s->c.rows != 1 || !s->a.rows || !st_margins_of(arena, s, &m))
		return;
	sb_json_open(j, "margins", '{');
	sb_json_bool(j, "stable", m.stable);
	sb_json_bool(j, "hidden", m.hidden);
	add_crossings(j, "gain", m.gain, m.gain_count, false);
	add_crossings(j, "phase", m.phase, m.phase_count, true);
	sb_json_real(j, "distance", m.distance);
	sb_json_close(j, '}');
}

void st_linear_json(const st_linear *l, const char *model, sb_text *out)
{
	const st_system *s = &l->s;
	sb_arena *arena = sb_arena_new();
	sb_json j = {.out = out};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "model", model);
	sb_json_string(&j, "status", "done");
	sb_json_real(&j, "time", l->time);
	sb_json_real(&j, "period", s->period);
	if (l->uncertain > 0)                /* found by differences */
		sb_json_real(&j, "uncertain", l->uncertain);
	sb_json_bool(&j, "at_rest", l->at_rest);
	add_names(&j, "states", s->states, s->a.rows);
	add_names(&j, "inputs", s->inputs, s->b.columns);
	add_names(&j, "outputs", s->outputs, s->c.rows);
	add_names(&j, "dependent", l->dependent.at, l->dependent.n);
	add_matrix(&j, "A", &s->a);
	add_matrix(&j, "B", &s->b);
	add_matrix(&j, "C", &s->c);
	add_matrix(&j, "D", &s->d);
	add_numbers(&j, "x0", l->x, s->a.rows);
	add_numbers(&j, "rate0", l->rate, s->a.rows);
	add_numbers(&j, "u0", l->u, s->b.columns);
	add_numbers(&j, "y0", l->y, s->c.rows);
	add_modes(&j, s, arena);
	add_channels(&j, s, arena);
	add_margins(&j, s, arena);
	sb_json_close(&j, '}');
	sb_arena_free(arena);
}

/* --------------------------------------------------------------------------------------------------------------- MAT
 *
 * Version 4: a header of five whole numbers, the name, and the values column by column. Texts are rows of characters of
 * one length. */
static void put_head(FILE *f, const char *name, bool text, uint32_t rows, uint32_t columns)
{
	const union { uint16_t word; uint8_t first; } order = {1};
	int32_t head[] = {(order.first ? 0 : 1000) + text, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(name) + 1};
	fwrite(head, sizeof head, 1, f);
	fwrite(name, strlen(name) + 1, 1, f);
}

static void put_matrix(FILE *f, const char *name, const st_dense *m)
{
	put_head(f, name, false, m->rows, m->columns);
	fwrite(m->at, sizeof *m->at, (size_t)m->rows * m->columns, f);
}

static void put_column(FILE *f, const char *name, const double *at, uint32_t n)
{
	put_head(f, name, false, n, 1);
	fwrite(at, sizeof *at, n, f);
}

static void put_names(FILE *f, const char *name, const char *const *names, uint32_t n)
{
	size_t longest = 0;
	for (uint32_t i = 0; i < n; i++)
		longest = strlen(names[i]) > longest ? strlen(names[i]) : longest;
	put_head(f, name, true, n, (uint32_t)longest);
	for (size_t k = 0; k < longest; k++)
		for (uint32_t i = 0; i < n; i++) {
			double c = k < strlen(names[i]) ? (unsigned char)names[i][k] : ' ';
			fwrite(&c, sizeof c, 1, f);
		}
}

static void write_mat(FILE *f, const st_linear *l)
{
	const st_system *s = &l->s;
	uint32_t n = s->a.rows, m = s->b.columns, p = s->c.rows;
	put_matrix(f, "A", &s->a);
	put_matrix(f, "B", &s->b);
	put_matrix(f, "C", &s->c);
	put_matrix(f, "D", &s->d);
	put_column(f, "x0", l->x, n);
	put_column(f, "rate0", l->rate, n);
	put_column(f, "u0", l->u, m);
	put_column(f, "y0", l->y, p);
	put_column(f, "time", &l->time, 1);
	put_column(f, "period", &s->period, 1);
	put_names(f, "states", s->states, n);
	put_names(f, "inputs", s->inputs, m);
	put_names(f, "outputs", s->outputs, p);
}

/* --------------------------------------------------------------------------------------------------------- Modelica */

static void add_literal(sb_text *out, const char *name, const char *size, const st_dense *m)
{
	sb_addf(out, "  parameter Real %s[%s] = ", name, size);
	if (!m->rows || !m->columns) {
		sb_addf(out, "zeros(%u, %u);\n", m->rows, m->columns);
		return;
	}
	sb_add(out, "[");
	for (uint32_t i = 0; i < m->rows; i++)
		for (uint32_t k = 0; k < m->columns; k++) {
			sb_add(out, k ? ", " : i ? ";\n    " : "");
			sb_add_real(out, *st_element(m, i, k));
		}
	sb_add(out, "];\n");
}

static void add_vector(sb_text *out, const char *name, const char *size, const double *at, uint32_t n, const char *what)
{
	sb_addf(out, "  parameter Real %s[%s] = ", name, size);
	sb_add(out, n ? "{" : "zeros(0)");
	for (uint32_t i = 0; i < n; i++) {
		sb_add(out, i ? ", " : "");
		sb_add_real(out, at[i]);
	}
	sb_addf(out, "%s \"%s\";\n", n ? "}" : "", what);
}

static void add_comment(sb_text *out, const char *what, const char *letter, const char *const *names, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		sb_addf(out, "  // %s %s[%u]: %s\n", what, letter, i + 1, names[i]);
}

static void write_modelica(const st_linear *l, const char *model, const char *name, sb_text *out)
{
	const st_system *s = &l->s;
	uint32_t n = s->a.rows, m = s->b.columns, p = s->c.rows;
	sb_addf(out, "model %s \"%s, linear around its point at time %.9g\"\n", name, model, l->time);
	add_comment(out, "state", "x", s->states, n);
	add_comment(out, "input", "u", s->inputs, m);
	add_comment(out, "output", "y", s->outputs, p);
	sb_addf(out, "  parameter Integer n = %u, m = %u, p = %u;\n", n, m, p);
	add_literal(out, "A", "n, n", &s->a);
	add_literal(out, "B", "n, m", &s->b);
	add_literal(out, "C", "p, n", &s->c);
	add_literal(out, "D", "p, m", &s->d);
	add_vector(out, "x0", "n", l->x, n, "the states at the point");
	add_vector(out, "rate0", "n", l->rate, n, s->period > 0 ? "what a step changes there, zero in an equilibrium"
																: "and their rates, which are zero in an equilibrium");
	add_vector(out, "u0", "m", l->u, m, "the inputs there");
	add_vector(out, "y0", "p", l->y, p, "and the outputs");
	sb_add(out, "  input Real u[m](start = u0);\n  output Real y[p];\n");
	if (s->period > 0)
		sb_addf(out, "  discrete Real x[n](start = x0, each fixed = true);\nequation\n"
					 "  when sample(%.17g, %.17g) then\n"
					 "    x = x0 + rate0 + A*(pre(x) - x0) + B*(u - u0);\n  end when;\n",
				s->period, s->period);
	else
		sb_add(out, "  Real x[n](start = x0, each fixed = true);\nequation\n"
					"  der(x) = rate0 + A*(x - x0) + B*(u - u0);\n");
	sb_addf(out, "  y = y0 + C*(x - x0) + D*(u - u0);\nend %s;\n", name);
}

/* The last part of the model's name, as far as it is an identifier. */
static char *class_name(sb_arena *arena, const char *model)
{
	const char *dot = strrchr(model, '.');
	char *name = sb_printf(arena, "%s_linear", dot ? dot + 1 : model);
	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	if (isdigit((unsigned char)*name))
		*name = '_';
	return name;
}

bool st_linear_write(const st_linear *l, const char *model, const char *path, sb_diag *diag)
{
	const char *dot = strrchr(path, '.');
	sb_output out;
	sb_text text = {0};
	if (!sb_output_open(&out, diag, path))
		return false;
	sb_arena *arena = sb_arena_new();
	if (dot && strcmp(dot, ".mat") == 0)
		write_mat(out.stream, l);
	else if (dot && strcmp(dot, ".json") == 0)
		st_linear_json(l, model, &text);
	else
		write_modelica(l, model, class_name(arena, model), &text);
	if (text.n)
		fwrite(text.at, 1, text.n, out.stream);
	if (dot && strcmp(dot, ".json") == 0)
		fputc('\n', out.stream);
	sb_text_free(&text);
	sb_arena_free(arena);
	return sb_output_commit(&out, diag);
}
