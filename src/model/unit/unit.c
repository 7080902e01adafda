/* Reading and writing of units. The grammar is that of Modelica (3.6, 19.1), which is that of the SI written in ASCII:
 *
 *     expression  = numerator [ "/" denominator ]
 *     numerator   = "1" | factor { "." factor } | "(" expression ")"
 *     denominator = factor | "(" expression ")"
 *     factor      = [prefix] symbol [exponent]
 *     exponent    = [sign] digits | [sign] "(" digits "/" digits ")"
 */
#include "model/unit/unit.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

static const double PI = 3.14159265358979323846;

typedef struct symbol {
	const char *name;
	double factor;
	signed char power[SM_BASE_UNITS];
	bool prefixes, offset;
} symbol;

/* m, kg, s, A, K, mol, cd. Of equal ones the first is the name that is written. */
static const symbol symbols[] = {
	{"m", 1, {1}, true, false},
	{"g", 1e-3, {0, 1}, true, false},
	{"s", 1, {0, 0, 1}, true, false},
	{"A", 1, {0, 0, 0, 1}, true, false},
	{"K", 1, {0, 0, 0, 0, 1}, true, false},
	{"mol", 1, {0, 0, 0, 0, 0, 1}, true, false},
	{"cd", 1, {0, 0, 0, 0, 0, 0, 1}, true, false},
	{"N", 1, {1, 1, -2}, true, false},
	{"J", 1, {2, 1, -2}, true, false},
	{"W", 1, {2, 1, -3}, true, false},
	{"Pa", 1, {-1, 1, -2}, true, false},
	{"C", 1, {0, 0, 1, 1}, true, false},
	{"V", 1, {2, 1, -3, -1}, true, false},
	{"Ohm", 1, {2, 1, -3, -2}, true, false},
	{"S", 1, {-2, -1, 3, 2}, true, false},
	{"F", 1, {-2, -1, 4, 2}, true, false},
	{"H", 1, {2, 1, -2, -2}, true, false},
	{"Wb", 1, {2, 1, -2, -1}, true, false},
	{"T", 1, {0, 1, -2, -1}, true, false},
	{"Hz", 1, {0, 0, -1}, true, false},
	{"Bq", 1, {0, 0, -1}, true, false},
	{"Gy", 1, {2, 0, -2}, true, false},
	{"Sv", 1, {2, 0, -2}, true, false},
	{"kat", 1, {0, 0, -1, 0, 0, 1}, true, false},
	{"lm", 1, {0, 0, 0, 0, 0, 0, 1}, true, false},
	{"lx", 1, {-2, 0, 0, 0, 0, 0, 1}, true, false},
	{"rad", 1, {0}, true, false},
	{"sr", 1, {0}, true, false},
	{"deg", 3.14159265358979323846 / 180, {0}, true, false},
	{"rev", 2 * 3.14159265358979323846, {0}, false, false},
	{"rpm", 2 * 3.14159265358979323846 / 60, {0, 0, -1}, false, false},
	{"min", 60, {0, 0, 1}, false, false},
	{"h", 3600, {0, 0, 1}, false, false},
	{"d", 86400, {0, 0, 1}, false, false},
	{"l", 1e-3, {3}, true, false},
	{"L", 1e-3, {3}, true, false},
	{"t", 1000, {0, 1}, true, false},
	{"bar", 1e5, {-1, 1, -2}, true, false},
	{"eV", 1.602176634e-19, {2, 1, -2}, true, false},
	{"debye", 1e-21 / 299792458, {1, 0, 1, 1}, true, false},
	{"var", 1, {2, 1, -3}, true, false},
	{"degC", 1, {0, 0, 0, 0, 1}, false, true},
	{"degF", 5.0 / 9, {0, 0, 0, 0, 1}, false, true},
	{"degRk", 5.0 / 9, {0, 0, 0, 0, 1}, false, false},
	{"%", 0.01, {0}, false, false},
	{"dB", 1, {0}, false, false},
};

static const struct prefix { const char *name; double factor;
} prefixes[] = {
	{"da", 1e1}, {"Q", 1e30},  {"R", 1e27},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},
	{"G", 1e9},  {"M", 1e6},   {"k", 1e3},   {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},
	{"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}, {"r", 1e-27}, {"q", 1e-30},
};

typedef struct reader { const char *at; sm_unit_fault fault; int depth; } reader;

sm_unit sm_unit_one(void)
{
	return (sm_unit){.factor = 1};
}

sm_unit sm_unit_product(sm_unit a, sm_unit b, double power_of_b)
{
	sm_unit out = {.factor = a.factor * pow(b.factor, power_of_b)};
	for (int i = 0; i < SM_BASE_UNITS; i++)
		out.power[i] = a.power[i] + b.power[i] * power_of_b;
	return out;
}

