/* Sinks: rows and events as they are produced. Rows must be those of the record, bit by bit; events those that the
 * closed forms of the models have. */
#include "unit/unit.h"
#include "study/study.h"
#include <saltus.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* x = exp(-t) is 1/2 at ln 2, where low becomes true; v = t mod 0.75 by reinit; n counts half seconds; from t = 1 on
 * the structure is another one, and w is a state. */
static const char rich[] =
	"model Rich\n"
	"  parameter Real k = 1;\n"
	"  Real x(start = 1, fixed = true), z = -x, v(start = 0, fixed = true), w, q = 2*v;\n"
	"  Boolean low = x < 0.5;\n"
	"  Integer n(start = 0, fixed = true);\n"
	"equation\n"
	"  der(x) = -k*x;\n"
	"  der(v) = 1;\n"
	"  when v > 0.75 then\n"
	"    reinit(v, 0);\n"
	"  end when;\n"
	"  when sample(0.5, 0.5) then\n"
	"    n = pre(n) + 1;\n"
	"  end when;\n"
	"  if time < 1 then\n"
	"    w = 3;\n"
	"  else\n"
	"    der(w) = -w;\n"
	"  end if;\n"
	"  annotation(experiment(StopTime = 2, Interval = 0.125));\n"
	"end Rich;\n";

enum { ROWS_MOST = 4000, COLUMNS_MOST = 40, EVENTS_MOST = 200 };
typedef struct heard {
	char names[COLUMNS_MOST][40]; size_t columns, begun;
	double time[ROWS_MOST], value[ROWS_MOST][COLUMNS_MOST]; size_t rows;
	struct { double time, was, now; saltus_what what; char name[80], text[200]; int line; } event[EVENTS_MOST];
	size_t events;
	size_t rows_most, events_most; bool no_begin;    /* it wants no more than these; 0: any number */
	saltus_run *run; double now;
} heard;

static bool begin(void *context, const char *const *names, size_t count)
{
	heard *h = context;
	assert_true(count <= COLUMNS_MOST);
	for (size_t i = 0; i < count; i++)
		snprintf(h->names[i], sizeof h->names[i], "%s", names[i]);
	h->columns = count;
	h->begun++;
	return !h->no_begin;
}

static bool row(void *context, double time, const double *values, size_t count)
{
	heard *h = context;
	assert_true(h->rows < ROWS_MOST && count == h->columns);
	h->time[h->rows] = time;
	memcpy(h->value[h->rows++], values, count * sizeof *values);
	h->now = saltus_now(h->run);
	assert_true(h->now == time);
	return h->rows != h->rows_most;
}

static bool event(void *context, const saltus_event *e)
{
	heard *h = context;
	assert_true(h->events < EVENTS_MOST && saltus_now(h->run) == e->time);
	h->event[h->events].time = e->time;
	h->event[h->events].was = e->was;
	h->event[h->events].now = e->now;
	h->event[h->events].what = e->what;
	h->event[h->events].line = e->line;
	snprintf(h->event[h->events].name, sizeof h->event->name, "%s", e->name);
	snprintf(h->event[h->events].text, sizeof h->event->text, "%s", e->text);
	h->events++;
	return h->events != h->events_most;
}

static saltus_program *load(const char *text)
{
	saltus_program *p = saltus_load_text(text, NULL);
	if (saltus_failed(p))
		print_error("%s\n", saltus_messages(p));
	assert_false(saltus_failed(p));
	return p;
}

static heard *listen(saltus_run *r, bool only)
{
	heard *h = calloc(1, sizeof *h);
	h->run = r;
	saltus_set_sink(r, &(saltus_sink){.context = h, .begin = begin, .row = row, .event = event, .only = only});
	return h;
}

static void is_same(double a, double b)      /* der(w) has no value in the first mode */
{
	assert_true(a == b || (isnan(a) && isnan(b)));
}

