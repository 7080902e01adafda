/* The beginning of every generated text: the declarations that it shares with this program, and those helping functions
 * that it uses (of numbers, which both compilers must compute alike; access to elements by tables of places).
 * Mathematical functions come from the process itself through the table M, so both tiers call the same ones; those of
 * external/ through the table X. */
#include "code/generate/generate.h"

#include <ctype.h>
#include <string.h>

#define TEXT(...) #__VA_ARGS__
#define SHARED(...) TEXT(__VA_ARGS__)

const char sc_prelude[] =
	SHARED(SC_SHARED) "\n"
					  "typedef struct sc_math {\n"
					  "\tdouble (*sin)(double), (*cos)(double), (*tan)(double), (*asin)(double), (*acos)(double), "
					  "(*atan)(double);\n"
					  "\tdouble (*atan2)(double, double), (*sinh)(double), (*cosh)(double), (*tanh)(double), "
					  "(*exp)(double), (*log)(double);\n"
					  "\tdouble (*log10)(double), (*sqrt)(double), (*fabs)(double), (*floor)(double), (*ceil)(double), "
					  "(*trunc)(double);\n"
					  "\tdouble (*pow)(double, double), inf, nan;\n"
					  "} sc_math;\n"
					  "static sc_math M;\n"
					  "static void *const *X;\n"
					  "void sc_bind(const sc_math *math, void *const *externals) { M = *math; X = externals; }\n"
					  "#ifdef __TINYC__\n"
					  "#define inline\n"
					  "#define sc_sqrt(x) M.sqrt(x)\n"
					  "#define sc_abs(x) M.fabs(x)\n"
					  "#else\n"
					  "#define sc_sqrt(x) __builtin_sqrt(x)\n"
					  "#define sc_abs(x) __builtin_fabs(x)\n"
					  "#endif\n";

#define ODD_SUM(name, op)                                                                                              \
	"static inline long long sc_odd_" name "(int *odd, long long x, long long y)\n"                                    \
	"{\n"                                                                                                              \
	"\tif (!(sc_small(x) && sc_small(y)) && !sc_fits((double)x " op " (double)y)) *odd = 1;\n"                         \
	"\treturn x " op " y;\n"                                                                                           \
	"}\n"