bool sm_unit_same_dimension(const sm_unit *a, const sm_unit *b)
{
	for (int i = 0; i < SM_BASE_UNITS; i++)
		if (fabs(a->power[i] - b->power[i]) > 1e-6)
			return false;
	return true;
}

bool sm_unit_equal(const sm_unit *a, const sm_unit *b)
{
	return sm_unit_same_dimension(a, b) && a->offset == b->offset &&
		   fabs(a->factor - b->factor) <= 1e-6 * fabs(a->factor);
}

static bool find_symbol(const char *name, size_t n, sm_unit *out)
{
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
		const symbol *s = &symbols[i];
		if (strlen(s->name) != n || strncmp(s->name, name, n) != 0)
			continue;
		*out = (sm_unit){.factor = s->factor, .offset = s->offset};
		for (int k = 0; k < SM_BASE_UNITS; k++)
			out->power[k] = s->power[k];
		return true;
	}
	return false;
}

/* First as a symbol, then as a prefix and a symbol that takes one (min is a minute, not a milli-inch). */
static bool find_operand(const char *name, size_t n, sm_unit *out)
{
	if (find_symbol(name, n, out))
		return true;
	for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t length = strlen(prefixes[i].name);
		if (length >= n || strncmp(prefixes[i].name, name, length) != 0 || !find_symbol(name + length, n - length, out))
			continue;
		for (size_t k = 0; k < sizeof symbols / sizeof *symbols; k++)
			if (strlen(symbols[k].name) == n - length && strncmp(symbols[k].name, name + length, n - length) == 0 &&
				symbols[k].prefixes) {
				out->factor *= prefixes[i].factor;
				return true;
			}
	}
	return false;
}

static double read_exponent(reader *r)
{
	double sign = 1, value = 1;
	char *end;
	if (*r->at == '+' || *r->at == '-')
		sign = *r->at++ == '-' ? -1 : 1;
	else if (!isdigit((unsigned char)*r->at) && !(*r->at == '(' && isdigit((unsigned char)r->at[1])))
		return 1;
	bool fraction = *r->at == '(';
	r->at += fraction;
	if (!isdigit((unsigned char)*r->at)) {
		r->fault = SM_UNIT_SYNTAX;
		return 1;
	}
	value = (double)strtol(r->at, &end, 10);
	r->at = end;
	if (!fraction)
		return sign * value;
	double over = *r->at == '/' ? (double)strtol(r->at + 1, &end, 10) : 0;
	if (over <= 0 || *end != ')') {
		r->fault = SM_UNIT_SYNTAX;
		return 1;
	}
	r->at = end + 1;
	return sign * value / over;
}

static sm_unit read_expression(reader *r);

static sm_unit read_factor(reader *r)
{
	sm_unit u = sm_unit_one();
	const char *from = r->at;
	while (isalpha((unsigned char)*r->at) || *r->at == '_' || *r->at == '%')
		r->at++;
	if (r->at == from) {
		r->fault = SM_UNIT_SYNTAX;
		return u;
	}
	if (!find_operand(from, (size_t)(r->at - from), &u)) {
		r->at = from;
		r->fault = SM_UNIT_UNKNOWN;
		return u;
	}
	double power = read_exponent(r);
	return power == 1 ? u : sm_unit_product(sm_unit_one(), u, power);
}

static sm_unit read_bracketed(reader *r)
{
	r->at++;
	if (++r->depth > 50) {
		r->fault = SM_UNIT_SYNTAX;
		return sm_unit_one();
	}
	sm_unit u = read_expression(r);
	if (!r->fault && *r->at++ != ')') {
		r->at--;
		r->fault = SM_UNIT_SYNTAX;
	}
	r->depth--;
	return u;
}

static sm_unit read_numerator(reader *r)
{
	if (*r->at == '(')
		return read_bracketed(r);
	if (*r->at == '1' && !isdigit((unsigned char)r->at[1])) {
		r->at++;
		return sm_unit_one();
	}
	sm_unit u = read_factor(r);
	while (!r->fault && *r->at == '.') {
		r->at++;
		u = sm_unit_product(u, read_factor(r), 1);
	}
	return u;
}

static sm_unit read_expression(reader *r)
{
	sm_unit u = read_numerator(r);
	if (!r->fault && *r->at == '/') {
		r->at++;
		sm_unit below = *r->at == '(' ? read_bracketed(r) : read_factor(r);
		u = sm_unit_product(u, below, -1);
	}
	return u;
}

