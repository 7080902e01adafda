/* --input as it is written:
 *
 *     NAME=EXPRESSION                       u=sin(t)
 *     NAME=FILE[:COLUMN][:WORD]...          u=data.csv:speed:akima:repeat
 *     FILE[:WORD]...                        data.csv: each column that has the name of an input
 *
 * A file is told by its ending. Without COLUMN the one with the name of the input is meant, or the only one. Words are
 * a method of interpolation and a way to go on beyond the ends; two ways are those before and behind. */
#include "study/input/input.h"

#include <math.h>
#include <string.h>

#include "result/result.h"

static bool refuse(sb_diag *diag, const char *written)
{
	sb_message *e =
		sb_report(diag, SB_ERROR, "U0409", (sb_span){0}, "'%s' does not say what gives which input", written);
	sb_help(e, "write NAME=EXPRESSION as in --input 'u=sin(t)', NAME=FILE:COLUMN as in --input u=data.csv:speed, or "
			   "FILE alone if its columns have the names of the inputs");
	return false;
}

static uint32_t find_word(const char *const *names, uint32_t n, const char *word)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(names[i], word) == 0)
			return i;
	return UINT32_MAX;
}

/* What stands behind the file, divided at colons. */
typedef struct words { sb_strings at; uint32_t next; } words;

static words divide(sb_arena *arena, const char *text)
{
	words w = {0};
	while (*text == ':') {
		size_t n = strcspn(text + 1, ":");
		sb_push(arena, w.at, (const char *)sb_strndup(arena, text + 1, n));
		text += n + 1;
	}
	return w;
}

static bool is_way(const char *word)
{
	return find_word(sl_method_names, SL_METHODS, word) != UINT32_MAX ||
		   find_word(sl_beyond_names, SL_BEYONDS, word) != UINT32_MAX;
}

static bool read_ways(sb_diag *diag, const words *w, const char *written, st_input *in)
{
	uint32_t ways = 0;
	in->shape = (sl_shape){SL_METHODS, SL_BEYOND_HOLD, SL_BEYOND_HOLD};
	for (uint32_t i = w->next; i < w->at.n; i++) {
		uint32_t method = find_word(sl_method_names, SL_METHODS, w->at.at[i]);
		uint32_t beyond = find_word(sl_beyond_names, SL_BEYONDS, w->at.at[i]);
		if (method != UINT32_MAX && in->shape.method == SL_METHODS) {
			in->shape.method = (sl_method)method;
		} else if (beyond != UINT32_MAX && ways < 2) {
			in->shape.behind = (sl_beyond)beyond;
			if (!ways++)
				in->shape.before = in->shape.behind;
		} else {
			const char *near = sb_nearest(w->at.at[i], sl_method_names, SL_METHODS);
			sb_message *e = sb_report(diag, SB_ERROR, "U0412", (sb_span){0},
				"'%s' of the input %s is not a way to interpolate, or there is one word too many", w->at.at[i],
				written);
			if (near && method == UINT32_MAX)
				sb_help(e, "did you mean '%s'?", near);
			else
				sb_help(e, "use one of floor, ceil, nearest, linear, not_a_knot, natural, clamped, akima, "
						   "fritsch_butland, steffen; and one of zero, hold, line, repeat for both ends, or one for "
						   "each end");
			return false;
		}
	}
	in->shaped = w->next < w->at.n;
	in->default_method = in->shape.method == SL_METHODS;
	return true;
}

bool st_input_shape(sb_diag *diag, const char *method, const char *beyond, st_input *in)
{
	const char *at[2];
	words w = {.at = {.at = at}};
	if (method && *method)
		at[w.at.n++] = method;
	if (beyond && *beyond)
		at[w.at.n++] = beyond;
	return read_ways(diag, &w, in->name, in);
}

/* -------------------------------------------------------------------------------------------------- samples */

static void take_samples(sb_arena *arena, const sr_record *r, uint32_t column, st_input *in)
{
	uint32_t n = sr_rows(r);
	double *time = sb_new_array(arena, double, n + 1), *value = sb_new_array(arena, double, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		time[i] = sr_time(r, i);
		value[i] = sr_value(r, i, column);
	}
	in->time = time;
	in->value = value;
	in->n = n;
}

