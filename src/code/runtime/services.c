/* What generated code asks for besides loops: scratch memory, strings, failures, and the engine's part through its
 * hooks. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"

/* ------------------------------------------------------------------ scratch memory: a stack of chunks */

enum { CHUNK = 1 << 16 };

static unsigned long long mark(sc_data *d)
{
	return sc_run_of(d)->scratch_used;
}

static void *scratch(sc_data *d, unsigned long long bytes)
{
	sc_run *run = sc_run_of(d);
	size_t size = ((size_t)bytes + 15) & ~(size_t)15;
	if (!run->chunks || run->newest_used + size > run->chunks->size) {
		size_t room = size > CHUNK ? size : CHUNK;
		sc_chunk *fresh = sb_draw(NULL, sizeof *fresh + room);
		/* what is left of the old chunk counts as used, so that marks tell chunks apart */
		if (run->chunks)
			run->scratch_used += run->chunks->size - run->newest_used;
		fresh->next = run->chunks;
		fresh->size = room;
		run->chunks = fresh;
		run->newest_used = 0;
	}
	char *at = run->chunks->bytes + run->newest_used;
	run->newest_used += size;
	run->scratch_used += size;
	memset(at, 0, size);
	return at;
}

static void release(sc_data *d, unsigned long long to)
{
	sc_run *run = sc_run_of(d);
	while (run->chunks && run->scratch_used > to) {
		size_t before = run->scratch_used - run->newest_used;
		if (before <= to) {
			run->newest_used = (size_t)to - before;
			run->scratch_used = (size_t)to;
			return;
		}
		sc_chunk *old = run->chunks;
		run->chunks = old->next;
		sb_put_back(old);
		run->scratch_used = before;
		run->newest_used = run->chunks ? run->chunks->size : 0;
	}
}

/* Arrays of functions whose sizes change. */
static void *resize(sc_data *d, void *old, unsigned long long bytes)
{
	(void)d;
	sb_put_back(old);
	if (bytes == 0)
		return NULL;
	void *fresh = sb_draw(NULL, (size_t)bytes);
	memset(fresh, 0, (size_t)bytes);
	return fresh;
}

/* --------------------------------------------------------------------------------------- strings */

static const char *concat(sc_data *d, const char *a, const char *b)
{
	return sc_strings_keep(&sc_run_of(d)->strings, a, b);
}

static const char *padded(sc_data *d, const char *text, long long length, int left)
{
	int width = length < 0 ? 0 : length > 10000 ? 10000 : (int)length;
	sb_text out = {0};
	sb_addf(&out, left ? "%-*s" : "%*s", width, text);
	const char *kept = sc_strings_keep(&sc_run_of(d)->strings, out.at, "");
	sb_text_free(&out);
	return kept;
}

static const char *real_text(sc_data *d, double v, long long digits, long long length, int left)
{
	char number[512];
	int n = digits < 1 ? 1 : digits > 400 ? 400 : (int)digits;
	if (!isfinite(v))
		return padded(d, isnan(v) ? "NaN" : v > 0 ? "Infinity" : "-Infinity", length, left);
	snprintf(number, sizeof number, "%.*g", n, v);
	return padded(d, number, length, left);
}

static const char *int_text(sc_data *d, long long v, long long length, int left)
{
	char number[32];
	snprintf(number, sizeof number, "%lld", v);
	return padded(d, number, length, left);
}

static const char *bool_text(sc_data *d, long long v, long long length, int left)
{
	return padded(d, v ? "true" : "false", length, left);
}

static const char *formatted(sc_data *d, sx_value v, const char *format)
{
	sb_text out = {0};
	sx_add_format(&out, &v, format);
	const char *kept = sc_strings_keep(&sc_run_of(d)->strings, out.at ? out.at : "", "");
	sb_text_free(&out);
	return kept;
}

static const char *real_format(sc_data *d, double v, const char *format)
{
	return formatted(d, (sx_value){ .type = SX_REAL, .real = v }, format);
}

static const char *int_format(sc_data *d, long long v, const char *format)
{
	return formatted(d, (sx_value){ .type = SX_INTEGER, .integer = v }, format);
}