sm_unit_fault sm_unit_read(const char *text, sm_unit *out, size_t *at)
{
	reader r = {.at = text};
	*out = read_expression(&r);
	if (!r.fault && *r.at)
		r.fault = SM_UNIT_SYNTAX;
	if (at)
		*at = (size_t)(r.at - text);
	return r.fault;
}

static void write_powers(const sm_unit *u, double sign, uint32_t *count, sb_text *out)
{
	static const char *const names[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
	static const int order[] = {1, 0, 2, 3, 4, 5, 6};        /* kg.m/s2, as people write it */
	for (int k = 0; k < SM_BASE_UNITS; k++) {
		int i = order[k];
		double p = u->power[i] * sign;
		if (p < 1e-6)
			continue;
		sb_addf(out, "%s%s", *count ? "." : "", names[i]);
		(*count)++;
		if (fabs(p - 1) > 1e-6 && fabs(p - round(p)) < 1e-6)
			sb_addf(out, "%lld", (long long)sb_whole(round(p)));
		else if (fabs(p - 1) > 1e-6)
			sb_addf(out, "(%lld/2)", (long long)sb_whole(round(2 * p)));
	}
}

/* Hz and what follows it stand for special cases of their dimension. */
static bool write_named(const sm_unit *u, sb_text *out)
{
	for (size_t i = 0; strcmp(symbols[i].name, "Hz") != 0; i++) {
		sm_unit s = {.factor = symbols[i].factor, .offset = symbols[i].offset};
		for (int k = 0; k < SM_BASE_UNITS; k++)
			s.power[k] = symbols[i].power[k];
		if (!sm_unit_equal(u, &s))
			continue;
		sb_add(out, symbols[i].name);
		return true;
	}
	return false;
}

/* How long a product of base units is: their number counts first, then their powers. */
static double length_of(const sm_unit *u)
{
	double length = 0;
	for (int k = 0; k < SM_BASE_UNITS; k++)
		length += u->power[k] != 0 ? 100 + fabs(u->power[k]) : 0;
	return length;
}

/* The unit with a name that makes the shortest product with powers of base units: V of V/(m.s), W of K/W, and its
 * power. Where base units alone need no more factors people write these (kg.m2, m/s2), unless the mass and the time in
 * them are those of a force, an energy or a power. NULL: base units alone. The rest is what the name is multiplied
 * with. */
static const symbol *find_named_factor(const sm_unit *u, int *power, sm_unit *rest)
{
	static const int powers[] = {1, -1, 2, -2};
	const symbol *best = NULL;
	bool dynamic = u->power[1] == 1 && u->power[2] <= -2;
	double least = length_of(u);
	if (u->power[1] == 1 && u->power[2] == -1 && u->power[3] == 0 && u->power[0] >= 0)
		return NULL; /* flows of mass, momenta: kg.m/s, not N.s */
	for (size_t i = 7; strcmp(symbols[i].name, "Hz") != 0; i++)
		for (int n = 0; n < 4; n++) {
			sm_unit left = *u;
			for (int k = 0; k < SM_BASE_UNITS; k++)
				left.power[k] -= powers[n] * symbols[i].power[k];
			double length = 100 + abs(powers[n]) + (powers[n] < 0 ? 0.5 : 0) + length_of(&left);
			bool tie = !best && dynamic && left.power[1] == 0 && floor(length / 100) == floor(least / 100);
			if (!(floor(length / 100) < floor(least / 100) || (best && length < least) || tie))
				continue;
			best = &symbols[i];
			*power = powers[n];
			*rest = left;
			least = length;
		}
	return best;
}

static void write_factor(const symbol *named, int power, uint32_t *count, sb_text *out)
{
	sb_addf(out, power > 1 ? "%s%d" : "%s", named->name, power);
	(*count)++;
}

void sm_unit_write(const sm_unit *u, sb_text *out)
{
	sm_unit one = sm_unit_one(), rest;
	uint32_t above = 0, below = 0;
	sb_text under = {0};
	if (sm_unit_equal(u, &one)) {
		sb_add(out, "1");
		return;
	}
	if (write_named(u, out))
		return;
	int power = 0;
	const symbol *named = find_named_factor(u, &power, &rest);
	if (fabs(u->factor - PI / 180) < 1e-9)
		sb_add(out, "deg ");
	else if (fabs(u->factor - 1) > 1e-6)
		sb_addf(out, "%g ", u->factor);
	if (named)
		write_factor(named, abs(power), power > 0 ? &above : &below, power > 0 ? out : &under);
	u = named ? &rest : u;
	write_powers(u, 1, &above, out);
	write_powers(u, -1, &below, &under);
	if (!above)
		sb_add(out, "1");
	if (below)
		sb_addf(out, below > 1 ? "/(%s)" : "/%s", under.at);
	sb_text_free(&under);
}
