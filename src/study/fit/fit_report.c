/* A fit as people and programs read it. */
#include "study/fit/fit.h"
#include "base/file.h"
#include "base/json.h"
#include <math.h>
#include <string.h>

static const char *const end_names[] = {"done", "stuck", "interrupted"};

/* ------------------------------------------------------------------------------------------------------------- text */

static void number(sb_text *out, double value, int width)
{
	if (isnan(value))
		sb_addf(out, "%*s", width, "-");
	else
		sb_addf(out, "%*.6g", width, value);
}

static int widest(const st_fit *f)
{
	size_t wide = 9;
	for (uint32_t i = 0; i < f->n; i++)
		wide = strlen(f->names[i]) > wide ? strlen(f->names[i]) : wide;
	return (int)wide;
}

static void print_parameters(const st_fit *f, sb_text *out)
{
	int wide = widest(f);
	sb_addf(out, "%-*s  %13s  %11s     %g %% confidence\n", wide, "parameter", "estimate", "std. error",
			100 * f->confidence);
	for (uint32_t i = 0; i < f->n; i++) {
		sb_addf(out, "%-*s  ", wide, f->names[i]);
		number(out, f->value[i], 13);
		sb_add(out, "  ");
		number(out, f->error[i], 11);
		sb_add(out, "  ");
		number(out, f->from[i], 12);
		sb_add(out, " .. ");
		sb_addf(out, isnan(f->to[i]) ? "-" : "%.6g", f->to[i]);
		sb_addf(out, "%s%s%s%s\n", *f->units[i] ? "  [" : "", f->units[i], *f->units[i] ? "]" : "",
				f->bound[i] < 0       ? "  at its lower bound"
				: f->bound[i] > 0     ? "  at its upper bound"
				: !f->determined[i]   ? "  not determined"
									  : "");
	}
}

static void print_correlation(const st_fit *f, sb_text *out)
{
	int wide = widest(f);
	if (f->free < 2)
		return;
	sb_addf(out, "\ncorrelation\n");
	for (uint32_t i = 0; i < f->n; i++) {
		sb_addf(out, "%-*s", wide, f->names[i]);
		for (uint32_t k = 0; k <= i; k++) {
			double c = f->correlation[(size_t)i * f->n + k];
			if (isnan(c))
				sb_addf(out, "  %6s", "-");
			else
				sb_addf(out, "  %6.3f", c);
		}
		sb_add(out, "\n");
	}
}

static void print_columns(const st_fit *f, sb_text *out)
{
	sb_add(out, "\n");
	for (uint32_t i = 0; i < f->column_count; i++) {
		const st_fit_column *c = &f->columns[i];
		sb_addf(out, "%s, %s: %u value%s", f->experiments[c->experiment], c->name, c->count,
				c->count == 1 ? "" : "s");
		if (c->missing)
			sb_addf(out, " (%u missing)", c->missing);
		sb_addf(out, ", rms deviation %.4g%s%s", c->rms, *c->unit ? " " : "", c->unit);
		if (!isnan(c->r2))
			sb_addf(out, ", R2 %.6f", c->r2);
		if (f->mixed && isnan(c->sigma))
			sb_add(out, c->given ? ", sigma given by value" : ", sigma not known");
		else if (f->mixed)
			sb_addf(out, ", sigma %.4g %s", c->sigma, c->given ? "given" : "estimated");
		sb_add(out, "\n");
	}
	sb_addf(out, "chi2 %.6g, %g degree%s of freedom", f->chi2, f->freedom, f->freedom == 1 ? "" : "s");
	if (f->freedom > 0)
		sb_addf(out, f->known_sigma || f->mixed ? ", chi2 per degree %.4g" : ", residual deviation %.4g",
				f->known_sigma || f->mixed ? f->chi2 / f->freedom : f->deviation);
	sb_add(out, "\n");
}

void st_fit_text(const st_fit *f, const char *model, sb_text *out)
{
	sb_addf(out, "%s: %u measured value%s, %u parameter%s%s\n\n", model, f->count, f->count == 1 ? "" : "s", f->n,
			f->n == 1 ? "" : "s",
			f->end == ST_FIT_STOPPED ? " (interrupted: the best so far)" : "");
	print_parameters(f, out);
	print_correlation(f, out);
	print_columns(f, out);
	if (!isnan(f->checked))
		sb_addf(out, "sensitivities and differences of runs differ by %.2g of the largest\n", f->checked);
	sb_addf(out, "\n%s\n", f->given);
}

/* --------------------------------------------------------------------------------------------------------- messages */