static void rows_are(const heard *h, size_t from, saltus_run *r)
{
	assert_int_equal(h->rows - from, saltus_rows(r));
	for (size_t i = 0; i < saltus_rows(r); i++) {
		assert_true(h->time[from + i] == saltus_time(r, i));
		for (size_t k = 0; k < h->columns; k++)
			is_same(h->value[from + i][k], saltus_value(r, i, h->names[k]));
	}
}

static void rows_are_those_of_the_record(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "rk4", "cvode"};
	saltus_program *p = load(rich);
	for (int rows = SALTUS_AT_GRID; rows <= SALTUS_AT_ENDS; rows++)
		for (size_t k = 0; k < 3; k++) {
			saltus_run *r = saltus_new_run(p);
			heard *h = listen(r, false);
			saltus_set_rows(r, (saltus_rows_at)rows);
			saltus_set_solver(r, solvers[k]);
			for (size_t again = 0; again < 2; again++) {
				size_t from = h->rows;
				assert_int_equal(saltus_simulate(r), SALTUS_DONE);
				assert_int_equal(h->begun, again + 1);
				rows_are(h, from, r);
			}
			assert_true(h->columns >= 8 && h->rows >= 4);
			free(h);
			saltus_free_run(r);
		}
	saltus_free(p);
}

/* The number of events of a kind and name; that of `number` from 0 is left in *at. */
static size_t count(const heard *h, saltus_what what, const char *name, size_t number, size_t *at)
{
	size_t n = 0;
	for (size_t i = 0; i < h->events; i++)
		if (h->event[i].what == what && strcmp(h->event[i].name, name) == 0 && n++ == number && at)
			*at = i;
	return n;
}

static void is_near(double found, double expected)
{
	if (!(fabs(found - expected) <= 1e-5))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= 1e-5);
}

static void events_have_causes_and_effects(void **state)
{
	(void)state;
	size_t i = 0, k = 0;
	saltus_program *p = load(rich);
	saltus_run *r = saltus_new_run(p);
	heard *h = listen(r, false);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(count(h, SALTUS_TURNS, "x < 0.5", 0, &i), 1);
	is_near(h->event[i].time, log(2));
	assert_true(h->event[i].now == 1 && isnan(h->event[i].was) && h->event[i].line == 4);
	assert_string_equal(h->event[i].text, "x < 0.5 becomes true (line 4)");
	assert_int_equal(count(h, SALTUS_BECOMES, "low", 0, &k), 1);
	assert_true(k > i && h->event[k].time == h->event[i].time && h->event[k].was == 0 && h->event[k].now == 1);
	assert_string_equal(h->event[k].text, "low becomes true");
	assert_int_equal(count(h, SALTUS_JUMPS, "v", 1, &k), 2);         /* at 0.75 and 1.5 */
	is_near(h->event[k].time, 1.5);
	is_near(h->event[k].was, 0.75);
	assert_true(h->event[k].now == 0);
	assert_int_equal(count(h, SALTUS_JUMPS, "q", 0, &k), 2);
	is_near(h->event[k].was, 1.5);
	assert_int_equal(count(h, SALTUS_TICKS, "sample(0.5, 0.5)", 3, &k), 4);
	assert_true(h->event[k].time == 2 && h->event[k].line == 12);
	assert_int_equal(count(h, SALTUS_BECOMES, "n", 2, &k), 4);
	assert_true(h->event[k].time == 1.5 && h->event[k].was == 2 && h->event[k].now == 3);
	for (i = 0, k = 0; i < h->events; i++) {
		assert_true(i == 0 || h->event[i].time >= h->event[i - 1].time);
		k += h->event[i].what == SALTUS_MODE && h->event[i].time == 1;
	}
	assert_int_equal(k, 1);
	free(h);
	saltus_free_run(r);
	saltus_free(p);
}

