/* Changes from outside take effect in an instant (E137), see run/change.c. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/select.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include <string.h>

bool se_is_state(const se_run *run, uint32_t scalar)
{
	return si_place_of(run->image, scalar).store == SI_STATE;
}

/* An input of the model that no equation gives. */
bool se_is_input(const se_run *run, uint32_t scalar)
{
	return si_owner(run->image, scalar)->held;
}

/* Modes that are entered later have no code for parameters: the mode in which the run began computes them for all.
 * scalar: is to have the value; UINT32_MAX: none is. */
void se_compute_parameters(se_run *run, uint32_t scalar, double value)
{
	uint32_t here = run->in;
	bool elsewhere = run->instants->began_in != here;
	sc_data *d = run->d;
	if (elsewhere)
		se_exchange(run, run->instants->began_in);
	if (scalar != UINT32_MAX)
		sc_set_scalar(run->d, scalar, value);
	run->f->parameters(run->d);
	if (!elsewhere)
		return;
	bool failed = run->d->failed;
	sc_forgive(run->d);
	sc_copy_parameters(d, run->d);
	se_exchange(run, here);
	run->f->parameters(run->d);              /* what follows from parameters alone in this mode */
	run->d->failed = run->d->failed || failed;
}

/* In the mode in which the run began, too. */
static void give(se_run *run, uint32_t scalar, double value)
{
	uint32_t here = run->in;
	sc_set_scalar(run->d, scalar, value);
	if (run->instants->began_in == here)
		return;
	se_exchange(run, run->instants->began_in);
	sc_set_scalar(run->d, scalar, value);
	se_exchange(run, here);
}

static void forget_parameters(se_run *run)
{
	run->begun = false;
	se_impulses_close(run);
}

void se_renew_parameters(se_run *run)
{
	se_visit_frames(run, forget_parameters);
	run->begun = true;
}

bool se_set_memory(se_run *run, uint32_t scalar, double value)
{
	si_place place = si_place_of(run->image, scalar);
	const sb_u32s *memory = se_memory_of(run);
	bool found = false;
	for (uint32_t k = 0; place.store == SI_REAL && k < memory->n && !found; k++)
		found = si_place_of(run->image, memory->at[k]).index == place.index;
	if (!found)
		return false;
	run->d->r[place.index] = place.negated ? -value : value;
	for (uint32_t k = 0; k < run->image->pres.n; k++) {
		const si_pre *p = &run->image->pres.at[k];
		if (p->discrete && p->place.store == SI_REAL && p->place.index == place.index)
			run->d->pre_r[k] = p->place.negated ? -run->d->r[place.index] : run->d->r[place.index];
	}
	return true;
}

/* Between the left limits and what happens. */
bool se_apply_changes(se_run *run)
{
	bool parameters = false;
	for (uint32_t i = 0; i < run->instants->changes.n; i++) {
		const sx_given *c = &run->instants->changes.at[i];
		si_place place = si_place_of(run->image, c->scalar);
		bool input = se_is_input(run, c->scalar);
		if (!input && se_set_memory(run, c->scalar, c->value))
			continue;
		parameters = parameters || (!se_is_state(run, c->scalar) && !input);
		if (input)
			sc_set_scalar(run->d, c->scalar, c->value);
		else if (se_is_state(run, c->scalar))
			se_reinit(run, (int)place.index, (int)c->scalar, place.negated ? -c->value : c->value);
		else
			give(run, c->scalar, c->value);
	}
	run->instants->changes.n = 0;
	if (parameters) {
		se_renew_parameters(run);
		sc_blocks_renew(run->objects);
		sc_objects_clear(run->objects);                  /* they are made of parameters, and so made anew */
		se_compute_parameters(run, UINT32_MAX, 0);
		se_find_nominals(run);
		se_ahead_cancel(run);
	}
	se_touch_everything(run);
	return !run->d->failed;
}
