/* The step of a small model with an explicit method, in model.c itself: there the compiler sees the number of states
 * and the equations of the rates, and keeps the values of a step in registers. Hand-written C does the same.
 *
 * For this the parts of the rates (group_0, ...) take states and rates as arguments instead of reading where they are
 * from the run, because a stage has its own. That works where they call nobody who would look for them in the run: no
 * loops of equations, no functions, no services. */
#include "export/make/export_make.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STATES_MOST = 12, GROUPS_MOST = 64 };

static const char arguments[] = "(rt_data *d)",
        with_states[] = "(rt_data *d, rt_real *restrict x, rt_real *restrict xd)";

/* "group_12(d);" or "group_12(rt_data *d)" at this place: its number, and what follows the name. */
static bool names_group(const char *text, const char *at, unsigned *number, const char **behind)
{
	char *end;
	if (strncmp(at, "group_", 6) != 0 || !isdigit((unsigned char)at[6]) ||
		(at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_')))
		return false;
	*number = (unsigned)strtoul(at + 6, &end, 10);
	*behind = end;
	return true;
}

/* The body of a function, between its braces. */
static const char *body_of(const char *text, const char *head, const char **end)
{
	const char *at = strstr(text, head);
	at = at ? strstr(at, "\n{\n") : NULL;
	*end = at ? strstr(at, "\n}\n") : NULL;
	return *end ? at + 3 : NULL;
}

/* Which groups the rates are made of; false: of something else too. */
static bool find_groups(const char *text, bool *groups)
{
	const char *end, *at = body_of(text, "static void eq_rates(rt_data *d)\n", &end), *behind;
	unsigned number;
	for (; at && at < end; at = strchr(at, '\n') + 1) {
		if (*at++ != '\t' || !names_group(text, at, &number, &behind) || number >= GROUPS_MOST ||
			strncmp(behind, "(d);\n", 5) != 0)
			return false;
		groups[number] = true;
	}
	return at != NULL;
}

/* The run is handed to nobody, and no local has the name of an array. */
static bool is_plain(const char *text, unsigned number)
{
	char head[64];
	const char *end;
	snprintf(head, sizeof head, "static void group_%u(rt_data *d)\n{\n", number);
	const char *at = body_of(text, head, &end);
	for (; at && at < end; at++)
		if (*at == '(' && at[1] == 'd' && (at[2] == ')' || at[2] == ','))
			return false;
	return at != NULL;
}

static bool is_declaration(const char *line, const char **behind)
{
	static const char *const forms[] = {"\tdouble *restrict const x = d->x;\n",
			"\tdouble *restrict const xd = d->xd;\n",
		"\tfloat *restrict const x = d->x;\n", "\tfloat *restrict const xd = d->xd;\n"};
	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
		if (strncmp(line, forms[k], strlen(forms[k])) == 0) {
			*behind = line + strlen(forms[k]);
			return true;
		}
	return false;
}

static bool uses(const char *at, const char *end, const char *array)
{
	size_t n = strlen(array);
	for (; at < end; at++)
		if (strncmp(at, array, n) == 0 && !isalnum((unsigned char)at[-1]) && at[-1] != '_' && at[-1] != '>' &&
			at[n] == '[')
			return true;
	return false;
}

static bool uses_run(const char *at, const char *end)
{
	for (const char *behind; at < end; at = strchr(at, '\n') + 1)
		if (!is_declaration(at, &behind)) {
			const char *line_end = strchr(at, '\n'), *found = strstr(at, "d->");
			if (found && found < line_end)
				return true;
		}
	return false;
}

/* A group as it is defined, with the arrays as arguments; behind it. */
static const char *put_group(const char *at, sb_text *out)
{
	const char *end = strstr(at, "\n}\n");
	sb_add(out, with_states);
	at += strlen(arguments);
	sb_add(out, "\n{\n");
	at += 3;
	const char *body = at;
	bool d = uses_run(body, end);
	bool x = uses(body, end, "x"), xd = uses(body, end, "xd");
	if (!d)
		sb_add(out, "\t(void)d;\n");
	if (!x || !xd)
		sb_addf(out, "\t(void)%s;\n", x ? "xd" : "x");
	if (!x && !xd)
		sb_add(out, "\t(void)xd;\n");
	while (at < end + 1) {
		const char *behind = at, *line_end = strchr(at, '\n') + 1;
		if (!is_declaration(at, &behind))
			sb_addn(out, at, (size_t)(line_end - at));
		at = line_end;
	}
	return at;
}

const char *so_put_in_place(so_job *j, const char *text)
{
	bool groups[GROUPS_MOST] = {false};
	sb_text out = {0};
	unsigned number;
	const char *behind;
	j->steps = j->solver <= RT_RK4 && j->image->states > 0 && j->image->states <= STATES_MOST &&
			   find_groups(text, groups);
	for (unsigned k = 0; k < GROUPS_MOST && j->steps; k++)
		j->steps = !groups[k] || is_plain(text, k);
	if (!j->steps)
		return text;
	for (const char *at = text; *at;) {
		if (!names_group(text, at, &number, &behind) || number >= GROUPS_MOST || !groups[number]) {
			sb_addc(&out, *at++);
			continue;
		}
		sb_addn(&out, at, (size_t)(behind - at));
		at = behind;
		bool defined = strncmp(at, "(rt_data *d)\n{\n", 15) == 0, called = strncmp(at, "(d)", 3) == 0;
		if (defined) {
			at = put_group(at, &out);
		} else if (called) {
			sb_add(&out, "(d, d->x, d->xd)");
			at += 3;
		} else if (strncmp(at, arguments, strlen(arguments)) == 0) {
			sb_add(&out, with_states);
			at += strlen(arguments);
		}
	}
	const char *made = sb_strdup(j->arena, out.at);
	sb_text_free(&out);
	return made;
}

/* ---- the text of a step. Sums are in the order of those of rt_solver.c, and have the same bits. */

typedef struct method { const char *sums[4]; const char *times[4]; int stages; } method;
/* The states of each stage, and its time; the last sum is the step itself. # is the number of a state. */
static const method methods[] = {
	{{"x[#] + h * rate0[#]"}, {NULL}, 1},
	{{"x[#] + h * rate0[#]", "x[#] + (half * rate0[#] + half * rate1[#])"}, {"t + h"}, 2},
	{{"x[#] + half * rate0[#]", "x[#] + half * rate1[#]", "x[#] + h * rate2[#]",
	  "x[#] + (sixth * rate0[#] + third * rate1[#] + third * rate2[#] + sixth * rate3[#])"},
	 {"t + (rt_real)0.5 * h", "t + (rt_real)0.5 * h", "t + h"}, 4},
};

static void put_numbered(const char *text, uint32_t number, sb_text *out)
{
	for (; *text; text++)
		if (*text == '#')
			sb_addf(out, "%u", number);
		else
			sb_addc(out, *text);
}

static void put_sums(const so_job *j, const char *target, const char *sum, sb_text *out)
{
	for (uint32_t k = 0; k < j->image->states; k++) {
		sb_addf(out, "\t%s[%u] = ", target, k);
		put_numbered(sum, k, out);
		sb_add(out, ";\n");
	}
}

static void put_stage(const so_job *j, const method *m, int stage, sb_text *out)
{
	const char *end, *at = body_of(j->body, "static void eq_rates(rt_data *d)\n", &end), *behind;
	unsigned number;
	put_sums(j, "stage", m->sums[stage - 1], out);
	sb_addf(out, "\td->time = %s;\n", m->times[stage - 1]);
	for (; at && at < end; at = strchr(at, '\n') + 1)
		if (names_group(j->body, at + 1, &number, &behind))
			sb_addf(out, "\tgroup_%u(d, stage, rate%d);\n", number, stage);
}

void so_put_step(const so_job *j, sb_text *out)
{
	uint32_t n = j->image->states;
	if (!j->steps)
		return;
	const method *m = &methods[j->solver];
	sb_add(out, "/* A step, with the rates in place. */\n"
				"static int step_in_place(rt_run *run, rt_real t, rt_real h)\n{\n"
				"\trt_data *const d = &run->d;\n\trt_real *const x = d->x;\n\tconst rt_real *const rate0 = d->xd;\n");
	if (m->stages > 1)
		sb_addf(out, "\tconst rt_real half = h * (rt_real)0.5;\n\trt_real stage[%u], rate1[%u];\n", n, n);
	if (m->stages > 2)
		sb_addf(out, "\tconst rt_real sixth = h * ((rt_real)1 / 6), third = h * ((rt_real)1 / 3);\n"
					 "\trt_real rate2[%u], rate3[%u];\n", n, n);
	if (m->stages == 1)
		sb_add(out, "\t(void)t;\n");
	for (int stage = 1; stage < m->stages; stage++)
		put_stage(j, m, stage, out);
	put_sums(j, "x", m->sums[m->stages - 1], out);
	sb_add(out, "\trt_real sum = 0;                         /* of what is no number it is none */\n");
	for (uint32_t k = 0; k < n; k++)
		sb_addf(out, "\tsum += x[%u] - x[%u];\n", k, k);
	sb_add(out, "\treturn !(sum <= 0);\n}\n");
}
