/* Options, temperature, initial values, and what is printed. */
#include "front/spice/check/spice_check.h"

#include <string.h>

double sp_option(const sp_netlist *n, const char *name, double usual)
{
	double value = usual;
	for (uint32_t i = 0; i < n->options.n; i++)
		if (strcmp(n->options.at[i].name, name) == 0)
			value = n->options.at[i].value;
	return value;
}

bool sp_has_option(const sp_netlist *n, const char *name)
{
	for (uint32_t i = 0; i < n->options.n; i++)
		if (strcmp(n->options.at[i].name, name) == 0)
			return true;
	return false;
}

/* Those that change something here, those of other algorithms, and those about what is printed. */
static const char counting[] = " reltol temp tnom gmin gshunt rshunt ";
static const char others[] =
	" abstol vntol trtol chgtol pivtol pivrel itl1 itl2 itl3 itl4 itl5 itl6 method maxord xmu be "
	"hmax step itol dcalgo trytocompact cshunt noopiter ramptime srcsteps gminsteps minbreak optran keepopinfo interp "
	"lvltim cptime limpts limtim defl defw defad defas scale scalm bypass sparse klu delmax numdgt noopac savecurrents "
	"altinit warn maxwarns seed seedinfo autostop badmos3 oldlimit convlimit convstep convabsstep dgapmax ";
static const char printing[] =
	" acct noacct list node opts nomod nopage noecho post probe brief nopr numdgt width ingold "
	"plotwinsize ascii noprint norefvalue rawfmt ";

static void options(sp_netlist *n, const sp_directive *d)
{
	sp_words w = sp_split(n->c, d->card);
	sp_pairs pairs = sp_read_pairs(n, d->card, &w, 1);
	for (uint32_t i = 0; i < pairs.n; i++) {
		const sp_pair *p = &pairs.at[i];
		double value = 1;
		if (sp_is_word_of(printing, p->key))
			continue;
		if (sp_is_word_of(counting, p->key)) {
			if (p->values.n && !sp_value(n->top, p->values.at[0], &value))
				sb_report(n->c->diag, SB_ERROR, "L0413", p->span, "the option '%s' has no value", p->key);
			sb_push(n->c->arena, n->options, ((sp_given){p->key, value, p->span}));
			continue;
		}
		bool known = sp_is_word_of(others, p->key);
		sb_message *m = sb_report(n->c->diag, known ? SB_INFO : SB_WARNING, "L0414", p->span,
								  known ? "the option '%s' has no meaning here" : "there is no option '%s'", p->key);
		if (known)
			sb_note(m, "steps are chosen by the tolerance: .options reltol, or saltus run --tol");
	}
}

/* v(node) = value ... */
static void initial_values(sp_netlist *n, const sp_directive *d, bool nodeset)
{
	sp_words w = sp_split(n->c, d->card);
	sp_scope *s = (sp_scope *)d->scope;
	for (uint32_t at = 1; w.at[at].kind != SP_END;) {
		bool form = w.at[at].kind == SP_WORD && !strcmp(w.at[at].name, "v") && w.at[at + 1].kind == SP_OPEN &&
			w.at[at + 2].kind == SP_WORD && w.at[at + 3].kind == SP_CLOSE && w.at[at + 4].kind == SP_EQUALS;
		if (!form) {
			sb_report(n->c->diag, SB_ERROR, "L0415", w.at[at].span, "V(NODE) = VALUE is expected");
			return;
		}
		const sp_word *name = &w.at[at + 2];
		const sp_expr *value = sp_word_value(n->c, d->card, &w.at[at + 5]);
		sp_node *node = sb_map_find(&s->node_names, name->name);
		at += 6;
		if (!value)
			return;
		sp_check_expression(n, s, value, false);
		if (!node || node->owner != s || node->ground) {
			sb_message *m = sb_report(n->c->diag, SB_ERROR, "L0416", name->span,
									  "there is no node '%s' in this circuit", name->text);
			if (strchr(name->name, '.'))
				sb_help(m, "nodes of a subcircuit get their values by a card inside of it");
			continue;
		}
		sp_initial one = {.node = node, .value = value, .span = name->span};
		if (nodeset)
			sb_push(n->c->arena, n->nodesets, one);
		else
			sb_push(n->c->arena, n->ics, one);
	}
}

