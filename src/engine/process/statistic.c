/* Statistics (E56): of observations, of a value over time, histograms. Means and squares are brought up to date with
 * each observation, so that nothing is lost where the deviation is small beside the mean. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>

se_figure *se_figure_at(se_run *run, int site, int object, long long index)
{
	const si_statistic *s = &run->image->statistics.at[object];
	if (!s->is_array)
		return &run->process->figures[run->process->first_figure[object]];
	if (index >= 1 && index <= (long long)s->count)
		return &run->process->figures[run->process->first_figure[object] + (uint32_t)(index - 1)];
	se_fail_subscript(run, site, index, si_word(run->image, s->name), s->before, s->count);
	return NULL;
}

static void empty(se_figure *f, double at)
{
	f->count = 0;
	f->mean = f->squares = f->total = 0;
	f->least = INFINITY;
	f->most = -INFINITY;
	f->since = f->last = at;
	for (uint32_t k = 0; f->cells && k < f->cell_count + 2; k++)
		f->cells[k] = 0;
	if (f->kind == SI_TIMED)
		f->least = f->most = f->value;
}

static bool open_histogram(se_run *run, const si_statistic *s, se_figure *f)
{
	f->low = se_parameter_value(run, s->low, 0);
	f->width = se_parameter_value(run, s->width, 1);
	f->cell_count = s->cells;
	if (isfinite(f->low) && f->width > 0 && isfinite(f->width)) {
		f->cells = sb_new_array(run->once, uint64_t, s->cells + 2);
		return true;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0540", s->span,
							  "the cells of '%s' cannot begin at %.9g and be %.9g wide",
							  si_word(run->image, s->name), f->low, f->width);
	sb_help(m, "the width must be greater than zero");
	run->failed = true;
	return false;
}

bool se_statistics_begin(se_run *run)
{
	se_process_state *p = run->process;
	const si_image *m = run->image;
	p->first_figure = sb_new_array(run->once, uint32_t, m->statistics.n + 1);
	p->figure_count = 0;
	for (uint32_t k = 0; k < m->statistics.n; k++) {
		p->first_figure[k] = p->figure_count;
		p->figure_count += m->statistics.at[k].count ? m->statistics.at[k].count : 1;
	}
	p->figures = sb_new_array(run->once, se_figure, p->figure_count + 1);
	for (uint32_t k = 0; k < m->statistics.n; k++) {
		const si_statistic *s = &m->statistics.at[k];
		for (uint32_t i = 0; i < (s->count ? s->count : 1); i++) {
			se_figure *f = &p->figures[p->first_figure[k] + i];
			*f = (se_figure){.statistic = k, .index = s->is_array ? i + 1 : 0, .kind = s->kind};
			if (s->kind == SI_TIMED)
				f->value = se_parameter_value(run, s->start, 0);
			if (s->kind == SI_HISTOGRAM && !open_histogram(run, s, f))
				return false;
			empty(f, run->settings.start);
		}
	}
	return true;
}

/* A value over time up to now. */
static void note(se_figure *f, double now)
{
	double passed = now - f->last;
	if (passed > 0) {
		double away = f->value - f->mean;
		f->last = now;
		f->total += passed * f->value;
		f->mean += away * passed / (now - f->since);
		f->squares += passed * away * (f->value - f->mean);
	}
}

void se_statistics_reset(se_run *run, double at)
{
	se_process_state *p = run->process;
	for (uint32_t k = 0; k < p->figure_count; k++)
		empty(&p->figures[k], at);
}

/* A value that is the border of a cell but for its own rounding, or for that of the times that it may be made of, is
 * in the cell above the border: 3*0.1 as 0.3. */
static void count_cell(const se_run *run, se_figure *f, double value)
{
	double k = floor((value - f->low) / f->width),
		   rounding = fmax(4 * DBL_EPSILON * fmax(fabs(value), fabs(f->low)), se_time_rounding(run));
	if (f->low + (k + 1) * f->width - value <= rounding && rounding < 0.001 * f->width)
		k++;
	f->cells[!(k >= 0) ? 0 : k >= f->cell_count ? f->cell_count + 1 : 1 + (uint32_t)k]++;
}

void se_on_observe(se_run *run, int site, int object, long long index, double value)
{
	se_figure *f = se_figure_at(run, site, object, index);
	if (!f)
		return;
	if (!isfinite(value)) {
		se_fail_at(run, site, "R0541", "check the values that it is computed from", "the value observed for '%s' is %s",
				   si_word(run->image, run->image->statistics.at[f->statistic].name),
				   isnan(value) ? "not a number" : "infinite");
		return;
	}
	run->process->asked = true;
	f->count++;
	if (f->kind == SI_TIMED) {
		note(f, run->time);
	} else {
		double away = value - f->mean;
		f->mean += away / (double)f->count;
		f->squares += away * (value - f->mean);
		f->total += value;
	}
	f->value = value;
	f->least = value < f->least ? value : f->least;
	f->most = value > f->most ? value : f->most;
	if (f->kind == SI_HISTOGRAM)
		count_cell(run, f, value);
}

static double mean_of(const se_figure *f)
{
	if (f->kind != SI_TIMED)
		return f->count ? f->mean : NAN;
	return f->last > f->since ? f->total / (f->last - f->since) : NAN;
}

static double deviation_of(const se_figure *f)
{
	if (f->kind != SI_TIMED)
		return f->count > 1 ? sqrt(f->squares / (double)(f->count - 1)) : NAN;
	return f->last > f->since ? sqrt(f->squares / (f->last - f->since)) : NAN;
}

/* In a routine a figure of nothing is zero, so that it can be printed before there is something. */
double se_ask_figure(se_run *run, se_figure *f, int question)
{
	double v = 0;
	if (f->kind == SI_TIMED)
		note(f, run->time);
	switch ((si_question)question) {
	case SI_ASK_COUNT: v = (double)f->count; break;
	case SI_ASK_MEAN: v = mean_of(f); break;
	case SI_ASK_DEVIATION: v = deviation_of(f); break;
	case SI_ASK_LEAST: v = f->least; break;
	case SI_ASK_MOST: v = f->most; break;
	case SI_ASK_TOTAL: v = f->total; break;
	default: break;
	}
	return isfinite(v) ? v : 0;
}

const se_statistic_result *se_statistic_results(se_run *run, uint32_t *count)
{
	se_process_state *p = run->process;
	*count = p->figure_count;
	p->statistic_results = sb_new_array(run->once, se_statistic_result, p->figure_count + 1);
	se_warm_up(run);
	for (uint32_t k = 0; k < p->figure_count; k++) {
		se_figure *f = &p->figures[k];
		if (f->kind == SI_TIMED)
			note(f, run->time);
		bool none = f->kind != SI_TIMED && !f->count;
		p->statistic_results[k] = (se_statistic_result){.statistic = f->statistic,
														.index = f->index,
														.count = f->count,
														.mean = mean_of(f),
														.deviation = deviation_of(f),
														.least = none ? NAN : f->least,
														.most = none ? NAN : f->most,
														.total = f->total,
														.value = none ? NAN : f->value,
														.low = f->low,
														.width = f->width,
														.cells = f->cells};
	}
	return p->statistic_results;
}
