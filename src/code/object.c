/* External functions that are called, and the external objects of a run. */
#include "code/inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "external/external.h"

typedef struct object { long long number, pointer; sc_data *d; void (*destroy)(sc_data *, long long); int site; } object;

struct sc_objects { object *list; uint32_t n, cap; sl_state *state; };

/* ------------------------------------------------------------------------------------- the host of a call */

static void tell(void *context, bool warning, const char *text)
{
	sc_run *run = context;
	const sc_sites *sites = &run->program->text.sites;
	sc_site site = run->external >= 0 && (uint32_t)run->external < sites->n ? sites->at[run->external] : (sc_site){0};
	if (warning)
		sb_report(run->diag, SB_WARNING, "R0323", site.span, "'%s' warns at time %.9g: %s", site.what ? site.what : "", run->d.time, text);
	else
		sb_report(run->diag, SB_INFO, "R0324", (sb_span){0}, "%s", text);
}

static char *room(void *context, size_t bytes)
{
	sc_run *run = context;
	return bytes > (size_t)1 << 40 ? NULL : run->d.services->scratch(&run->d, bytes);
}

static const char *resource(void *context, const char *address)
{
	sc_run *run = context;
	sb_text path = {0};
	const char *kept = sm_resource_file(run->program->plan->model, address, &path) ? sc_strings_keep(&run->strings, path.at, "") : NULL;
	sb_text_free(&path);
	return kept;
}

static void *function(void *context, const char *name)
{
	sc_run *run = context;
	return sc_function_of_text(run->program, name);
}

void sc_service_external(sc_data *d, int site, void (*call)(void *), void *arguments)
{
	sc_run *run = sc_run_of(d);
	int around = run->external;
	char *why = NULL;
	if (d->failed)
		return;
	run->external = site;
	sl_host host = {.context = run, .state = run->objects ? run->objects->state : NULL, .tell = tell, .room = room, .resource = resource, .function = function};
	if (!sl_call(&host, call, arguments, &why))
		d->services->fail(d, site, why ? why : "no reason was given");
	run->external = around;
	free(why);
}

/* ------------------------------------------------------------------------------------- objects */

sc_objects *sc_objects_new(void)
{
	sc_objects *o = sb_resize(NULL, sizeof *o);
	*o = (sc_objects){.state = sl_state_new()};
	return o;
}

void sc_objects_free(sc_objects *o)
{
	if (!o)
		return;
	sl_state_free(o->state);
	free(o->list);
	free(o);
}

void sc_set_objects(sc_data *d, sc_objects *objects)
{
	sc_run_of(d)->objects = objects;
}

/* They are few and made one after the other: the number that is asked for is mostly a new one. */
long long sc_service_object(sc_data *d, long long number)
{
	const sc_objects *o = sc_run_of(d)->objects;
	for (uint32_t k = 0; o && number > 0 && k < o->n; k++)
		if (o->list[k].number == number)
			return o->list[k].pointer;
	return 0;
}

void sc_service_made(sc_data *d, int site, long long number, long long pointer, void (*destroy)(sc_data *, long long))
{
	sc_objects *o = sc_run_of(d)->objects;
	if (d->failed)
		return;
	if (!pointer) {
		d->services->fail(d, site, "the constructor has made no object (it returned a null pointer)");
		return;
	}
	if (number <= 0)
		return;
	if (!o) {
		sc_service_destroy(d, site, destroy, pointer);
		d->services->fail(d, site, "external objects cannot be made here");
		return;
	}
	if (o->n == o->cap) {
		o->cap = o->cap ? 2 * o->cap : 16;
		o->list = sb_resize(o->list, o->cap * sizeof *o->list);
	}
	o->list[o->n++] = (object){number, pointer, d, destroy, site};
}

/* Ends an object whatever has happened before. */
void sc_service_destroy(sc_data *d, int site, void (*destroy)(sc_data *, long long), long long pointer)
{
	sc_run *run = sc_run_of(d);
	int failed = d->failed;
	sc_failure before = run->failure;
	(void)site;
	d->failed = 0;
	run->failure = (sc_failure){0};
	destroy(d, pointer);
	if (failed || !d->failed) {
		free(run->failure.why);
		d->failed = failed;
		run->failure = before;
	} else {
		free(before.why);
		run->failure.z = before.z;
		run->failure.residual = before.residual;
	}
}

void sc_objects_clear(sc_objects *o)
{
	while (o && o->n) {
		object one = o->list[--o->n];
		bool failed = one.d->failed;
		sc_service_destroy(one.d, one.site, one.destroy, one.pointer);
		if (!failed && one.d->failed)
			sc_report_failure(one.d);
	}
	if (o) {                         /* another run begins with nothing */
		sl_state_free(o->state);
		o->state = sl_state_new();
	}
}