/* ---------------------------------------------------------------------------------------------- what is printed */

static const char analysis_words[] = " tran ac dc op noise disto tf sens pz sp ";
/* Parts of complex values of AC: magnitude, phase, ... */
static const char parts[] = " v i vm vp vr vi vdb im ip ir ii idb vg ";

typedef struct printing {
	sp_netlist *n; const sp_directive *d; sp_words w; uint32_t at; const char *analysis;
} printing_card;

static void add_probe(printing_card *k, const char *text, const sp_expr *value, sb_span span)
{
	sp_probe p = {.text = sb_intern(k->n->c->names, text), .value = value, .group = k->d->card->text,
		.analysis = k->analysis, .span = span};
	sp_check_probe(k->n, k->n->top, value);
	sb_push(k->n->c->arena, k->n->probes, p);
}

static sp_expr *probe_expr(printing_card *k, const char *what, const char *a, const char *b, sb_span span)
{
	sp_expr *e = sb_new(k->n->c->arena, sp_expr);
	*e = (sp_expr){.kind = SP_PROBE, .name = sb_intern(k->n->c->names, what), .probed = {a, b}, .span = span};
	return e;
}

/* v(a), v(a,b), i(x), and vdb(a) ... */
static void print_call(printing_card *k)
{
	const sp_word *w = &k->w.at[k->at];
	const char *names[2] = {NULL, NULL};
	uint32_t i = k->at + 2, count = 0;
	for (; k->w.at[i].kind == SP_WORD && count < 2; i++)
		names[count++] = k->w.at[i].name;
	bool part = sp_is_word_of(parts, w->name),
		 db = !strcmp(w->name, "db") || !strcmp(w->name, "mag") || !strcmp(w->name, "ph");
	if (db && count == 1 && k->w.at[i].kind == SP_OPEN) {      /* db(v(out)) */
		k->at += 2;
		print_call(k);
		k->at += k->w.at[k->at].kind == SP_CLOSE;
		return;
	}
	if (k->w.at[i].kind != SP_CLOSE || !count || !part) {
		uint32_t depth = 0, end = k->at + 1;
		for (; k->w.at[end].kind != SP_END; end++) {
			depth += k->w.at[end].kind == SP_OPEN;
			if (k->w.at[end].kind == SP_CLOSE && --depth == 0)
				break;
		}
		const sp_word *last = &k->w.at[k->w.at[end].kind == SP_END ? end - 1 : end];
		const sp_expr *e = sp_read_expression(k->n->c, k->d->card, w->from, last->to);
		if (e)
			add_probe(k, sb_strndup(k->n->c->arena, k->d->card->text + w->from, last->to - w->from), e, w->span);
		k->at = k->w.at[end].kind == SP_END ? end : end + 1;
		return;
	}
	const char *what = *w->name == 'i' ? "i" : "v";
	sb_span span = sb_span_join(w->span, k->w.at[i].span);
	add_probe(k, count == 2 ? sb_printf(k->n->c->arena, "%s(%s,%s)", what, names[0], names[1]) :
			  sb_printf(k->n->c->arena, "%s(%s)", what, names[0]), probe_expr(k, what, names[0], names[1], span), span);
	k->at = i + 1;
}

/* A name alone: of a node, v1#branch, all. */
static void print_name(printing_card *k)
{
	const sp_word *w = &k->w.at[k->at++];
	const char *branch = strstr(w->name, "#branch");
	sb_arena *arena = k->n->c->arena;
	if (!strcmp(w->name, "all") || !strcmp(w->name, "alli") || !strcmp(w->name, "allv")) {
		k->n->all = true;
	} else if (branch) {
		const char *name = sb_internn(k->n->c->names, w->name, (size_t)(branch - w->name));
		add_probe(k, sb_printf(arena, "i(%s)", name), probe_expr(k, "i", name, NULL, w->span), w->span);
	} else if (w->kind == SP_WORD && sb_map_find(&k->n->top->node_names, w->name)) {
		add_probe(k, sb_printf(arena, "v(%s)", w->name), probe_expr(k, "v", w->name, NULL, w->span), w->span);
	} else if (w->kind == SP_BRACED || (w->kind == SP_WORD && !k->d->card->control && *w->name != '@')) {
		const sp_expr *e = sp_word_value(k->n->c, k->d->card, w);
		if (e)
			add_probe(k, w->text, e, w->span);
	} else if (!strchr("<>", *w->text)) {
		sb_report(k->n->c->diag, SB_WARNING, "L0417", w->span, "'%s' cannot be printed here", w->text);
	}
}

