/* Sources of noise: thermal noise of resistances, shot noise of currents, flicker noise.
 *
 * A class of a noisy device has signals `noise`, voltages in series with its resistances and currents beside its
 * junctions and channels. They are inputs of the circuit; a subcircuit passes its part of the array `noise in` on. The
 * densities are written over variables of the device, whose names the table has behind a dollar. */
#include "front/spice/write/spice_write.h"

#include <math.h>
#include <string.h>

typedef struct source { const char *name, *white, *flicker; } source;
typedef struct kind { char letter; source of[5]; } kind;

#define THERMAL "4*1.38064852e-23*$T*"
#define SHOT "2*1.6021766208e-19*abs("
static const kind kinds[] = {
	{'r', {{"", THERMAL "$value", NULL}}},
	{'d', {{"rs", THERMAL "$tRS", NULL},
		   {"id", SHOT "$id)", "$KF*$MULT*abs($id/$MULT)^$AF"}}},
	{'q', {{"rc", THERMAL "$rc", NULL}, {"rb", THERMAL "$rbb", NULL}, {"re", THERMAL "$re", NULL},
		   {"ic", SHOT "$iT - $ibc)", NULL},
		   {"ib", SHOT "$ibe + $ibc)", "$KF*$MULT*abs(($ibe + $ibc)/$MULT)^$AF"}}},
	{'m', {{"rd", THERMAL "$rd", NULL}, {"rs", THERMAL "$rs", NULL}, {"rg", THERMAL "$rg", NULL},
		   {"id", THERMAL "2/3*$beta*(1 + $lambda*$vx)*min($vx, $vdsat)",
			"$KF*abs($ids)^$AF/$flickerArea"}}},
	{'j', {{"rd", THERMAL "$rd", NULL}, {"rs", THERMAL "$rs", NULL},
		   {"id", THERMAL "2/3*$beta*(1 + $LAMBDA*abs($vds))*$vx*(2*$B + 3*$tail*(2*$u - $vx))",
			"$KF*$MULT*abs($ids/$MULT)^$AF"}}}};

static const kind *kind_of(const sp_device *d)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (kinds[i].letter == d->letter)
			return &kinds[i];
	return NULL;
}

static uint32_t noises_of_scope(const sp_netlist *n, const sp_scope *s);

uint32_t sp_noises_of(const sp_netlist *n, const sp_device *d)
{
	const kind *k = kind_of(d);
	uint32_t count = 0;
	if (d->letter == 'x')
		return d->called ? noises_of_scope(n, d->called) : 0;
	while (k && count < 5 && k->of[count].name)
		count++;
	return d->kind && !strcmp(d->kind->class_name, "IdealDiode") ? 0 : count;
}

static uint32_t noises_of_scope(const sp_netlist *n, const sp_scope *s)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < s->devices.n; i++)
		count += sp_noises_of(n, s->devices.at[i]);
	return count;
}

static const char *input_named(sb_arena *arena, uint32_t number)
{
	return sb_printf(arena, "noise %u", number);
}

void sp_write_noise(sp_writer *w)
{
	uint32_t n = noises_of_scope(w->n, w->scope);
	sb_span span = w->scope->span;
	if (!n)
		return;
	if (w->scope->around) {
		sp_putf(w, span, "\n  Real 'noise in'[%u] = zeros(%u);", n, n);
		return;
	}
	for (uint32_t i = 1; i <= n; i++)
		sp_declare_drive(w, span, input_named(w->arena, i));
	sp_putf(w, span, "\n  Real 'noise in'[%u] = {", n);
	for (uint32_t i = 1; i <= n; i++)
		sp_putf(w, span, "%s'%s.lagged'", i > 1 ? ", " : "", input_named(w->arena, i));
	sp_put(w, span, "};");
}

/* ---------------------------------------------------------------------------------------------- what is asked for */

typedef struct walk {
	const sp_netlist *n;
	sm_model *m;
	sm_analysis *out;
	const sp_analysis *a;
	uint32_t number;
} walk;

static const char *text_of(const walk *k, const char *formula, const char *path, const char *copies)
{
	sb_text text = {0};
	if (!formula)
		return NULL;
	for (; *formula; formula++)
		if (*formula == '$')
			sb_add(&text, path);
		else
			sb_addc(&text, *formula);
	sb_add(&text, copies);
	const char *made = sb_strdup(k->m->arena, text.at);
	sb_text_free(&text);
	return made;
}

/* Of several copies in parallel each has a noise of its own: together that is the root of their number, where the
 * currents of the one count so many times. */
static void take_scope(walk *k, const sp_scope *s, const char *path, const char *copies);
static void take_device(walk *k, const sp_device *d, const char *path, const char *copies)
{
	sb_arena *arena = k->m->arena;
	const char *inner = sb_printf(arena, "%s%s.", path, d->name);
	if (d->letter == 'x') {
		const char *more = d->copies ? sb_printf(arena, "%s/%s%s", copies, path, sp_copies(arena, d)) : copies;
		take_scope(k, d->called, inner, more);
		return;
	}
	bool level = d->letter == 'm' && d->kind && strcmp(d->kind->class_name, "Mosfet1") != 0;
	if (level || d->letter == 'z' || d->letter == 's' || d->letter == 'w')
		sb_also(sb_report(k->n->c->diag, SB_WARNING, "L0428", k->a->span,
						  "the noise of '%s%s' is not there, and does not count", path, d->name),
				d->span, "the device");
	uint32_t count = sp_noises_of(k->n, d);
	for (uint32_t i = 0; i < count; i++) {
		const source *of = &kind_of(d)->of[i];
		bool counts = !level || i < 3;
		const char *name = sb_printf(arena, "%s%s%s%s", path, d->name, *of->name ? "_" : "", of->name);
		sm_noise one = {.name = name, .white = counts ? text_of(k, of->white, inner, copies) : "0",
			.flicker = counts ? text_of(k, of->flicker, inner, copies) : NULL,
			.drive = {sb_printf(arena, "%s.small", input_named(arena, ++k->number)), 1, 0, 1}};
		sb_push(arena, k->out->noises, one);
	}
}

static void take_scope(walk *k, const sp_scope *s, const char *path, const char *copies)
{
	for (uint32_t i = 0; i < s->devices.n; i++)
		take_device(k, s->devices.at[i], path, copies);
}

void sp_ask_noise(const sp_netlist *n, sm_model *m, const sp_analysis *a, sm_analysis *out)
{
	walk k = {.n = n, .m = m, .out = out, .a = a};
	sb_push(m->arena, out->drives, ((sm_drive){sb_printf(m->arena, "%s.small", a->input->name), 1, 0, 1}));
	out->output = sb_strdup(m->arena, a->output_text);
	out->each = a->each;
	take_scope(&k, n->top, "", "");
}