/* A state machine goes from a to b when a has counted to 3. */
static void states_of_machines_are_told(void **state)
{
	(void)state;
	static const char machine[] =
		"model M block A Integer k(start = 0); equation k = previous(k) + 1; end A; "
		"block B Integer k(start = 0); equation k = previous(k) + 1; end B; A a; B b; equation "
		"initialState(a); transition(a, b, a.k > 2, immediate = false); annotation(experiment(StopTime = 5)); end M;";
	saltus_program *p = load(machine);
	saltus_run *r = saltus_new_run(p);
	heard *h = listen(r, true);
	size_t i = 0, k = 0;
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(count(h, SALTUS_ENTERED, "b", 0, &i), 1);
	assert_int_equal(count(h, SALTUS_EXITED, "a", 0, &k), 1);
	assert_true(k < i && h->event[i].time == h->event[k].time);
	free(h);
	saltus_free_run(r);
	saltus_free(p);
}

/* A program of processes alone, which a run without listeners executes in a loop of its own. */
static void processes_are_told(void **state)
{
	(void)state;
	static const char cosy[] = "PROGRAM P; VAR PROCESS GO; INTEGER N; SYSTEM INITIAL N := 0; CREATE GO END; DISCRETE "
							   "PROCESSES PROCESS GO; BEGIN HOLD 1.0; N := 5; HOLD 2.0; N := 7 END; END; END; END END.";
	char path[] = "/tmp/saltus_sinks_XXXXXX.cosy";
	int file = mkstemps(path, 5);
	assert_true(file >= 0 && write(file, cosy, sizeof cosy - 1) == sizeof cosy - 1);
	close(file);
	saltus_program *p = saltus_load(path, NULL);
	if (saltus_failed(p))
		print_error("%s\n", saltus_messages(p));
	saltus_run *silent = saltus_new_run(p), *r = saltus_new_run(p);
	heard *h = listen(r, false);
	size_t i = 0;
	saltus_set_stop(silent, 5);
	saltus_set_stop(r, 5);
	assert_int_equal(saltus_simulate(silent), SALTUS_DONE);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(count(h, SALTUS_GOES_ON, "GO", 2, &i), 3);
	assert_true(h->event[i].time == 3);
	assert_int_equal(count(h, SALTUS_BECOMES, "N", 1, &i), 2);
	assert_true(h->event[i].time == 3 && h->event[i].was == 5 && h->event[i].now == 7);
	rows_are(h, 0, silent);
	free(h);
	saltus_free_run(r);
	saltus_free_run(silent);
	saltus_free(p);
	unlink(path);
}

static void rows_need_not_be_kept(void **state)
{
	(void)state;
	saltus_program *p = load(rich);
	saltus_run *kept = saltus_new_run(p), *r = saltus_new_run(p);
	heard *h = listen(r, true);
	assert_int_equal(saltus_simulate(kept), SALTUS_DONE);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(saltus_rows(r), 0);
	rows_are(h, 0, kept);
	assert_true(saltus_final(r, "x") == saltus_final(kept, "x") && saltus_get(r, "n") == 4);
	saltus_set_measures(r, (const char *const[]){"final(x)", "max(v)"}, 2);      /* which need rows */
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_measured(r, 0), exp(-2));
	is_near(saltus_measured(r, 1), 0.75);
	free(h);
	saltus_free_run(r);
	saltus_free_run(kept);
	saltus_free(p);
}

static void a_sink_may_have_enough(void **state)
{
	(void)state;
	saltus_program *p = load(rich);
	saltus_run *r = saltus_new_run(p);
	heard *h = listen(r, false);
	h->rows_most = 4;
	assert_int_equal(saltus_simulate(r), SALTUS_STOPPED);
	assert_int_equal(h->rows, 4);
	assert_true(h->time[3] == 0.375 && saltus_now(r) < 2 && saltus_rows(r) >= 4);
	free(h);
	h = listen(r, false);
	h->events_most = 1;
	assert_int_equal(saltus_simulate(r), SALTUS_STOPPED);
	assert_true(h->events == 1 && saltus_now(r) < 2);
	free(h);
	h = listen(r, false);
	h->no_begin = true;
	assert_int_equal(saltus_simulate(r), SALTUS_STOPPED);
	assert_true(h->begun == 1 && h->rows == 0 && h->events == 0);
	free(h);
	saltus_set_sink(r, NULL);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	saltus_set_sink(NULL, NULL);
	saltus_free_run(r);
	saltus_free(p);
}

