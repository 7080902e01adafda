/* Which signals are complex. A port that the file says to be of complex numbers may be given real ones, and is real
 * then: complex is what comes from a complex constant, from a block that makes complex numbers of real ones, or from a
 * block that reads complex ones. Such a block has a row of its own in the table: ~KIND where its inputs are complex,
 * +KIND where it makes complex numbers of real ones. */
#include "front/xcos/write/xcos_write.h"

#include <string.h>

enum { COMPLEX = 2 };

static const xc_spec *row_of(const xc_sheet *s, const xc_part *p, char sign)
{
	return xc_spec_of(s->kinds, sb_printf(s->arena, "%c%s", sign, p->block->kind));
}

static bool reads_complex(xc_sheet *s, const xc_part *p)
{
	for (uint32_t i = 0; i < p->block->inputs; i++)
		if (s->complex[p->block->input[i]])
			return true;
	return false;
}

/* A constant with imaginary parts. */
static bool has_imaginary(const xc_sheet *s, const xc_part *p)
{
	xc_value *v = p->block->inputs == 0 ? xc_parameter_quietly(s, p, 1) : NULL;
	return v && v->kind == XC_NUMBER && v->im;
}

static bool output_type(const xc_sheet *s, const xc_part *p)
{
	return p->block->outputs > 0 && xc_size_of(s, p->block->output[0]).type == COMPLEX;
}

/* The sign of the row that describes a block: 0 where everything is real. */
static char sign_of(xc_sheet *s, const xc_part *p)
{
	if (p->role != XC_COMPONENT)
		return 0;
	if (!xc_spec_of(s->kinds, p->block->kind))
		return output_type(s, p) && row_of(s, p, '+') ? '+' : '~';
	if (reads_complex(s, p))
		return '~';
	bool makes = output_type(s, p) && row_of(s, p, '+') != NULL;
	return makes || (row_of(s, p, '~') && has_imaginary(s, p)) ? p->block->inputs > 0 ? '+' : '~' : 0;
}

static bool mark(bool *port)
{
	bool changed = !*port;
	*port = true;
	return changed;
}

/* Of a block that reads complex numbers the outputs that are of real ones by the table: "Parts", sizes of numbers. */
static bool gives_reals(const xc_sheet *s, const xc_part *p)
{
	const xc_spec *row = row_of(s, p, '~');
	return row && (strcmp(row->class, "Complexes.Parts") == 0 || strcmp(row->class, "Complexes.RealExpression") == 0);
}

static bool pass_block(xc_sheet *s, const xc_part *p)
{
	bool changed = false;
	char sign = sign_of(s, p);
	for (uint32_t i = 0; sign && i < p->block->outputs; i++)
		if (sign == '+' || !gives_reals(s, p))
			changed |= mark(&s->complex[p->block->output[i]]);
	if (p->role == XC_BORDER && s->above) {
		uint32_t out = xc_outside_of(s, p);
		const xc_block *b = p->block;
		if (out != UINT32_MAX && b->outputs > 0 && s->above->complex[out])
			changed |= mark(&s->complex[b->output[0]]);
		if (out != UINT32_MAX && b->inputs > 0 && s->complex[b->input[0]])
			changed |= mark(&s->above->complex[out]);
	}
	return changed;
}

static bool pass(xc_sheet *s)
{
	bool changed = false;
	for (uint32_t i = 0; i < s->d->ports.n; i++) {
		const xc_port *q = &s->d->ports.at[i];
		xc_place from = q->input && q->flow == XC_SIGNAL && q->block < s->d->blocks.n ? xc_driver_of(s, i)
																					 : (xc_place){NULL, 0};
		if (from.sheet && from.sheet->complex[from.port])
			changed |= mark(&s->complex[i]);
	}
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		changed |= pass_block(s, &s->part[i]);
		if (s->part[i].inside)
			changed |= pass(s->part[i].inside);
	}
	return changed;
}

static void choose_row(xc_sheet *s, xc_part *p)
{
	char sign = sign_of(s, p);
	const xc_spec *row = sign ? row_of(s, p, sign) : NULL;
	if (!sign)
		return;
	if (!row) {
		sb_help(xc_complain(s, p, "X0021", "it is given complex numbers, which Saltus does not know for this block"),
				"use two signals, for the real and the imaginary part: MATZREIM makes them");
		return;
	}
	p->spec = row;
	p->class = row->class;
	p->in = row->in;
	p->out = row->out;
	p->event_in = row->event_in;
	p->event_out = row->event_out;
	for (uint32_t i = 0; sign == '~' && i < p->block->inputs; i++)
		s->complex[p->block->input[i]] = true;
}

static void choose_rows(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		choose_row(s, &s->part[i]);
		if (s->part[i].inside)
			choose_rows(s->part[i].inside);
	}
}

void xc_find_complex(xc_sheet *top)
{
	while (pass(top))
		;
	choose_rows(top);
}