static void prints(sp_netlist *n, const sp_directive *d)
{
	printing_card k = {.n = n, .d = d, .w = sp_split(n->c, d->card), .at = 1, .analysis = ""};
	if (k.w.at[1].kind == SP_WORD && sp_is_word_of(analysis_words, k.w.at[1].name) && k.w.at[2].kind != SP_OPEN)
		k.analysis = k.w.at[k.at++].name;
	if (!strcmp(k.analysis, "noise") || !strcmp(k.analysis, "pz"))        /* they are shown in any case */
		return;
	while (k.w.at[k.at].kind != SP_END)
		if (k.w.at[k.at].kind == SP_OPEN) {        /* limits of a plot */
			while (k.w.at[k.at].kind != SP_CLOSE && k.w.at[k.at].kind != SP_END)
				k.at++;
			k.at += k.w.at[k.at].kind == SP_CLOSE;
		} else if (k.w.at[k.at].kind == SP_WORD && k.w.at[k.at + 1].kind == SP_OPEN) {
			print_call(&k);
		} else if (k.w.at[k.at].kind == SP_WORD || k.w.at[k.at].kind == SP_BRACED) {
			print_name(&k);
		} else {
			k.at++;
		}
}

static void refuse(sp_netlist *n, const sp_directive *d)
{
	sp_words w = sp_split(n->c, d->card);
	sb_message *m = sb_report(n->c->diag, SB_WARNING, "L0418", w.at[0].span,
			"'%s' is not carried out: it is not there yet",
							  w.at[0].text);
	if (!strcmp(d->word, ".sens"))
		sb_help(m, "saltus sweep varies parameters");
}

static void temperature(sp_netlist *n, const sp_directive *d)
{
	sp_words w = sp_split(n->c, d->card);
	double value;
	const sp_expr *e = w.at[1].kind == SP_END ? NULL : sp_word_value(n->c, d->card, &w.at[1]);
	if (!e || !sp_value(n->top, e, &value)) {
		sb_report(n->c->diag, SB_ERROR, "L0419", w.at[0].span, ".temp needs a temperature in degrees Celsius");
		return;
	}
	n->temper->value = e;
	if (w.at[2].kind != SP_END)
		sb_help(sb_report(n->c->diag, SB_WARNING, "L0420", w.at[2].span, "only the first temperature of .temp counts"),
				"use .step temp LIST ... for several");
}

void sp_read_directives(sp_netlist *n)
{
	for (uint32_t i = 0; i < n->directives.n; i++) {
		const sp_directive *d = &n->directives.at[i];
		if (!d->scope->used)
			continue;
		if (sp_is_word_of(" .options .option .opt ", d->word))
			options(n, d);
		else if (!strcmp(d->word, ".temp"))
			temperature(n, d);
		else if (sp_is_word_of(" .ic .nodeset .guess ", d->word))
			initial_values(n, d, strcmp(d->word, ".ic") != 0);
		else if (sp_is_word_of(" .tran .op .dc .ac .tf .noise .pz ", d->word))
			sp_read_analysis(n, d, d->word);
		else if (!strcmp(d->word, ".step"))
			sp_read_step(n, d);
		else if (sp_is_word_of(" .save .print .plot .probe ", d->word))
			prints(n, d);
		else if (!sp_is_word_of(" .meas .measure .four .fourier ", d->word))       /* of the finished model */
			refuse(n, d);
	}
	for (uint32_t i = 0; i < n->options.n; i++)
		if (!strcmp(n->options.at[i].name, "temp") || !strcmp(n->options.at[i].name, "gmin"))
			(*n->options.at[i].name == 't' ? n->temper : n->gmin)->value =
				sp_number_expr(n->c, n->options.at[i].value, n->options.at[i].span);
}