/* Each uses only those before it. */
static const struct helper { const char *name, *text;
} helpers[] = {
	{"sc_min", "static inline double sc_min(double x, double y) { return x < y ? x : y; }\n"},
	{"sc_max", "static inline double sc_max(double x, double y) { return x > y ? x : y; }\n"},
	{"sc_imin", "static inline long long sc_imin(long long x, long long y) { return x < y ? x : y; }\n"},
	{"sc_imax", "static inline long long sc_imax(long long x, long long y) { return x > y ? x : y; }\n"},
	{"sc_iabs", "static inline long long sc_iabs(long long x) { return x < 0 ? -x : x; }\n"},
	{"sc_sign", "static inline long long sc_sign(double x) { return (x > 0.0) - (x < 0.0); }\n"},
	{"sc_isign", "static inline long long sc_isign(long long x) { return (x > 0) - (x < 0); }\n"},
	{"sc_pow", "static inline double sc_pow(double x, double y) { return y == 2.0 ? x * x : M.pow(x, y); }\n"},
	{"sc_div", "static inline double sc_div(double x, double y) { return M.trunc(x / y); }\n"},
	{"sc_mod", "static inline double sc_mod(double x, double y) { return x - M.floor(x / y) * y; }\n"},
	{"sc_rem", "static inline double sc_rem(double x, double y) { return x - M.trunc(x / y) * y; }\n"},
	{"sc_whole",
	 "static inline long long sc_whole(double x) { return x >= -9.2e18 && x <= 9.2e18 ? (long long)x : 0; }\n"},
	{"sc_integer",
	 "static inline long long sc_integer(sc_data *d, int site, double x)\n"
	 "{\n"
	 "\tif (!(x >= -9.2e18 && x <= 9.2e18)) { d->services->fail(d, site, x == x ? \"a number is too large for an "
	 "Integer\" : "
	 "\"an Integer cannot be made from a value that is not a number, such as the root of a negative number\"); "
	 "return 0; }\n"
	 "\treturn (long long)M.floor(x);\n"
	 "}\n"},
	{"sc_fits", "static inline int sc_fits(double x) { return x >= -9.2e18 && x <= 9.2e18; }\n"},
	{"sc_small", "#define sc_small(x) ((unsigned long long)(x) + 0x80000000ULL < 0x100000000ULL)\n"},
	{"sc_iadd", "static inline long long sc_iadd(sc_data *d, int site, long long x, long long y)\n"
				"{\n"
				"\tif (!(sc_small(x) && sc_small(y)) && !sc_fits((double)x + (double)y)) {\n"
				"\t\td->services->fail(d, site, \"an Integer has become too "
				"large\"); return 0; }\n"
				"\treturn x + y;\n"
				"}\n"},
	{"sc_isub", "static inline long long sc_isub(sc_data *d, int site, long long x, long long y)\n"
				"{\n"
				"\tif (!(sc_small(x) && sc_small(y)) && !sc_fits((double)x - (double)y)) {\n"
				"\t\td->services->fail(d, site, \"an Integer has become too "
				"large\"); return 0; }\n"
				"\treturn x - y;\n"
				"}\n"},
	{"sc_imul", "static inline long long sc_imul(sc_data *d, int site, long long x, long long y)\n"
				"{\n"
				"\tif (!(sc_small(x) && sc_small(y)) && !sc_fits((double)x * (double)y)) {\n"
				"\t\td->services->fail(d, site, \"an Integer has become too "
				"large\"); return 0; }\n"
				"\treturn x * y;\n"
				"}\n"},
	{"sc_iquot", "static inline long long sc_iquot(sc_data *d, int site, long long x, long long y)\n"
				 "{\n"
				 "\tif (y == 0) { d->services->fail(d, site, \"an Integer is divided by zero\"); return 0; }\n"
				 "\treturn y == -1 ? -x : x / y;\n"
				 "}\n"},
	{"sc_irem", "static inline long long sc_irem(sc_data *d, int site, long long x, long long y)\n"
				"{\n"
				"\tif (y == 0) { d->services->fail(d, site, \"an Integer is divided by zero\"); return 0; }\n"
				"\treturn y == -1 ? 0 : x % y;\n"
				"}\n"},
	{"sc_imod", "static inline long long sc_imod(sc_data *d, int site, long long x, long long y)\n"
				"{\n"
				"\tconst long long z = sc_irem(d, site, x, y);\n"
				"\treturn z != 0 && (z < 0) != (y < 0) ? z + y : z;\n"
				"}\n"},
	{"sc_quotient", "static inline double sc_quotient(sc_data *d, int site, const char *text, double x, double y)\n"
					"{\n"
					"\tconst double z = x / y;\n"
					"\tif (!(z - z == 0.0)) d->services->undefined(d, site, 0, text, x, y);\n"
					"\treturn z;\n"
					"}\n"},
	{"sc_root", "static inline double sc_root(sc_data *d, int site, const char *text, double x)\n"
				"{\n"
				"\tconst double z = sc_sqrt(x);\n"
				"\tif (!(z - z == 0.0)) d->services->undefined(d, site, z == z ? 3 : 1, text, x, 0.0);\n"
				"\treturn z;\n"
				"}\n"},
	{"sc_of_one",
	 "static inline double sc_of_one(sc_data *d, int site, const char *text, double (*f)(double), double x)\n"
	 "{\n"
	 "\tconst double z = f(x);\n"
	 "\tif (!(z - z == 0.0)) d->services->undefined(d, site, z == z ? 3 : 1, text, x, 0.0);\n"
	 "\treturn z;\n"
	 "}\n"},
	{"sc_of_two", "static inline double sc_of_two(sc_data *d, int site, const char *text, double (*f)(double, double), "
				  "double x, double y)\n"
				  "{\n"
				  "\tconst double z = f(x, y);\n"
				  "\tif (!(z - z == 0.0)) d->services->undefined(d, site, z == z ? 3 : 1, text, x, y);\n"
				  "\treturn z;\n"
				  "}\n"},
	{"sc_number", "static inline double sc_number(sc_data *d, int site, const char *text, double z)\n"
				  "{\n"
				  "\tif (!(z - z == 0.0)) d->services->undefined(d, site, 2, text, z, 0.0);\n"
				  "\treturn z;\n"
				  "}\n"},
	{"sc_index", "static inline long long sc_index(sc_data *d, int site, long long k, long long n)\n"
				 "{\n"
				 "\tif (k >= 1 && k <= n) return k - 1;\n"
				 "\td->services->subscript(d, site, k, n);\n"
				 "\treturn 0;\n"
				 "}\n"},
	{"sc_odd_iadd", ODD_SUM("iadd", "+")},
	{"sc_odd_isub", ODD_SUM("isub", "-")},
	{"sc_odd_imul", ODD_SUM("imul", "*")},
	{"sc_odd_iquot", "static inline long long sc_odd_iquot(int *odd, long long x, long long y)\n"
					 "{\n"
					 "\tif (y == 0) { *odd = 1; return 0; }\n"
					 "\treturn y == -1 ? -x : x / y;\n"
					 "}\n"},
	{"sc_odd_irem", "static inline long long sc_odd_irem(int *odd, long long x, long long y)\n"
					"{\n"
					"\tif (y == 0) { *odd = 1; return 0; }\n"
					"\treturn y == -1 ? 0 : x % y;\n"
					"}\n"},
	{"sc_odd_imod", "static inline long long sc_odd_imod(int *odd, long long x, long long y)\n"
					"{\n"
					"\tconst long long z = sc_odd_irem(odd, x, y);\n"
					"\treturn z != 0 && (z < 0) != (y < 0) ? z + y : z;\n"
					"}\n"},
	{"sc_odd_integer", "static inline long long sc_odd_integer(int *odd, double x)\n"
					   "{\n"
					   "\tif (!(x >= -9.2e18 && x <= 9.2e18)) { *odd = 1; return 0; }\n"
					   "\treturn (long long)M.floor(x);\n"
					   "}\n"},
	{"sc_odd_real", "static inline double sc_odd_real(int *odd, double z) { *odd |= !(z - z == 0.0); return z; }\n"},
	{"sc_program", "static inline void sc_program(sc_data *d, int event, int action, double delay)\n"
				   "{\n"
				   "\tif (delay >= 0.0 && delay <= 1e300 && d->due[event] != d->due[event]) {\n"
				   "\t\td->due[event] = d->time + delay;\n"
				   "\t\td->programmed[d->programs++] = event;\n"
				   "\t} else {\n"
				   "\t\td->services->program(d, event, action, delay);\n"
				   "\t}\n"
				   "}\n"},
	{"sc_tick", "#define sc_tick(d) if ((++(d)->rounds & 0xffff) == 0) (d)->services->tick(d)\n"},
	{"sc_too_deep", "static inline int sc_too_deep(sc_data *d, const char *here)\n"
					"{\n"
					"\tsc_tick(d);\n"
					"\tif (d->depth++ == 0) d->outermost = here;\n"
					"\treturn d->outermost - here > 2000000 || here - d->outermost > 2000000;\n"
					"}\n"},
	{"sc_count", "static inline long long sc_count(sc_data *d, int site, long long n)\n"
				 "{\n"
				 "\tif (n >= 0 && n < 1000000000) return n;\n"
				 "\td->services->fail(d, site, \"an array has a size that is negative or too large\");\n"
				 "\treturn 0;\n"
				 "}\n"},
	{"sc_real_at", "static inline double *sc_real_at(sc_data *d, unsigned p)\n"
				   "{\n"
				   "\treturn (p >> 1 & 7) == 4 ? &d->x[p >> 4] : (p >> 1 & 7) == 5 ? &d->xd[p >> 4] : &d->r[p >> 4];\n"
				   "}\n"},
	{"sc_get", "static inline double sc_get(sc_data *d, unsigned p) { return p & 1 ? -*sc_real_at(d, p) : "
			   "*sc_real_at(d, p); }\n"},
	{"sc_get_integer", "static inline long long sc_get_integer(sc_data *d, unsigned p) { return p & 1 ? -d->i[p >> 4] "
					   ": d->i[p >> 4]; }\n"},
	{"sc_get_boolean", "static inline long long sc_get_boolean(sc_data *d, unsigned p) { return p & 1 ? !d->i[p >> 4] "
					   ": d->i[p >> 4]; }\n"},
	{"sc_get_string", "static inline const char *sc_get_string(sc_data *d, unsigned p) { return d->s[p >> 4]; }\n"},
	{"sc_set", "static inline void sc_set(sc_data *d, unsigned p, double v) { *sc_real_at(d, p) = p & 1 ? -v : v; }\n"},
	{"sc_set_integer",
	 "static inline void sc_set_integer(sc_data *d, unsigned p, long long v) { d->i[p >> 4] = p & 1 ? -v : v; }\n"},
	{"sc_set_boolean",
	 "static inline void sc_set_boolean(sc_data *d, unsigned p, long long v) { d->i[p >> 4] = p & 1 ? !v : v; }\n"},
	{"sc_set_string",
	 "static inline void sc_set_string(sc_data *d, unsigned p, const char *v) { d->s[p >> 4] = v; }\n"},
};
enum { HELPERS = sizeof helpers / sizeof *helpers };