static int compare(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

static void sweep(sc_data *d)
{
	const si_image *image = sc_run_of(d)->program->image;
	const char *const *lists[] = { d->s, d->pre_s };
	uint32_t counts[] = { image->strings, image->pres.n };
	sc_strings_sweep(&sc_run_of(d)->strings, lists, counts, 2);
}

/* -------------------------------------------------------------------------------------- failures */

static void fail(sc_data *d, int site, const char *why)
{
	sc_run *run = sc_run_of(d);
	if (d->failed)
		return;
	d->failed = 1;
	sb_put_back(run->failure.why);
	run->failure.kind = SC_FUNCTION;
	run->failure.site = site < 0 ? d->caller : site;     /* a segment is told where it was called */
	run->failure.caller = d->caller;
	run->failure.time = d->time;
	run->failure.why = sb_draw(NULL, strlen(why) + 1);
	strcpy(run->failure.why, why);
}

static void tick(sc_data *d)
{
	if (d->failed || (sb_stopped() == SB_GO_ON && (d->deadline <= 0 || sb_clock() < d->deadline)))
		return;
	d->failed = 1;
	sc_run_of(d)->failure.kind = SC_TIME_OVER;
}

static void subscript(sc_data *d, int site, long long k, long long n)
{
	const sc_sites *sites = &sc_run_of(d)->program->sites;
	sc_site at = site >= 0 && (uint32_t)site < sites->n ? sites->at[site] : (sc_site){ .lower = 1 };
	char why[400];
	long long before = at.lower - 1;
	if (n < 1)
		snprintf(why, sizeof why, "the subscript %lld of an array without elements", k + before);
	else if (at.array)
		snprintf(why, sizeof why, "the subscript %lld of '%.200s' is outside %lld:%lld", k + before, at.array,
				 1 + before, n + before);
	else
		snprintf(why, sizeof why, "the subscript %lld is outside %lld:%lld", k + before, 1 + before, n + before);
	fail(d, site, why);
}

void sc_hold_warnings(sc_data *d, bool hold)
{
	sc_run_of(d)->holds_warnings = hold;
}

bool sc_held_warning(sc_data *d)
{
	bool held = sc_run_of(d)->held_warning;
	sc_run_of(d)->held_warning = false;
	return held;
}

static void warn(sc_data *d, int site, const char *message)
{
	sc_run *run = sc_run_of(d);
	const sc_sites *sites = &run->program->sites;
	site = site < 0 ? d->caller : site;
	if (site < 0 || (uint32_t)site >= sites->n || run->warned[site])
		return;
	if (run->holds_warnings) {
		run->held_warning = true;
		return;
	}
	run->warned[site] = true;
	sb_report(run->diag, SB_WARNING, "R0321", sites->at[site].span, "in '%s' at time %.9g: %s", sites->at[site].what,
			  d->time, message);
}

/* ---------------------------------------------------------------------------- the engine's part */

static double delay(sc_data *d, int number, double value, double time)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	return h->delay ? h->delay(d->run, number, value, time) : value;
}

static double transport(sc_data *d, int number, int what, double x, long long positive)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	return h->transport ? h->transport(d->run, number, what, x, positive != 0) : 0;
}

static void reinit(sc_data *d, int state, int scalar, double value)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->reinit)
		h->reinit(d->run, state, scalar, value);
	else if (state >= 0)
		d->x[state] = value;
}

static void assertion(sc_data *d, int number, int inside_when, const char *message)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->assertion)
		h->assertion(d->run, number, inside_when != 0, message);
}

static void terminate(sc_data *d, const char *message)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->terminate)
		h->terminate(d->run, message);
}

static void program(sc_data *d, int event, int action, double after)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->program)
		h->program(d->run, event, action, after);
}

static void schedule(sc_data *d, int event, double after)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->schedule)
		h->schedule(d->run, event, after);
}

static void cancel(sc_data *d, int event)
{
	const sc_hooks *h = &sc_run_of(d)->hooks;
	if (h->cancel)
		h->cancel(d->run, event);
}

/* What routines ask for has no meaning without an engine. */
static void no_engine(sc_data *d, int site)
{
	fail(d, site, "processes and experiments cannot go on here");
}

static int no_act(sc_data *d, sc_activation *self, int site, int statement, int object, long long index, double value,
				  long long more)
{
	(void)self, (void)statement, (void)object, (void)index, (void)value, (void)more;
	no_engine(d, site);
	return 1;
}