static void report_column(sb_diag *diag, const sr_record *r, const char *path, const char *column, const char *input)
{
	sb_strings names = {0};
	sb_arena *arena = sb_arena_new();
	for (uint32_t i = 0; i < sr_columns(r); i++)
		sb_push(arena, names, sr_column_at(r, i)->name);
	sb_message *e = column ? sb_report(diag, SB_ERROR, "U0413", (sb_span){0}, "'%s' has no column '%s'", path, column)
						   : sb_report(diag, SB_ERROR, "U0413", (sb_span){0},
									   "'%s' has no column '%s', and more than one column", path, input);
	const char *near = sb_nearest(column ? column : input, names.at, names.n);
	if (near) {
		sb_help(e, "did you mean '%s'?", near);
	} else {
		sb_text list = {0};
		for (uint32_t i = 0; i < names.n && i < 20; i++)
			sb_addf(&list, "%s%s", i ? ", " : "", names.at[i]);
		sb_note(e, "its columns are %s%s", list.at ? list.at : "none", names.n > 20 ? ", ..." : "");
		sb_text_free(&list);
	}
	sb_arena_free(arena);
}

static bool read_one(sb_arena *arena, sb_diag *diag, const sr_record *r, const char *path, words *w, st_input *in)
{
	bool named = w->at.n && !(is_way(w->at.at[0]) && sr_find(r, w->at.at[0]) == UINT32_MAX);
	const char *name = named ? w->at.at[w->next++] : NULL;
	uint32_t column = sr_find(r, name ? name : in->name);
	if (column == UINT32_MAX && !name && sr_columns(r) == 1)
		column = 0;
	if (column == UINT32_MAX) {
		report_column(diag, r, path, name, in->name);
		return false;
	}
	take_samples(arena, r, column, in);
	in->source = sb_printf(arena, "%s:%s", path, sr_column_at(r, column)->name);
	return true;
}

static bool read_all(sb_arena *arena, const sr_record *r, const char *path, const st_input *pattern, st_input_list *out)
{
	for (uint32_t i = 0; i < sr_columns(r); i++) {
		st_input in = *pattern;
		in.name = sb_strdup(arena, sr_column_at(r, i)->name);
		in.file = path;
		in.source = sb_printf(arena, "%s:%s", path, in.name);
		take_samples(arena, r, i, &in);
		sb_push(arena, *out, in);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------------------- whole */

/* Behind the name of a file of results at the beginning of a text; NULL: there is none. */
static const char *behind_file(sb_arena *arena, const char *text)
{
	for (const char *c = text; *c; c++)
		if ((c[1] == ':' || !c[1]) && sr_is_result_name(sb_strndup(arena, text, (size_t)(c + 1 - text))))
			return c + 1;
	return NULL;
}

static bool read_file(sb_arena *arena, sb_diag *diag, const char *written, const char *file, const char *rest,
					  st_input *in, st_input_list *out)
{
	const char *path = sb_strndup(arena, file, (size_t)(rest - file));
	sr_record *r = sr_read(path, NULL, diag);
	words w = divide(arena, rest);
	bool good = r && (!in->name || read_one(arena, diag, r, path, &w, in)) && read_ways(diag, &w, written, in);
	if (good && in->name)
		sb_push(arena, *out, *in);
	else if (good)
		read_all(arena, r, path, in, out);
	if (r)
		sr_record_free(r);
	return good;
}

static const char *without_spaces(sb_arena *arena, const char *from, const char *to)
{
	while (from < to && *from == ' ')
		from++;
	while (to > from && to[-1] == ' ')
		to--;
	return sb_strndup(arena, from, (size_t)(to - from));
}

bool st_read_input(sb_arena *arena, sb_diag *diag, const char *written, st_input_list *out)
{
	const char *equals = strchr(written, '='), *from = equals ? equals + 1 : written;
	from += strspn(from, " ");
	const char *rest = behind_file(arena, from);
	st_input in = {.name = equals ? without_spaces(arena, written, equals) : NULL};
	if ((equals && (!*in.name || !*from)) || (!equals && !rest))
		return refuse(diag, written);
	if (rest)
		return read_file(arena, diag, written, from, rest, &in, out);
	in.expression = from;
	sb_push(arena, *out, in);
	return true;
}

static uint64_t hash_text(const char *text, uint64_t seed)
{
	return sb_hash(text ? text : "", text ? strlen(text) : 0, seed);
}

uint64_t st_inputs_hash(const st_input_list *inputs, uint64_t seed)
{
	for (uint32_t i = 0; i < inputs->n; i++) {
		const st_input *in = &inputs->at[i];
		int shape[] = {in->shaped, in->default_method, in->shape.method, in->shape.before, in->shape.behind};
		seed = hash_text(in->expression, hash_text(in->name, seed));
		seed = sb_hash((const char *)shape, sizeof shape, seed);
		seed = sb_hash((const char *)in->time, in->n * sizeof *in->time, seed);
		seed = sb_hash((const char *)in->value, in->n * sizeof *in->value, seed);
	}
	return seed;
}
