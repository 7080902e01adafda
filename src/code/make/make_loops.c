/* Loops of equations, opaque components and folders of packages, as the runtime reads them. */
#include "code/make/make.h"

#include "model/block.h"

/* ---- loops */

static uint32_t pre_number(const si_maker *m, sx_ref var)
{
	for (uint32_t k = 0; k < m->plan->pres.n; k++)
		if (m->plan->pres.at[k].var == var)
			return k;
	return UINT32_MAX;
}

si_unknown si_make_unknown(const si_maker *m, sx_ref leaf)
{
	sx_op op = sx_op_of(m->pool, leaf);
	sx_ref var = op == SX_DER || op == SX_PRE ? sx_arg(m->pool, leaf, 0) : leaf;
	bool known = sx_op_of(m->pool, var) == SX_VAR;

	return (si_unknown){ .op = (uint16_t)op,
		.number = !known ? UINT32_MAX : op == SX_PRE ? pre_number(m, var) : sm_scalar_of(m->model, var) };
}

static si_formula formula_of(si_maker *m, const sx_ref *list, uint32_t k)
{
	return list ? si_make_formula(m, list[k]) : 0;
}

static void make_loop(si_maker *m, const ss_loop *b)
{
	si_loop row = { .n = b->n, .unknowns = m->image->unknowns.n, .entries = { m->image->entries.n, b->matrix.n },
		.leanings = { m->image->leanings.n, b->leanings.n },
		.linear = b->linear, .invariant = b->invariant, .literal = true, .fits = b->given };

	for (uint32_t k = 0; k < b->n; k++) {
		si_unknown u = si_make_unknown(m, b->unknowns[k]);
		u.given = b->given && b->given[k];
		u.start = formula_of(m, b->starts, k);
		u.nominal = formula_of(m, b->nominals, k);
		u.follow = formula_of(m, b->follows, k);
		SI_ADD(unknowns, u);
	}
	for (uint32_t k = 0; k < b->leanings.n; k++) {
		const ss_leaning *one = &b->leanings.at[k];
		si_unknown u = si_make_unknown(m, b->inner.at[one->inner].target);
		u.given = true;
		u.start = si_make_formula(m, one->start);
		u.nominal = one->nominal ? si_make_formula(m, one->nominal) : 0;
		SI_ADD(leanings, u);
	}
	for (uint32_t k = 0; k < b->matrix.n; k++) {
		const ss_entry *e = &b->matrix.at[k];
		row.literal = row.literal && sx_is_const(m->pool, e->value);
		SI_ADD(entries, (si_entry){ e->row, e->col });
	}
	SI_ADD(loops, row);
}

void si_make_loops(si_maker *m)
{
	for (uint32_t i = 0; i < m->plan->loops.n; i++)
		make_loop(m, m->plan->loops.at[i]);
}

/* ---- opaque components */

static void make_items(si_maker *m, const sm_block_items *items, enum si_block_kind kind, si_block *row)
{
	row->items[kind] = (si_range){ m->image->block_items.n, items->n };
	row->scalars[kind] = items->scalars;
	for (uint32_t i = 0; i < items->n; i++) {
		const sm_block_item *t = &items->at[i];
		SI_ADD(block_items, (si_block_item){ si_make_text(m, t->name), t->first, t->count,
			sm_var(m->model, t->variable)->first, t->jumps, t->free, t->algebraic, t->type == SX_STRING,
			t->type == SX_REAL, {0} });
	}
}

static bool is_in(const uint32_t *list, uint32_t n, uint32_t item)
{
	for (uint32_t k = 0; k < n; k++)
		if (list[k] == item)
			return true;
	return false;
}

/* What is read of a row, in the order of its items. */
static si_range make_read(si_maker *m, const sm_block *b, const struct sm_block_call *call,
						  bool (*reads)(const sm_block *b, const struct sm_block_call *call, uint32_t item), uint32_t n)
{
	si_range range = { m->image->numbers.n, 0 };

	for (uint32_t i = 0; i < n; i++)
		if (reads(b, call, i)) {
			SI_ADD(numbers, i);
			range.n++;
		}
	return range;
}