/* Marks the helpers that a text names. */
static void find_helpers(const char *text, size_t length, bool *used)
{
	const char *end = text + length;
	for (const char *at = text; (at = memchr(at, 's', (size_t)(end - at))) != NULL; at++) {
		if (end - at < 4 || at[1] != 'c' || at[2] != '_')
			continue;
		size_t n = 3;
		while (at + n < end && (isalnum((unsigned char)at[n]) || at[n] == '_'))
			n++;
		for (size_t k = 0; k < HELPERS; k++)
			if (!used[k] && strncmp(helpers[k].name, at, n) == 0 && !helpers[k].name[n])
				used[k] = true;
	}
}

/* A compiler spends more on what is not used than on a small model. */
void sc_put_helpers(const char *text, size_t length, sb_text *out)
{
	bool used[HELPERS] = { false };
	find_helpers(text, length, used);
	for (size_t k = HELPERS; k-- > 0;)
		if (used[k])
			find_helpers(helpers[k].text, strlen(helpers[k].text), used);
	for (size_t k = 0; k < HELPERS; k++)
		if (used[k])
			sb_add(out, helpers[k].text);
	sb_addc(out, '\n');
}

/* ----------------------------------------------------------------------------------------------------- declarations */

enum { SERVICES = sizeof(sc_services) / sizeof(void (*)(void)) };
typedef struct used_services { uint32_t n; const char *name[SERVICES]; size_t length[SERVICES]; } used_services;

