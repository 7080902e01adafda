/* The pattern of a Jacobian: which row depends on which column, and entries by columns. */
#include "structure/jacobian/jacobian.h"
#include "structure/solve/solve.h"

/* Rows to sparse columns. NULL for `values`: the pattern only. */
void ss_to_columns(ss_work *w, const ss_entry_list *rows, uint32_t count, uint32_t n, ss_pattern *pattern,
				   sx_ref **values)
{
	uint32_t *fill = sb_new_array(w->scratch, uint32_t, n + 1);

	pattern->n = n;
	pattern->column = sb_new_array(w->arena, uint32_t, n + 1);
	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < rows[r].n; k++)
			pattern->column[rows[r].state[k] + 1]++;
	for (uint32_t c = 0; c < n; c++) {
		pattern->column[c + 1] += pattern->column[c];
		fill[c] = pattern->column[c];
	}
	pattern->row = sb_new_array(w->arena, uint32_t, pattern->column[n] + 1);
	if (values)
		*values = sb_new_array(w->arena, sx_ref, pattern->column[n] + 1);
	for (uint32_t r = 0; r < count; r++)
		for (uint32_t k = 0; k < rows[r].n; k++) {
			uint32_t at = fill[rows[r].state[k]]++;
			pattern->row[at] = r;
			if (values)
				(*values)[at] = rows[r].value[k];
		}
}

/* Sets are shared where a step adds nothing. */
struct ss_column_set { uint32_t n; const uint32_t *column; };

static ss_column_set united(ss_work *w, ss_dependence *d, const sb_u32s *keys)
{
	ss_column_set all = {0};
	sb_u32s members = {0};
	uint32_t used = 0, added = 0, now = ++d->now;

	for (uint32_t i = 0; i < keys->n; i++) {
		const ss_column_set *s = d->of[keys->at[i]];
		if (!s || !s->n)
			continue;
		used++;
		if (s->n > all.n)
			all = *s;
	}
	if (used <= 1 || all.n == d->columns)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		d->seen[all.column[k]] = now;
	for (uint32_t i = 0; i < keys->n && !added; i++) {
		const ss_column_set *s = d->of[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n && !added; k++)
			added += d->seen[s->column[k]] != now;
	}
	if (!added)
		return all;
	for (uint32_t k = 0; k < all.n; k++)
		sb_push(w->scratch, members, all.column[k]);
	for (uint32_t i = 0; i < keys->n; i++) {
		const ss_column_set *s = d->of[keys->at[i]];
		for (uint32_t k = 0; s && k < s->n; k++)
			if (d->seen[s->column[k]] != now) {
				d->seen[s->column[k]] = now;
				sb_push(w->scratch, members, s->column[k]);
			}
	}
	return (ss_column_set){ members.n, members.at };
}

/* Beside what is there. */
static void add_column(ss_work *w, ss_dependence *d, uint32_t key, uint32_t column)
{
	const ss_column_set *before = d->of[key];
	ss_column_set *set = sb_new(w->scratch, ss_column_set);
	sb_u32s members = {0};

	for (uint32_t k = 0; before && k < before->n; k++)
		if (before->column[k] == column)
			return;
		else
			sb_push(w->scratch, members, before->column[k]);
	sb_push(w->scratch, members, column);
	*set = (ss_column_set){ members.n, members.at };
	d->of[key] = set;
}

ss_dependence ss_dependence_new(ss_work *w, const uint32_t *keys, uint32_t count)
{
	ss_dependence d = { .columns = count };

	d.of = sb_new_array(w->scratch, ss_column_set *, 3 * (size_t)w->n + 1);
	d.seen = sb_new_array(w->scratch, uint32_t, count + 1);
	for (uint32_t i = 0; i < count; i++)
		add_column(w, &d, keys[i], i);
	return d;
}

void ss_dependence_go(ss_work *w, ss_dependence *d, const ss_steps *steps, const bool *needed)
{
	for (uint32_t i = 0; i < steps->n; i++) {
		sb_u32s keys = {0}, targets = {0};
		if (!needed[i])
			continue;
		ss_step_depends(w, w->plan, &steps->at[i], &keys);
		ss_column_set *all = sb_new(w->scratch, ss_column_set);
		ss_step_targets(w, w->plan, &steps->at[i], &targets);
		for (uint32_t k = 0; k < targets.n; k++)
			if (d->of[targets.at[k]])            /* a column begins at what is computed, too: a parameter */
				sb_push(w->scratch, keys, targets.at[k]);
		*all = united(w, d, &keys);
		for (uint32_t k = 0; k < targets.n; k++)
			d->of[targets.at[k]] = all;
	}
}

ss_entry_list ss_dependence_of(const ss_dependence *d, uint32_t key)
{
	const ss_column_set *s = d->of[key];

	return s ? (ss_entry_list){ s->n, s->column, NULL } : (ss_entry_list){0};
}

ss_entry_list ss_dependence_of_expr(ss_work *w, ss_dependence *d, sx_ref e)
{
	sb_u32s keys = {0};

	ss_depends(w, e, &keys);
	ss_column_set all = united(w, d, &keys);
	return (ss_entry_list){ all.n, all.column, NULL };
}