static bool reads_input(const sm_block *b, const struct sm_block_call *call, uint32_t item)
{
	const sm_block_reads *r = sm_block_reads_of(b, call);

	return is_in(r->inputs, r->input_count, item);
}

static si_range make_members(si_maker *m, const sm_block *b, const struct sm_block_call *call)
{
	const sm_block_items *list = sm_block_members(b, call);
	si_range range = { m->image->numbers.n, 0 };

	for (uint32_t i = call->item; list && i < list->n; i++)
		if (list->at[i].leader == call->item) {
			SI_ADD(numbers, i);
			range.n++;
		}
	return range;
}

static void make_calls(si_maker *m, const sm_block *b, uint32_t block, sl_block_part part, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		struct sm_block_call call = { block, part, i };
		SI_ADD(block_calls, (si_block_call){ make_read(m, b, &call, reads_input, b->inputs.n),
										  make_read(m, b, &call, sm_block_reads_state, b->states.n),
										  make_read(m, b, &call, sm_block_reads_discrete, b->discrete.n),
										  sm_block_results(b, &call), sm_block_reads_of(b, &call)->time,
										  sm_block_sees_events(b, &call), sm_block_reads_parameters(b, &call), {0},
										  make_members(m, b, &call) });
	}
}

void si_make_blocks(si_maker *m)
{
	for (uint32_t k = 0; k < m->model->blocks.n; k++) {
		const sm_block *b = m->model->blocks.at[k];
		si_block row = { .name = si_make_text(m, b->name), .calls = m->image->block_calls.n,
			.time_events = b->time_events, .checked = b->checked,
			.residual = b->residual, .may_stop = b->may_stop, .texts = b->texts, .slopes = b->slopes,
			.latent = b->latent, .autonomous = b->autonomous };
		make_items(m, &b->parameters, SI_BLOCK_PARAMETERS, &row);
		make_items(m, &b->inputs, SI_BLOCK_INPUTS, &row);
		make_items(m, &b->outputs, SI_BLOCK_OUTPUTS, &row);
		make_items(m, &b->states, SI_BLOCK_STATES, &row);
		make_items(m, &b->discrete, SI_BLOCK_DISCRETE, &row);
		make_items(m, &b->crossings, SI_BLOCK_CROSSINGS, &row);
		make_items(m, &b->comes, SI_BLOCK_COMES, &row);
		make_items(m, &b->gives, SI_BLOCK_GIVES, &row);
		make_calls(m, b, k, SL_BLOCK_OUTPUT, b->outputs.n);
		make_calls(m, b, k, SL_BLOCK_RATE, b->states.n);
		make_calls(m, b, k, SL_BLOCK_CROSSING, b->crossings.n);
		make_calls(m, b, k, SL_BLOCK_UPDATE, 1);
		make_calls(m, b, k, SL_BLOCK_INITIALISE, 1);
		make_calls(m, b, k, SL_BLOCK_COMMIT, 1);
		make_calls(m, b, k, SL_BLOCK_BEGIN, 1);
		make_calls(m, b, k, SL_BLOCK_RESIDUAL, b->residual ? b->states.scalars : 0);
		make_calls(m, b, k, SL_BLOCK_OUTPUT_SLOPE, b->slopes ? b->outputs.n : 0);
		make_calls(m, b, k, SL_BLOCK_RATE_SLOPE, b->slopes ? b->states.n : 0);
		make_calls(m, b, k, SL_BLOCK_RESIDUAL_SLOPE, b->slopes && b->residual ? b->states.scalars : 0);
		SI_ADD(blocks, row);
	}
}

/* ---- folders */

void si_make_folders(si_maker *m)
{
	for (uint32_t k = 0; k < m->model->folders.n; k++)
		SI_ADD(folders, (si_folder){ si_make_text(m, m->model->folders.at[k].package),
								  si_make_text(m, m->model->folders.at[k].path) });
}
