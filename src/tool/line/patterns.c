/* Names on the command line that select what is recorded or drawn: every variable, and der(x) where the model has
 * it. */
#include "tool/line/line.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

typedef struct search { const sm_model *flat; const si_image *image; const bool *rates; sb_text name; } search;
typedef enum found { NOTHING, STRINGS, NUMBERS } found;          /* STRINGS: nothing else */

static const char *name_of(search *s, uint32_t scalar, bool rate)
{
	s->name.n = 0;
	if (rate)
		se_rate_name(s->image, scalar, &s->name);
	else
		sm_scalar_name(s->flat, scalar, &s->name);
	return s->name.at;
}

static found matches(search *s, const char *pattern)
{
	found so_far = NOTHING;
	for (uint32_t i = 0; i < s->flat->variables.n; i++) {
		uint32_t first, last;
		if (s->flat->variables.at[i].hidden || !sm_may_match(s->flat, i, &pattern, 1, &first, &last))
			continue;
		for (uint32_t k = first; k < last; k++)
			if (sb_matches(pattern, name_of(s, k, false))) {
				if (s->flat->variables.at[i].type != SX_STRING)
					return NUMBERS;
				so_far = STRINGS;
				break;
			}
	}
	for (uint32_t k = 0; k < s->flat->scalars; k++)
		if (s->rates[k] && sb_matches(pattern, name_of(s, k, true)))
			return NUMBERS;
	return so_far;
}

static sb_strings all_names(search *s, sb_arena *arena)
{
	enum { MOST = 20000 };
	sb_strings names = {0};
	for (uint32_t i = 0; i < s->flat->variables.n; i++) {
		const sm_variable *v = sm_var(s->flat, i);
		for (uint32_t k = v->first; k < v->first + v->count && !v->hidden && names.n < MOST; k++) {
			sb_push(arena, names, (const char *)sb_strdup(arena, name_of(s, k, false)));
			if (s->rates[k])
				sb_push(arena, names, (const char *)sb_strdup(arena, name_of(s, k, true)));
		}
	}
	return names;
}

/* The x of der(x), if there is such a variable; NULL: there is not. */
static const char *inside_der(const sm_model *flat, sb_arena *arena, const char *pattern)
{
	size_t n = strlen(pattern);
	if (n < 6 || strncmp(pattern, "der(", 4) != 0 || pattern[n - 1] != ')')
		return NULL;
	const char *inner = sb_strndup(arena, pattern + 4, n - 5);
	return sm_find_scalar(flat, inner) == UINT32_MAX ? NULL : inner;
}

static bool changes_at_events(const sm_model *flat, const char *name)
{
	uint32_t element;
	const sm_variable *v = sm_var(flat, sm_variable_of_scalar(flat, sm_find_scalar(flat, name), &element));
	return v->type != SX_REAL || v->variability == SM_DISCRETE;
}

sb_message *tool_report_unknown(sb_diag *diag, const char *option, const char *pattern, const sb_strings *names)
{
	enum { LISTED_MOST = 20 };
	sb_message *m = sb_report(diag, SB_ERROR, "U0105", (sb_span){0}, "%s: nothing is called '%s'", option, pattern);
	const char *near = names ? sb_nearest(pattern, names->at, names->n) : NULL;
	if (strcmp(pattern, "time") == 0) {
		sb_note(m, "time is the axis of every picture and the first column of every file");
	} else if (near) {
		sb_help(m, "did you mean '%s'?", near);
	} else if (names && names->n && names->n <= LISTED_MOST) {
		sb_text list = {0};
		for (uint32_t i = 0; i < names->n; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", names->at[i]);
		sb_note(m, "there are %s", list.at);
		sb_text_free(&list);
	}
	return m;
}

static void report(search *s, sb_diag *diag, const char *pattern, const char *option)
{
	sb_arena *scratch = sb_arena_new();
	const char *inner = inside_der(s->flat, scratch, pattern);
	sb_strings names = inner ? (sb_strings){0} : all_names(s, scratch);
	sb_message *m = tool_report_unknown(diag, option, pattern, inner ? NULL : &names);
	if (inner && changes_at_events(s->flat, inner))
		sb_note(m, "'%s' changes at events only: it jumps, and has no derivative", inner);
	else if (inner)
		sb_help(m, "the model has no derivative of '%s': declare a variable for it, with an equation such as "
			"rate = der(%s)", inner, inner);
	sb_arena_free(scratch);
}

/* der(u) of an array is der(u[*]). */
static const char *all_elements(const sm_model *flat, sb_arena *arena, const char *pattern)
{
	size_t n = strlen(pattern);
	if (n < 6 || strncmp(pattern, "der(", 4) != 0 || pattern[n - 1] != ')')
		return pattern;
	const char *inner = sb_strndup(arena, pattern + 4, n - 5);
	uint32_t whole = sm_find(flat, inner);
	return whole != UINT32_MAX && sm_var(flat, whole)->rank ? sb_printf(arena, "der(%s[*])", inner) : pattern;
}

/* As a notation that knows no case has it: capitals, but for the word der; X' is another way to write der(X). */
static const char *in_capitals(sb_arena *arena, const char *pattern)
{
	size_t n = strlen(pattern);
	char *out = n > 1 && pattern[n - 1] == '\'' ? sb_printf(arena, "der(%.*s)", (int)n - 1, pattern)
												: sb_strdup(arena, pattern);
	bool der = strncasecmp(out, "der(", 4) == 0;
	if (der)
		memcpy(out, "der", 3);
	for (char *at = der ? out + 4 : out; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	return out;
}

/* A String has no place in a picture, nor in a file of results. */
static bool can_be_shown(const st_model *m, const char *pattern, const char *draws, bool writes)
{
	if (draws)
		sb_help(sb_report(m->diag, SB_ERROR, "U0389", (sb_span){0},
						  "%s: '%s' is a String, which cannot be drawn", draws, pattern),
				"draw a number or a Boolean that it depends on");
	else if (writes)
		sb_help(sb_report(m->diag, SB_WARNING, "U0390", (sb_span){0},
						  "--vars: '%s' is a String, which files of results do not have", pattern),
				"--json shows its last value; write a number or a Boolean that it depends on");
	return !draws;
}

bool tool_check_patterns(sb_arena *arena, const st_model *m, const bool *rates, sb_strings *patterns, const char *draws,
						 bool writes)
{
	search s = {.flat = m->flat, .image = sc_image(m->program), .rates = rates};
	bool good = true;
	for (uint32_t p = 0; p < patterns->n; p++) {
		patterns->at[p] = all_elements(m->flat, arena, patterns->at[p]);
		found one = matches(&s, patterns->at[p]);
		const char *capitals = !one && m->flat->capitals ? in_capitals(arena, patterns->at[p]) : NULL;
		if (capitals && (one = matches(&s, capitals)))
			patterns->at[p] = capitals;
		if (one == STRINGS) {
			good = can_be_shown(m, patterns->at[p], draws, writes) && good;
		} else if (!one && (draws || strcmp(patterns->at[p], "time") != 0)) {
			report(&s, m->diag, patterns->at[p], draws ? draws : "--vars");
			good = false;
		}
	}
	sb_text_free(&s.name);
	return good;
}