static int no_hold(sc_data *d, sc_activation *self, int site, double after)
{
	(void)self, (void)after;
	no_engine(d, site);
	return 1;
}

static int no_until(sc_data *d, sc_activation *self, int site, int condition)
{
	(void)self, (void)condition;
	no_engine(d, site);
	return 1;
}

static long long no_start(sc_data *d, sc_activation *self, int site, int routine, int absolute, double when,
						  long long priority, const sc_slot *arguments)
{
	(void)self, (void)routine, (void)absolute, (void)when, (void)priority, (void)arguments;
	no_engine(d, site);
	return 0;
}

static void no_insert(sc_data *d, int site, int set, long long index, const sc_slot *fields)
{
	(void)set, (void)index, (void)fields;
	no_engine(d, site);
}

static int no_take(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields)
{
	(void)set, (void)index, (void)position, (void)stays, (void)fields;
	no_engine(d, site);
	return 0;
}

static double no_draw(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c)
{
	(void)question, (void)stream, (void)index, (void)a, (void)b, (void)c;
	no_engine(d, site);
	return 0;
}

static double no_ask(sc_data *d, sc_activation *self, int site, int question, int object, long long index, double a)
{
	(void)self, (void)question, (void)object, (void)index, (void)a;
	no_engine(d, site);
	return 0;
}

static void no_touch(sc_data *d, int place)
{
	(void)d, (void)place;
}

static void no_write(sc_data *d, const char *text)
{
	(void)text;
	no_engine(d, -1);
}

static void no_simulate(sc_data *d, sc_activation *self, int site, double from, double to, double interval,
						double tolerance, double warmup, long long replications, const char *solver)
{
	(void)self, (void)from, (void)to, (void)interval, (void)tolerance, (void)warmup, (void)replications, (void)solver;
	no_engine(d, site);
}

/* Slots of activations and entries of sets are not looked through for strings that are still in use. */
const char *sc_keep_text(sc_data *d, const char *text)
{
	sc_run *run = sc_run_of(d);
	if (!run->kept) {
		run->kept_arena = sb_arena_new();
		run->kept = sb_names_new(run->kept_arena);
	}
	return sb_intern(run->kept, text ? text : "");
}

void sc_services_of(sc_services *out, const sc_hooks *h)
{
	*out = sc_all_services;
#define OWN(name) out->name = h->name ? h->name : out->name
	OWN(act);
	OWN(hold);
	OWN(until);
	OWN(start);
	OWN(insert);
	OWN(take);
	OWN(draw);
	OWN(ask);
	OWN(touch);
	OWN(fresh);
	OWN(write);
	OWN(simulate);
#undef OWN
}

sb_span sc_site_span(const sc_data *d, int site)
{
	const sc_sites *sites = &sc_run_of(d)->program->sites;
	return site < 0 || (uint32_t)site >= sites->n ? (sb_span){0} : sites->at[site].span;
}

const sc_services sc_all_services = {.linear = sc_service_linear,
									 .newton = sc_service_newton,
									 .solve = sc_service_solve,
									 .room = sc_service_room,
									 .delay = delay,
									 .transport = transport,
									 .reinit = reinit,
									 .assertion = assertion,
									 .terminate = terminate,
									 .schedule = schedule,
									 .program = program,
									 .cancel = cancel,
									 .fail = fail,
									 .scratch = scratch,
									 .resize = resize,
									 .concat = concat,
									 .real_text = real_text,
									 .int_text = int_text,
									 .bool_text = bool_text,
									 .real_format = real_format,
									 .int_format = int_format,
									 .compare = compare,
									 .subscript = subscript,
									 .undefined = sc_undefined,
									 .warn = warn,
									 .mark = mark,
									 .release = release,
									 .sweep = sweep,
									 .tick = tick,
									 .external = sc_service_external,
									 .block = sc_service_block,
									 .object = sc_service_object,
									 .made = sc_service_made,
									 .destroy = sc_service_destroy,
									 .act = no_act,
									 .hold = no_hold,
									 .until = no_until,
									 .start = no_start,
									 .insert = no_insert,
									 .take = no_take,
									 .draw = no_draw,
									 .ask = no_ask,
									 .touch = no_touch,
									 .fresh = no_touch,
									 .write = no_write,
									 .simulate = no_simulate,
									 .keep = sc_keep_text};