/* A run that is saved at 0.8 and goes on in another one: both sinks together have the rows of a run without a pause. A
 * sink that is given to a paused run is for the next simulation. Sweeps have none. */
static void a_run_that_goes_on_has_its_sink(void **state)
{
	(void)state;
	char path[] = "/tmp/saltus_sinks_XXXXXX";
	int file = mkstemp(path);
	assert_true(file >= 0);
	close(file);
	saltus_program *p = load(rich);
	saltus_run *whole = saltus_new_run(p), *r = saltus_new_run(p), *s = saltus_new_run(p);
	assert_int_equal(saltus_simulate(whole), SALTUS_DONE);
	heard *first = listen(r, true);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 0.8), SALTUS_PAUSED);
	size_t so_far = first->rows;
	assert_true(so_far > 5 && first->time[so_far - 1] <= 0.8);
	assert_true(saltus_save(r, path));
	heard *rest = listen(s, true), *later = listen(r, false);
	saltus_set_sink(s, &(saltus_sink){.context = rest, .begin = begin, .row = row});
	assert_int_equal(saltus_restore(s, path), SALTUS_PAUSED);
	rest->run = s;
	assert_int_equal(saltus_advance(s, INFINITY), SALTUS_DONE);
	assert_int_equal(saltus_end(s), SALTUS_DONE);
	assert_int_equal(so_far + rest->rows, saltus_rows(whole));
	for (size_t i = 0; i < saltus_rows(whole); i++)
		assert_true((i < so_far ? first->time[i] : rest->time[i - so_far]) == saltus_time(whole, i));
	assert_int_equal(saltus_advance(r, INFINITY), SALTUS_DONE);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	assert_true(later->rows == 0 && later->begun == 0);
	rows_are(first, 0, whole);
	double value = 0, k = 2;
	assert_int_equal(saltus_sweep(r, &(saltus_points){(const char *const[]){"k"}, 1, &k, 1,
													  (const char *const[]){"final(x)"}, 1, 1}, &value), SALTUS_DONE);
	is_near(value, exp(-4));
	assert_true(later->rows == 0 && later->begun == 0);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	rows_are(later, 0, r);
	free(first);
	free(rest);
	free(later);
	saltus_free_run(whole);
	saltus_free_run(r);
	saltus_free_run(s);
	saltus_free(p);
	unlink(path);
}

/* A CSV file that is written while the run goes on has the bytes of one that is written of its record. */
static void a_file_may_be_a_sink(void **state)
{
	(void)state;
	char *live = NULL, *later = NULL;
	size_t live_size = 0, later_size = 0;
	st_model *m = st_load("rich.mo", NULL, &(st_options){.depth = ST_CODE, .text = rich});
	se_run *run = st_run(m, m->diag);
	FILE *now = open_memstream(&live, &live_size), *then = open_memstream(&later, &later_size);
	sr_csv *csv = sr_csv_new(now);
	for (int rows = SE_ROWS_GRID; rows <= SE_ROWS_SHOWN_PEAKS; rows++) {
		se_settings s = se_defaults(sc_image(m->program));
		s.rows = (se_rows)rows;
		s.sink = sr_csv_sink(csv);
		assert_int_equal(se_simulate(run, &s), SE_DONE);
		assert_true(sr_write_csv(se_record(run), then));
	}
	sr_csv_free(csv);
	fclose(now);
	fclose(then);
	assert_true(live_size > 5000 && live_size == later_size && memcmp(live, later, live_size) == 0);
	free(live);
	free(later);
	se_run_free(run);
	st_free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_those_of_the_record),     cmocka_unit_test(events_have_causes_and_effects),
		cmocka_unit_test(states_of_machines_are_told),      cmocka_unit_test(processes_are_told),
		cmocka_unit_test(rows_need_not_be_kept),
		cmocka_unit_test(a_sink_may_have_enough),           cmocka_unit_test(a_run_that_goes_on_has_its_sink),
		cmocka_unit_test(a_file_may_be_a_sink),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
