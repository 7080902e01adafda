/* What routines draw from their streams: every distribution of si_question, with its parameters looked at first. */
#include "engine/process/engine_process.h"
#include <math.h>
#include <stdio.h>

/* Wrong parameters end the run: what would be drawn means nothing. */
static double refuse(se_run *run, int site, int question, const char *what, double value, const char *help)
{
	se_fail_at(run, site, "R0520", help, "the %s of the distribution '%s' cannot be %.9g", what,
			   si_question_name(question), value);
	return 0;
}

typedef struct bound { const char *what; double value, least; bool open; const char *help; } bound;

static bool fits(se_run *run, int site, int question, const bound *b, int count)
{
	for (int i = 0; i < count; i++) {
		if (isfinite(b[i].value) && (b[i].open ? b[i].value > b[i].least : b[i].value >= b[i].least))
			continue;
		refuse(run, site, question, b[i].what, b[i].value, b[i].help);
		return false;
	}
	return true;
}

static bool is_chance(se_run *run, int site, int question, double p)
{
	if (p >= 0 && p <= 1)
		return true;
	refuse(run, site, question, "probability", p, "it must be from 0 to 1");
	return false;
}

#define FITS(...)                                                                                                      \
	fits(run, site, question, (const bound[]){__VA_ARGS__}, (int)(sizeof((const bound[]){__VA_ARGS__}) / sizeof(bound)))

static const char *const POSITIVE = "it must be greater than zero", *const NOT_NEGATIVE = "it must not be negative";
static const char *const NUMBER = "it must be a number", *const ORDER = "the bounds must be in order";

static double triangular(se_stream *s, double low, double mode, double high)
{
	double u = se_unit(s), width = high - low;
	if (!(width > 0))
		return low;
	double left = (mode - low) / width;
	return u < left ? low + sqrt(u * width * (mode - low)) : high - sqrt((1 - u) * width * (high - mode));
}

static double empirical(se_run *run, se_stream *s, int site, double which)
{
	if (!(which >= 0 && which < run->image->samples.n)) {
		se_fail_at(run, site, "R0521", "give the name of a declared SAMPLE", "there are no data to draw from");
		return 0;
	}
	const si_sample *data = &run->image->samples.at[(uint32_t)which];
	const double *value = run->image->literals.at + data->value,
				 *cumulative = run->image->literals.at + data->cumulative;
	if (!data->n)
		return 0;
	double u = se_unit(s) * cumulative[data->n - 1];
	uint32_t low = 0, high = data->n - 1;        /* the first whose cumulative probability is above u */
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (cumulative[middle] > u)
			high = middle;
		else
			low = middle + 1;
	}
	if (data->steps || low == 0)
		return value[low];
	double from = cumulative[low - 1], to = cumulative[low];
	return value[low - 1] + (value[low] - value[low - 1]) * (u - from) / (to - from);
}

static double whole_between(se_run *run, se_stream *s, int site, int question, double low, double high)
{
	if (!(high >= low) || !(fabs(low) < 0x1p53) || !(fabs(high) < 0x1p53))
		return refuse(run, site, question, "upper bound", high, ORDER);
	return low + (double)se_below(s, (uint64_t)(high - low) + 1);
}

/* The shapes that processes use most come first; the others below. */
static double draw_other(se_run *run, se_stream *s, int site, int question, double a, double b, double c)
{
	const se_tables *t = &run->process->tables;
	switch ((si_question)question) {
	case SI_ASK_LOGNORMAL:
		return FITS({"mean", a, -INFINITY, true, NUMBER}, {"deviation", b, 0, false, NOT_NEGATIVE})
				   ? exp(a + b * se_normal(s, t))
				   : 0;
	case SI_ASK_GAMMA:
		return FITS({"shape", a, 0, true, POSITIVE}, {"scale", b, 0, true, POSITIVE}) ? b * se_gamma(s, t, a) : 0;
	case SI_ASK_ERLANG:
		return FITS({"number of stages", a, 1, false, "it is a whole number from 1 on"},
					{"mean", b, 0, false, NOT_NEGATIVE})
				   ? b / floor(a) * se_gamma(s, t, floor(a))
				   : 0;
	case SI_ASK_BETA:
		return FITS({"first shape", a, 0, true, POSITIVE}, {"second shape", b, 0, true, POSITIVE}) ? se_beta(s, t, a, b)
																								   : 0;
	case SI_ASK_WEIBULL:
		return FITS({"shape", a, 0, true, POSITIVE}, {"scale", b, 0, true, POSITIVE})
				   ? b * pow(se_exponential(s, t), 1 / a)
				   : 0;
	case SI_ASK_TRIANGULAR:
		return FITS({"lower bound", a, -INFINITY, true, NUMBER}, {"mode", b, a, false, ORDER},
					{"upper bound", c, b, false, ORDER})
				   ? triangular(s, a, b, c)
				   : 0;
	case SI_ASK_POISSON: return FITS({"mean", a, 0, false, NOT_NEGATIVE}) ? se_poisson(s, a) : 0;
	case SI_ASK_BINOMIAL:
		return FITS({"number of trials", a, 0, false, NOT_NEGATIVE}) && is_chance(run, site, question, b)
				   ? se_binomial(s, floor(a), b)
				   : 0;
	case SI_ASK_GEOMETRIC:
		return is_chance(run, site, question, a) && FITS({"probability", a, 0, true, POSITIVE}) && a < 1
		           ? floor(se_exponential(s, t) / -log1p(-a)) : 0;
	case SI_ASK_DISCRETE_UNIFORM: return whole_between(run, s, site, question, a, b);
	case SI_ASK_EMPIRICAL: return empirical(run, s, site, a);
	default:
		se_fail_at(run, site, "R0522", "this is a mistake of the translator", "question %d is not a distribution",
				   question);
		return 0;
	}
}

static se_stream *stream_at(se_run *run, int site, int stream, long long index)
{
	const si_stream *m = &run->image->streams.at[stream];
	if (index >= (m->is_array ? 1 : 0) && index <= (m->is_array ? (long long)m->count : 1))
		return &run->process->streams[run->process->first_stream[stream] + (index ? index - 1 : 0)];
	se_fail_subscript(run, site, index, si_word(run->image, m->name), m->before, m->count);
	return NULL;
}

double se_on_draw(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c)
{
	se_run *run = d->run;
	const se_tables *t = &run->process->tables;
	se_stream *s = stream_at(run, site, stream, index);
	if (!s)
		return 0;
	switch ((si_question)question) {
	case SI_ASK_EXPONENTIAL: return FITS({"mean", a, 0, false, NOT_NEGATIVE}) ? a * se_exponential(s, t) : 0;
	case SI_ASK_UNIFORM:
		return FITS({"lower bound", a, -INFINITY, true, NUMBER}, {"upper bound", b, a, false, ORDER})
				   ? a + (b - a) * se_unit(s)
				   : 0;
	case SI_ASK_NORMAL:
		return FITS({"mean", a, -INFINITY, true, NUMBER}, {"deviation", b, 0, false, NOT_NEGATIVE})
				   ? a + b * se_normal(s, t)
				   : 0;
	case SI_ASK_BERNOULLI: return is_chance(run, site, question, a) && se_unit(s) < a;
	default: return draw_other(run, s, site, question, a, b, c);
	}
}
