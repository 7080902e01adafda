/* An FMU by co-simulation as a peer. It gets slopes of inputs if it takes them, and means over the step if it does
 * not. */
#include "couple/peer/peer.h"
#include "front/fmu/front_fmu.h"

#include <math.h>
#include <string.h>

/* Where it stood in a slot. */
typedef struct place { double time; bool begun; } place;

typedef struct fmu {
	fi_plan *plan;
	fi_instance *at;
	const char *name;
	double *parameters; char *texts; size_t text_size;
	bool made;
	place places[CP_SLOTS];
} fmu;

/* ---------------------------------------------------------------------------------------------------- asking */

static bool ask(cp_peer *p, fi_order order)
{
	fmu *f = p->self;
	return fi_ask(f->at, order) || cp_fail(p, "%s", fi_board_of(f->at)->said);
}

static void give_inputs(cp_peer *p, const double *inputs)
{
	fmu *f = p->self;
	memcpy(fi_rows_of(f->at)->inputs, inputs, p->inputs.n * sizeof *inputs);
}

static bool start(cp_peer *p, double time)
{
	fmu *f = p->self;
	const fi_rows *rows = fi_rows_of(f->at);
	p->time = time;
	p->begun = false;
	fi_board_of(f->at)->time = time;
	memcpy(rows->parameters, f->parameters, f->plan->parameters.scalars * sizeof(double));
	memcpy(fi_board_of(f->at)->texts, f->texts, f->text_size);
	for (uint32_t i = 0; i < p->inputs.n; i++)
		rows->inputs[i] = NAN;
	f->made = ask(p, FI_DO_MAKE);
	return f->made;
}

static bool show(cp_peer *p, double *outputs)
{
	fmu *f = p->self;
	if (!ask(p, FI_DO_OUTPUTS))
		return false;
	memcpy(outputs, fi_rows_of(f->at)->outputs, p->outputs.n * sizeof *outputs);
	return cp_check_outputs(p, outputs);
}

static bool look(cp_peer *p, const double *inputs, double *outputs)
{
	give_inputs(p, inputs);
	return (!p->begun || ask(p, FI_DO_INPUTS)) && show(p, outputs);
}

static void give_curves(cp_peer *p, const cp_curve *inputs, double h)
{
	fmu *f = p->self;
	const fi_rows *rows = fi_rows_of(f->at);
	bool slopes = f->plan->options.interpolate;
	for (uint32_t i = 0; i < p->inputs.n; i++) {
		bool curved = p->inputs.at[i].type == CP_REAL && !p->inputs.at[i].discrete;
		rows->inputs[i] = curved && !slopes ? cp_curve_mean(&inputs[i], h) : inputs[i].c[0];
		rows->slopes[i] = curved && slopes ? (cp_curve_at(&inputs[i], h) - inputs[i].c[0]) / h : 0;
	}
}

static bool step(cp_peer *p, const cp_curve *inputs, double to, cp_reached *reached, double *outputs)
{
	fmu *f = p->self;
	fi_board *b = fi_board_of(f->at);
	double h = to - p->time;
	if (!p->begun) {
		for (uint32_t i = 0; i < p->inputs.n; i++)
			fi_rows_of(f->at)->inputs[i] = inputs[i].c[0];
		if (!ask(p, FI_DO_BEGIN))
			return false;
	}
	p->begun = true;
	give_curves(p, inputs, h);
	b->time = p->time;
	b->step = h;
	if (!ask(p, FI_DO_STEP))
		return false;
	*reached = (cp_reached){.time = b->terminate ? b->reached : to, .ended = b->terminate};
	p->time = reached->time;
	for (uint32_t i = 0; i < p->inputs.n; i++)
		fi_rows_of(f->at)->inputs[i] = p->inputs.at[i].discrete ? inputs[i].c[0] : cp_curve_at(&inputs[i], h);
	return ask(p, FI_DO_INPUTS) && show(p, outputs);
}

static bool save(cp_peer *p, uint32_t slot)
{
	fmu *f = p->self;
	fi_board_of(f->at)->item = slot;
	f->places[slot] = (place){p->time, p->begun};
	return ask(p, FI_DO_KEEP);
}

static bool restore(cp_peer *p, uint32_t slot)
{
	fmu *f = p->self;
	fi_board_of(f->at)->item = slot;
	p->time = f->places[slot].time;
	p->begun = f->places[slot].begun;
	return ask(p, FI_DO_GO_BACK);
}

static void end(cp_peer *p) { (void)p; }         /* the next start makes another instance; `free` ends the last */

static void free_peer(cp_peer *p)
{
	fmu *f = p->self;
	fi_instance_free(f->at);
}

static const cp_operations operations = {.start = start, .look = look, .step = step, .save = save, .restore = restore,
	.end = end, .free = free_peer};

/* --------------------------------------------------------------------------------------------------- opening */

static bool is_asked(const cp_wanted *w, const fi_variable *v)
{
	if (v->type == FI_CLOCK || v->type == FI_BINARY || v->causality == FI_INDEPENDENT)
		return false;
	if (v->causality == FI_INPUT || v->causality == FI_OUTPUT)
		return v->type != FI_STRING;
	if (v->causality == FI_PARAMETER || v->causality == FI_STRUCTURAL_PARAMETER)
		return cp_find_value(w, v->name) != NULL;
	for (uint32_t i = 0; i < w->port_count; i++)
		if (strcmp(w->ports[i], v->name) == 0)
			return v->type != FI_STRING;
	return false;
}