static void tell_loose(const st_fit *f, uint32_t which, sb_diag *diag)
{
	sb_text text = {0};
	uint32_t n = 0;
	const char *one = "";
	for (uint32_t i = 0; i < f->n; i++) {
		double part = f->loose.at[which][i];
		bool relative = f->size[i] == fabs(f->value[i]);
		if (part == 0)
			continue;
		one = f->names[i];
		sb_addf(&text, "%s%s by %+.3g%s", n++ ? ", " : "", one, relative ? part : part * f->size[i] / 100,
				relative ? " %" : "");
	}
	sb_message *m;
	if (n == 1)
		m = sb_report(diag, SB_WARNING, "U0945", (sb_span){0}, "the data do not determine '%s'", one);
	else
		m = sb_report(diag, SB_WARNING, "U0945", (sb_span){0},
					  "the data do not determine these parameters apart from each other: %s", text.at);
	sb_note(m, n == 1 ? "a change of it has no effect on what was measured"
					  : "such a change, all of them together, has no effect on what was measured");
	sb_help(m, n == 1 ? "leave it out of --vary, or measure something that depends on it"
					  : "leave one of them out of --vary, or measure something that depends on it");
	sb_text_free(&text);
}

static void tell_poor(const st_fit *f, sb_diag *diag)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->determined[i] && !f->bound[i] && f->error[i] > f->size[i])
			sb_note(sb_report(diag, SB_WARNING, "U0946", (sb_span){0},
							  "'%s' is hardly determined: its standard error is %.3g times %s", f->names[i],
							  f->error[i] / f->size[i],
							  f->size[i] == fabs(f->value[i]) ? "its value" : "the value it started from"),
					"zero is as likely as the estimate");
}

/* Where some sigmas are given: are they too small, and could the others be estimated? */
static void tell_sigmas(const st_fit *f, sb_diag *diag)
{
	double chi2 = 0, count = 0;
	for (uint32_t i = 0; i < f->count; i++)
		if (st_fit_column_of(f, &f->points[i])->given) {
			chi2 += f->points[i].residual * f->points[i].residual;
			count++;
		}
	if (count > 10 && chi2 > count + 6 * sqrt(2 * count))
		sb_note(sb_report(diag, SB_WARNING, "U0948", (sb_span){0},
						  "the deviations are %.3g times as large as the given sigmas say", sqrt(chi2 / count)),
				"the standard errors are those of the sigmas that were given");
	for (uint32_t i = 0; i < f->column_count; i++)
		if (!f->columns[i].given && isnan(f->columns[i].sigma))
			sb_help(sb_report(diag, SB_WARNING, "U0670", (sb_span){0},
							  "the sigma of '%s' in %s is not given, and its %u value%s cannot tell it",
							  f->columns[i].name, f->experiments[f->columns[i].experiment], f->columns[i].count,
							  f->columns[i].count == 1 ? "" : "s"),
					"give it with --sigma: standard errors beside given sigmas depend on it");
}

void st_fit_tell(const st_fit *f, sb_diag *diag)
{
	if (f->end == ST_FIT_STUCK)
		sb_help(sb_report(diag, SB_WARNING, "U0944", (sb_span){0},
						  "no further step makes the sum smaller, although its slopes are not zero"),
				"a jump of the model may be in the way: try other starts (--starts), or a smaller tolerance (--tol)");
	if (f->why_differences && *f->why_differences)
		sb_note(sb_report(diag, SB_INFO, "R0702", (sb_span){0}, "sensitivities are differences of whole runs: %s",
						  f->why_differences),
				"they are good to about %.1g of the largest value of each", fmax(f->uncertain, 1e-7));
	for (uint32_t i = 0; i < f->loose.n; i++)
		tell_loose(f, i, diag);
	tell_poor(f, diag);
	for (uint32_t i = 0; i < f->column_count; i++) {
		const st_fit_column *c = &f->columns[i];
		if (fabs(c->runs) > 4)
			sb_note(sb_report(diag, SB_WARNING, "U0947", (sb_span){0},
							  "the residuals of '%s' in %s are not random: their signs %s far more often than by "
							  "chance",
							  c->name, f->experiments[c->experiment], c->runs < 0 ? "stay the same" : "change"),
					"the model lacks something, or the noise is correlated: standard errors are too small then");
	}
	if (f->known_sigma && f->freedom > 10 && f->chi2 > f->freedom + 6 * sqrt(2 * f->freedom) &&
		f->cost > 0.9 * f->chi2)
		sb_note(sb_report(diag, SB_WARNING, "U0948", (sb_span){0},
						  "the deviations are %.3g times as large as the sigmas say", f->deviation),
				"the standard errors are those of the sigmas that were given");
	if (f->mixed)
		tell_sigmas(f, diag);
	if (f->checked > 1e-2)
		sb_report(diag, SB_WARNING, "U0949", (sb_span){0},
				  "sensitivities and differences of whole runs differ by %.2g of the largest", f->checked);
}

/* ------------------------------------------------------------------------------------------------------------- JSON */