static bool is_used(const used_services *used, const char *name, size_t length)
{
	for (uint32_t k = 0; k < used->n; k++)
		if (used->length[k] == length && memcmp(used->name[k], name, length) == 0)
			return true;
	return false;
}

static used_services find_services(const char *text)
{
	static const char way[] = "services->";
	used_services used = {0};
	for (const char *at = strstr(text, way); at; at = strstr(at, way)) {
		at += sizeof way - 1;
		size_t length = strcspn(at, "( ,;)");
		if (used.n == SERVICES || is_used(&used, at, length))
			continue;
		used.name[used.n] = at;
		used.length[used.n++] = length;
	}
	return used;
}

/* The end of a member: its semicolon is outside of all parentheses. */
static const char *end_of_member(const char *at)
{
	int level = 0;
	for (; *at && (level || *at != ';'); at++)
		level += (*at == '(') - (*at == ')');
	return at + 1;
}

/* Services that a text does not use have no types in it: a place is enough. */
static const char *put_services(const char *at, const char *text, sb_text *out)
{
	used_services used = find_services(text);
	uint32_t places = 0, unused = 0;
	while (*at == ' ')
		at++;
	while (*at != '}') {
		const char *name = strstr(at, "(*") + 2, *end = end_of_member(at);
		if (is_used(&used, name, strcspn(name, ")"))) {
			if (unused)
				sb_addf(out, " void *u%u[%u];", places++, unused);
			unused = 0;
			sb_addc(out, ' ');
			sb_addn(out, at, (size_t)(end - at));
		} else
			unused++;
		for (at = end; *at == ' '; at++)
			;
	}
	if (unused)
		sb_addf(out, " void *u%u[%u];", places, unused);
	return at;
}

void sc_put_declarations(const char *text, sb_text *out)
{
	static const char services[] = "struct sc_services {";
	const char *at = strstr(sc_prelude, services) + sizeof services - 1;
	sb_addn(out, sc_prelude, (size_t)(at - sc_prelude));
	sb_add(out, put_services(at, text, out));
}

_Static_assert(SS_STATE == 4 && SS_RATE == 5, "sc_real_at of the prelude knows the stores by number");
