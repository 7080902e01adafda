/* Results beside parts: of a block its outputs; of another part what is declared in it, as far as it varies; of one
 * that has nothing of its own what its connectors have; and of one that has inputs alone these, which are somebody's
 * outputs and else stand there. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <string.h>

enum { MOST = 4 };       /* lines of a part */
typedef enum rank { AN_OUTPUT, OWN, OF_A_CONNECTOR, AN_INPUT, NOT_SHOWN } rank;

/* What of a name stands behind the name of its part: w of motor.w, [2].v of r[2].v; "": nothing. */
static const char *inside(const char *name)
{
	const char *rest = name + strcspn(name, ".[");

	return *rest == '.' ? rest + 1 : rest;
}

static const sf_part *port_of(const sf_part *part, const char *rest)
{
	size_t length = strcspn(rest, ".[");

	for (uint32_t i = 0; i < part->sketch->parts.n; i++) {
		const sf_part *port = &part->sketch->parts.at[i];
		if (port->port && length && strncmp(port->name, rest, length) == 0 && !port->name[length])
			return port;
	}
	return NULL;
}

/* An element of an array of parts is looked at as the part. */
static rank rank_of(const sf_part *part, const sr_column *c)
{
	const char *rest = inside(c->name), *end = *rest == '[' ? strchr(rest, ']') : NULL;
	const char *name = end && end[1] == '.' ? end + 2 : rest;
	const sf_part *port = port_of(part, name);

	if (c->constant || !*rest)
		return c->constant || part->input ? NOT_SHOWN : OWN;     /* a port of the class itself */
	if (strchr(name, '.'))
		return port ? OF_A_CONNECTOR : NOT_SHOWN;
	return !port ? OWN : port->input ? AN_INPUT : port->output ? AN_OUTPUT : OF_A_CONNECTOR;
}

static const char *value_text(const sr_record *record, uint32_t column, sb_arena *arena)
{
	const sr_column *c = sr_column_at(record, column);
	uint32_t last = sr_rows(record) - 1;
	double value = sr_value(record, last, column);
	const char *unit = sr_shown_unit(record, column);

	if (isnan(value))
		return "not a number";
	if (c->kind == SR_BOOLEAN)
		return value != 0 ? "true" : "false";
	if (c->kind == SR_ENUM && value >= 1 && value <= c->literal_count)
		return c->literals[(uint32_t)value - 1];
	if (c->kind != SR_REAL)
		return sb_printf(arena, "%.0f", value);
	return sb_printf(arena, "%.4g%s%s", sr_shown(record, last, column), unit && *unit ? " " : "", unit ? unit : "");
}

typedef struct counted { rank best; uint32_t left_out; } counted;

static void add_line(const sr_record *record, uint32_t column, st_note *note, counted *count, sb_arena *arena)
{
	const char *rest = inside(sr_column_at(record, column)->name);

	if (note->lines.n >= MOST) {
		count->left_out++;
		return;
	}
	sb_push(arena, note->lines,
		sb_printf(arena, "%s%s%s", rest, *rest ? " = " : "", value_text(record, column, arena)));
}

void st_note_values(const sf_sketch *s, const sr_record *record, st_notes *notes)
{
	uint32_t columns = sr_rows(record) ? sr_columns(record) : 0;
	uint32_t *parts = sb_new_array(notes->arena, uint32_t, columns + 1);
	counted *counts = sb_new_array(notes->arena, counted, s->parts.n + 1);

	for (uint32_t p = 0; p < s->parts.n; p++)
		counts[p].best = NOT_SHOWN;
	for (uint32_t i = 0; i < columns; i++) {
		const sr_column *c = sr_column_at(record, i);
		parts[i] = strchr(c->name, '(') ? UINT32_MAX : st_part_of(s, c->name);
		if (parts[i] != UINT32_MAX && rank_of(&s->parts.at[parts[i]], c) < counts[parts[i]].best)
			counts[parts[i]].best = rank_of(&s->parts.at[parts[i]], c);
	}
	for (uint32_t i = 0; i < columns; i++) {
		if (parts[i] == UINT32_MAX)
			continue;
		counted *count = &counts[parts[i]];
		rank is = rank_of(&s->parts.at[parts[i]], sr_column_at(record, i));
		if (is != NOT_SHOWN && is == count->best)
			add_line(record, i, &notes->of[parts[i]], count, notes->arena);
	}
	for (uint32_t p = 0; p < s->parts.n; p++)
		if (counts[p].left_out)
			sb_push(notes->arena, notes->of[p].lines, sb_printf(notes->arena, "and %u more", counts[p].left_out));
}