static void json_parameters(const st_fit *f, sb_json *j)
{
	sb_json_open(j, "parameters", '[');
	for (uint32_t i = 0; i < f->n; i++) {
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "name", f->names[i]);
		sb_json_string(j, "unit", f->units[i]);
		sb_json_real(j, "value", f->value[i]);
		sb_json_real(j, "start", f->start[i]);
		sb_json_real(j, "error", f->error[i]);
		sb_json_real(j, "from", f->from[i]);
		sb_json_real(j, "to", f->to[i]);
		sb_json_int(j, "bound", f->bound[i]);
		sb_json_bool(j, "determined", f->determined[i]);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

static void json_matrix(const st_fit *f, const char *key, const double *matrix, sb_json *j)
{
	sb_json_open(j, key, '[');
	for (uint32_t i = 0; i < f->n; i++) {
		sb_json_open(j, NULL, '[');
		for (uint32_t k = 0; k < f->n; k++)
			sb_json_real(j, NULL, matrix[(size_t)i * f->n + k]);
		sb_json_close(j, ']');
	}
	sb_json_close(j, ']');
}

static void json_columns(const st_fit *f, sb_json *j)
{
	sb_json_open(j, "columns", '[');
	for (uint32_t i = 0; i < f->column_count; i++) {
		const st_fit_column *c = &f->columns[i];
		sb_json_open(j, NULL, '{');
		sb_json_string(j, "data", f->experiments[c->experiment]);
		sb_json_string(j, "name", c->name);
		sb_json_string(j, "expression", c->written);
		sb_json_int(j, "values", c->count);
		sb_json_int(j, "missing", c->missing);
		sb_json_real(j, "sigma", c->sigma);
		sb_json_bool(j, "sigma_given", c->given);
		sb_json_real(j, "rms", c->rms);
		sb_json_real(j, "r2", c->r2);
		sb_json_real(j, "runs", c->runs);
		sb_json_close(j, '}');
	}
	sb_json_close(j, ']');
}

void st_fit_json(const st_fit *f, const char *model, sb_text *out)
{
	sb_json j = {.out = out};
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "model", model);
	sb_json_string(&j, "status", end_names[f->end]);
	json_parameters(f, &j);
	json_matrix(f, "covariance", f->covariance, &j);
	json_matrix(f, "correlation", f->correlation, &j);
	json_columns(f, &j);
	sb_json_open(&j, "undetermined", '[');
	for (uint32_t r = 0; r < f->loose.n; r++) {
		sb_json_open(&j, NULL, '[');
		for (uint32_t i = 0; i < f->n; i++)
			sb_json_real(&j, NULL, f->loose.at[r][i]);
		sb_json_close(&j, ']');
	}
	sb_json_close(&j, ']');
	sb_json_real(&j, "confidence", f->confidence);
	sb_json_real(&j, "chi2", f->chi2);
	sb_json_real(&j, "cost", f->cost);
	sb_json_real(&j, "freedom", f->freedom);
	sb_json_bool(&j, "known_sigma", f->known_sigma);
	sb_json_bool(&j, "differences", f->why_differences != NULL);
	sb_json_real(&j, "checked", f->checked);
	sb_json_int(&j, "starts", f->tried);
	sb_json_int(&j, "steps", f->steps);
	sb_json_int(&j, "runs", (int64_t)f->runs);
	sb_json_string(&j, "options", f->given);
	sb_json_close(&j, '}');
}

/* ------------------------------------------------------------------------------------------------------------ table */

static void add_field(sb_text *out, const char *text)
{
	if (!strpbrk(text, ",\"\n")) {
		sb_add(out, text);
		return;
	}
	sb_addc(out, '"');
	for (; *text; text++)
		sb_addf(out, *text == '"' ? "\"\"" : "%c", *text);
	sb_addc(out, '"');
}

const st_fit_column *st_fit_column_of(const st_fit *f, const st_fit_point *p)
{
	uint32_t i = 0;
	while (f->columns[i].experiment != p->experiment)
		i++;
	return &f->columns[i + p->column];
}

bool st_fit_write(const st_fit *f, const char *path, sb_diag *diag)
{
	sb_output out;
	sb_text text = {0};
	if (!sb_output_open(&out, diag, path))
		return false;
	sb_add(&text, "time,data,column,measured,fitted,sigma,residual\r\n");
	for (uint32_t i = 0; i < f->count; i++) {
		const st_fit_point *p = &f->points[i];
		const double numbers[] = {p->measured, p->fitted, p->sigma, p->residual};
		sb_add_real(&text, p->at);
		sb_addc(&text, ',');
		add_field(&text, f->experiments[p->experiment]);
		sb_addc(&text, ',');
		add_field(&text, st_fit_column_of(f, p)->name);
		for (int k = 0; k < 4; k++) {
			sb_addc(&text, ',');
			sb_add_real(&text, numbers[k]);
		}
		sb_add(&text, "\r\n");
	}
	fwrite(text.at, 1, text.n, out.stream);
	sb_text_free(&text);
	return sb_output_commit(&out, diag);
}