static bool open_use(const cp_wanted *w, const fi_description *d, fu_use *use)
{
	fu_asked *asked = sb_new_array(w->arena, fu_asked, d->variables.n + 1);
	uint32_t n = 0;
	fi_options options = w->fmu;
	options.kind = FI_COSIMULATION;
	options.interpolate = true;
	options.limit = w->limit;
	for (uint32_t i = 0; i < d->variables.n; i++) {
		const fi_variable *v = &d->variables.at[i];
		if (is_asked(w, v))
			asked[n++] = (fu_asked){.name = v->name, .rank = v->rank, .shape = v->shape, .span = w->span};
	}
	sf_request request = {.fmu = &options};
	return fu_open(&request, w->arena, w->diag, w->file, w->span, asked, n, use);
}

static void list(const cp_wanted *w, const fi_description *d, const fi_row *row, cp_ports *out)
{
	out->at = sb_new_array(w->arena, cp_port, row->scalars + 1);
	for (uint32_t i = 0; i < row->n; i++) {
		const fi_variable *v = &d->variables.at[row->variable[i]];
		for (uint32_t k = 0; k < v->count; k++) {
			bool whole = fi_is_whole(v->type) || v->type == FI_ENUMERATION;
			out->at[out->n++] = (cp_port){
				.name = v->rank ? sb_printf(w->arena, "%s[%u]", v->name, k + 1) : v->name,
				.unit = v->unit ? v->unit : "",
				.type = v->type == FI_BOOLEAN ? CP_BOOLEAN : whole ? CP_INTEGER : CP_REAL,
				.discrete = v->variability != FI_CONTINUOUS,
				.start = v->starts ? v->start[v->starts == 1 ? 0 : k] : 0};
		}
	}
}

static void find_direct(const cp_wanted *w, cp_peer *p, const fi_plan *plan)
{
	const fi_description *d = plan->d;
	p->direct = sb_new_array(w->arena, bool, p->outputs.n * p->inputs.n + 1);
	for (uint32_t o = 0; o < plan->outputs.n; o++)
		for (uint32_t i = 0; i < plan->inputs.n; i++) {
			uint32_t out = plan->outputs.variable[o], in = plan->inputs.variable[i];
			bool depends = fu_depends(d, &d->outputs, out, in);
			for (uint32_t a = 0; a < d->variables.at[out].count; a++)
				for (uint32_t b = 0; b < d->variables.at[in].count; b++)
					p->direct[(plan->outputs.first[o] + a) * p->inputs.n + plan->inputs.first[i] + b] = depends;
		}
}

static bool wrong_value(const cp_wanted *w, const cp_value *v, const fi_variable *of)
{
	sb_report(w->diag, SB_ERROR, "P0027", v->span, "'%s' is not a value for the %s '%s' of '%s'", v->text,
			  fi_type_names[of->type], v->name, w->name);
	return false;
}

static bool take_parameters(const cp_wanted *w, fmu *f)
{
	const fi_plan *plan = f->plan;
	sb_text texts = {0};
	bool good = true;
	f->parameters = sb_new_array(w->arena, double, plan->parameters.scalars + 1);
	for (uint32_t i = 0; i < plan->parameters.n; i++) {
		const fi_variable *of = &plan->d->variables.at[plan->parameters.variable[i]];
		cp_value *v = cp_find_value(w, of->name);
		char *rest = v ? (char *)(size_t)v->text : NULL;
		for (uint32_t k = 0; k < of->count && v; k++) {
			double *to = &f->parameters[plan->parameters.first[i] + k];
			bool yes = strncmp(rest, "true", 4) == 0, no = strncmp(rest, "false", 5) == 0;
			char *begin = rest;
			*to = yes || no ? yes : sb_read_real(rest, &rest);
			rest = yes ? rest + 4 : no ? rest + 5 : rest;
			if (rest == begin || !isfinite(*to) || (*rest && *rest != ' ')) {
				good = wrong_value(w, v, of);
				break;
			}
		}
		if (v)
			v->used = true;
	}
	for (uint32_t i = 0; i < plan->texts.n; i++) {
		cp_value *v = cp_find_value(w, plan->d->variables.at[plan->texts.variable[i]].name);
		v->used = true;
		sb_addn(&texts, v->text, strlen(v->text) + 1);
	}
	f->text_size = texts.n < FI_TEXTS ? texts.n : FI_TEXTS;
	f->texts = sb_new_array(w->arena, char, f->text_size + 1);
	if (texts.n)
		memcpy(f->texts, texts.at, f->text_size);
	sb_text_free(&texts);
	return good;
}

cp_peer *cp_open_fmu(const cp_wanted *w)
{
	fi_archive *a = fi_open(w->arena, w->diag, w->file);
	if (!a || !a->d || !a->d->sound) {
		fi_close(a);
		return NULL;
	}
	bool exchange = w->fmu.kind == FI_EXCHANGE || (w->fmu.kind == FI_ANY && !a->d->cosimulation.there);
	fu_use use = {0};
	const fi_description *d = a->d;
	fi_close(a);
	if (exchange)
		return cp_open_model(w);         /* its states are integrated here */
	if (!open_use(w, d, &use))
		return NULL;
	cp_peer *p = sb_new(w->arena, cp_peer);
	fmu *f = sb_new(w->arena, fmu);
	const fi_interface *i = fi_interface_of(use.plan);
	*f = (fmu){.plan = use.plan, .name = w->name};
	*p = (cp_peer){.operations = &operations, .name = w->name, .kind = "FMU", .self = f, .restores = i->gets_state,
		.constant_step = !i->variable_step};
	list(w, use.plan->d, &use.plan->inputs, &p->inputs);
	list(w, use.plan->d, &use.plan->outputs, &p->outputs);
	find_direct(w, p, use.plan);
	bool good = take_parameters(w, f);
	good = cp_take_starts(w, &p->inputs) && good;
	if (!good)
		return NULL;
	f->at = fi_instance_new(use.plan, w->name);
	return p;
}
