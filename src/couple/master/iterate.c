/* Steps that are repeated, from where they began: until the outputs at their end do not change any more, or by Newton's
 * method on these outputs. Inputs are interpolated then, so the result does not depend on the order of the peers. */
#include "couple/master/lead.h"

#include <math.h>
#include <string.h>

#include "study/linear/dense.h"

static double size_of(const cp_lead *m, uint32_t node, uint32_t output)
{
	const cp_node *x = &m->node[node];
	return fmax(cp_size(m, node, output), fmax(fabs(x->y[output]), fabs(x->ahead[output])));
}

/* The largest change since the sweep before, by the size of what has changed. */
static double change(const cp_lead *m, double *before)
{
	double most = 0;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->outputs.n && !m->node[i].gated; k++, before++) {
			double size = size_of(m, i, k), moved = fabs(m->node[i].ahead[k] - *before);
			most = size > 0 ? fmax(most, moved / size) : most;
			*before = m->node[i].ahead[k];
		}
	return most;
}

static bool by_sweeps(cp_lead *m, double to)
{
	sb_arena *scratch = sb_arena_new();
	double *before = sb_new_array(scratch, double, m->outputs + 1), moved = INFINITY;
	bool good = cp_keep(m, 0) && cp_sweep(m, to, false);
	change(m, before);
	for (uint32_t k = 1; good && k < m->set.iterations && moved > m->set.tolerance; k++) {
		good = cp_go_back(m, 0) && cp_sweep(m, to, true);
		moved = change(m, before);
		m->out->work.iterations++;
	}
	m->out->work.unsettled += moved > m->set.tolerance;
	sb_arena_free(scratch);
	return good;
}

/* ---------------------------------------------------------------------------------------------------- Newton */

typedef struct place { uint32_t node, output; } place;
typedef struct face { cp_lead *m; place *at; uint32_t n; double *y, *g, to; sb_arena *arena; } face;

static bool reads(const face *f, const cp_node *node, uint32_t unknown)
{
	for (uint32_t i = 0; i < node->p->inputs.n; i++) {
		const cp_wire *w = node->wire[i];
		if (w && w->from == f->at[unknown].node && w->output == f->at[unknown].output)
			return true;
	}
	return false;
}

/* Outputs that others read, and that move between instants. */
static void find_face(face *f)
{
	cp_lead *m = f->m;
	f->at = sb_new_array(f->arena, place, m->outputs + 1);
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->node[i].p->outputs.n && !m->node[i].gated && !m->node[i].delayed; k++) {
			bool read = false;
			f->at[f->n] = (place){i, k};
			for (uint32_t o = 0; o < m->n && !read; o++)
				read = reads(f, &m->node[o], f->n);
			f->n += read && !m->node[i].p->outputs.at[k].discrete;
		}
	f->y = sb_new_array(f->arena, double, f->n + 1);
	f->g = sb_new_array(f->arena, double, f->n + 1);
}

/* What the peers give at the end of the step if the face has the values y: of all, or of those that read one of them.
 */
static bool evaluate(face *f, uint32_t moved, double *g)
{
	cp_lead *m = f->m;
	for (uint32_t k = 0; k < f->n; k++)
		m->node[f->at[k].node].ahead[f->at[k].output] = f->y[k];
	for (uint32_t i = 0; i < m->n; i++) {
		m->node[i].is_ahead = !m->node[i].gated;
		m->node[i].good = !m->node[i].gated && (moved == UINT32_MAX || reads(f, &m->node[i], moved));
	}
	for (uint32_t i = 0; i < m->n; i++)
		if (m->node[i].good)
			cp_make_curves(m, &m->node[i], f->to);
	for (uint32_t i = 0; i < m->n; i++) {
		cp_node *node = &m->node[i];
		if (!node->good)
			continue;
		if (!node->p->operations->restore(node->p, 0))
			return cp_failed(m, node, "going back");
		if (!cp_take_step(node, f->to))
			return cp_failed(m, node, "a step");
		for (uint32_t k = 0; k < f->n; k++)
			if (f->at[k].node == i)
				g[k] = node->ahead[f->at[k].output];
	}
	m->out->work.iterations += moved == UINT32_MAX;
	return true;
}

static bool differences(face *f, st_dense *j)
{
	double *g = sb_new_array(f->arena, double, f->n + 1);
	for (uint32_t c = 0; c < f->n; c++) {
		double was = f->y[c], h = 1e-6 * fmax(1e-6, fmax(fabs(was), size_of(f->m, f->at[c].node, f->at[c].output)));
		memcpy(g, f->g, f->n * sizeof *g);
		f->y[c] = was + h;
		if (!evaluate(f, c, g))
			return false;
		for (uint32_t k = 0; k < f->n; k++)
			*st_element(j, k, c) = (g[k] - f->g[k]) / h - (k == c);
		f->y[c] = was;
	}
	return true;
}

static double residual(const face *f)
{
	double most = 0;
	for (uint32_t k = 0; k < f->n; k++) {
		double size = fmax(size_of(f->m, f->at[k].node, f->at[k].output), fabs(f->y[k]));
		most = size > 0 ? fmax(most, fabs(f->g[k] - f->y[k]) / size) : most;
	}
	return most;
}

/* One round; the matrix is kept as long as it serves. False: it failed, or the matrix is singular. */
static bool improve(face *f, bool renew)
{
	cp_lead *m = f->m;
	st_dense j = st_dense_new(f->arena, f->n, f->n), b = st_dense_new(f->arena, f->n, 1), x;
	double step = f->to - m->t;
	if (renew || !m->jacobian || fabs(m->jacobian_step - step) > 1e-9 * step) {
		if (!differences(f, &j))
			return false;
		if (!m->jacobian)
			m->jacobian = sb_new_array(m->arena, double, (size_t)m->outputs * m->outputs + 1);
		memcpy(m->jacobian, j.at, (size_t)f->n * f->n * sizeof *j.at);
		m->jacobian_step = step;
	}
	memcpy(j.at, m->jacobian, (size_t)f->n * f->n * sizeof *j.at);
	for (uint32_t k = 0; k < f->n; k++)
		b.at[k] = f->y[k] - f->g[k];
	if (!st_dense_is_finite(&j) || !st_dense_solve(f->arena, &j, &b, &x))
		return false;
	for (uint32_t k = 0; k < f->n; k++)
		f->y[k] += x.at[k];
	return true;
}

static bool by_newton(cp_lead *m, double to)
{
	face f = {.m = m, .to = to, .arena = sb_arena_new()};
	bool good = cp_keep(m, 0) && cp_sweep(m, to, false);
	find_face(&f);
	for (uint32_t k = 0; k < f.n; k++)
		f.y[k] = m->node[f.at[k].node].ahead[f.at[k].output];
	good = good && evaluate(&f, UINT32_MAX, f.g);
	double before = INFINITY, now = good ? residual(&f) : 0;
	for (uint32_t k = 1; good && k < m->set.iterations && now > m->set.tolerance; k++) {
		good = improve(&f, now > 0.1 * before);
		if (!good && !sb_errors(m->s->diag)) {           /* without a matrix a sweep is the best that there is */
			memcpy(f.y, f.g, f.n * sizeof *f.y);
			good = true;
		}
		good = good && evaluate(&f, UINT32_MAX, f.g);
		before = now;
		now = good ? residual(&f) : 0;
	}
	m->out->work.unsettled += now > m->set.tolerance;
	sb_arena_free(f.arena);
	return good;
}

bool cp_iterate(cp_lead *m, double to)
{
	return m->set.algorithm == CP_NEWTON ? by_newton(m, to) : by_sweeps(m, to);
}
