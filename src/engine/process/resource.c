/* Facilities, storages and gates (E49 to E52). Whoever waits is served in the order of priority, then of arrival; what
 * is released is given to the first who waits before anybody else can take it, and that one goes on at the tail of the
 * instant. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include <limits.h>
#include <math.h>
#include <string.h>

const char *se_item_name(se_run *run, const se_item *i)
{
	const si_resource *r = &run->image->resources.at[i->resource];
	const char *name = si_word(run->image, r->name);
	return r->is_array ? sb_printf(run->once, "%s[%lld]", name, (long long)(i->index + r->before)) : name;
}

static bool find_capacity(se_run *run, const si_resource *r, long long *capacity);

/* What is used has its capacity from then on. NULL after a message. */
static inline se_item *ready(se_run *run, se_item *i)
{
	return i->capacity || find_capacity(run, &run->image->resources.at[i->resource], &i->capacity) ? i : NULL;
}

se_item *se_item_at(se_run *run, int site, int object, long long index)
{
	const si_resource *r = &run->image->resources.at[object];
	if (!r->is_array)
		return ready(run, &run->process->items[run->process->first_item[object]]);
	if (index >= 1 && index <= (long long)r->count)
		return ready(run, &run->process->items[run->process->first_item[object] + (uint32_t)(index - 1)]);
	se_fail_subscript(run, site, index, si_word(run->image, r->name), r->before, r->count);
	return NULL;
}

/* ---------------------------------------------------------------------------------------------------------- figures */

void se_note_item(se_run *run, se_item *i)
{
	double passed = run->time - i->last;
	if (passed > 0) {
		i->content_time += passed * (double)i->content;
		i->queue_time += passed * i->queue;
		i->last = run->time;
	}
}

static void put_in(se_item *i, long long units)
{
	i->content += units;
	i->entries++;
	if (i->content > i->most_content)
		i->most_content = i->content;
}

static void note_wait(se_item *i, double waited)
{
	i->wait_time += waited;
	i->most_wait = waited > i->most_wait ? waited : i->most_wait;
}

/* ----------------------------------------------------------------------------------------------------------- claims */

static uint32_t new_claim(se_process_state *p)
{
	uint32_t k = p->free_claim;
	if (k) {
		p->free_claim = p->claim[k].next;
		return k;
	}
	if (p->claims + 1 >= p->claim_room) {
		p->claim_room = p->claim_room ? 2 * p->claim_room : 64;
		p->claim = sb_draw(p->claim, p->claim_room * sizeof *p->claim);
	}
	return ++p->claims;              /* 0 is none */
}

/* Behind `after` (0: at the head). */
static void link_behind(se_process_state *p, se_list *list, uint32_t k, uint32_t after)
{
	se_claim *c = &p->claim[k];
	uint32_t next = after ? p->claim[after].next : list->first;
	c->previous = after;
	c->next = next;
	*(after ? &p->claim[after].next : &list->first) = k;
	*(next ? &p->claim[next].previous : &list->last) = k;
}

static void unlink_claim(se_process_state *p, se_list *list, uint32_t k)
{
	const se_claim *c = &p->claim[k];
	*(c->previous ? &p->claim[c->previous].next : &list->first) = c->next;
	*(c->next ? &p->claim[c->next].previous : &list->last) = c->previous;
}

/* By priority; behind those of equal priority, or before them: who has lost a server comes before those who never had
 * it. */
static void enqueue(se_process_state *p, se_item *i, uint32_t k, bool before_equals)
{
	int priority = p->claim[k].priority;
	uint32_t after = i->wait.last;
	while (after && (p->claim[after].priority > priority || (before_equals && p->claim[after].priority == priority)))
		after = p->claim[after].previous;
	link_behind(p, &i->wait, k, after);
	if (++i->queue > i->most_queue)
		i->most_queue = i->queue;
}

static void forget_own(se_process_state *p, se_activity *a, uint32_t k)
{
	uint32_t *link = &a->claims;
	while (*link != k)
		link = &p->claim[*link].next_own;
	*link = p->claim[k].next_own;
}

static void free_claim(se_process_state *p, uint32_t k)
{
	p->claim[k].next = p->free_claim;
	p->free_claim = k;
}

static uint32_t make_claim(se_run *run, se_activity *a, se_item *i, int priority, long long units)
{
	se_process_state *p = run->process;
	uint32_t k = new_claim(p);
	p->claim[k] = (se_claim){.since = run->time, .units = units, .process = a->number, .item = (uint32_t)(i - p->items),
		.priority = priority, .next_own = a->claims};
	a->claims = k;
	return k;
}

/* ---------------------------------------------------------------------------------------------------------- serving */

/* The first who waits gets what it waits for. */
static void serve_first(se_run *run, se_item *i)
{
	se_process_state *p = run->process;
	uint32_t k = i->wait.first;
	se_claim *c = &p->claim[k];
	se_activity *a = p->at[c->process];
	unlink_claim(p, &i->wait, k);
	i->queue--;
	if (c->lost) {                   /* it had the server before, and may be anywhere now */
		c->lost = false;
		c->has = true;
		link_behind(p, &i->have, k, i->have.last);
		i->content++;
		if (!--a->lost && a->doing == SE_HOLDS)
			se_resume_hold(run, a);
		return;
	}
	note_wait(i, run->time - c->since);
	put_in(i, i->kind == SI_GATE ? 0 : c->units);
	if (i->kind == SI_FACILITY) {
		c->has = true;
		link_behind(p, &i->have, k, i->have.last);
	} else {
		forget_own(p, a, k);
		free_claim(p, k);
	}
	a->object = 0;
	se_join(run, a);
}

static void serve(se_run *run, se_item *i)
{
	const se_process_state *p = run->process;
	while (i->wait.first && (i->kind == SI_GATE ? i->open : p->claim[i->wait.first].units <= i->capacity - i->content))
		serve_first(run, i);
}

void se_drop_claim(se_run *run, uint32_t k)
{
	se_process_state *p = run->process;
	se_claim *c = &p->claim[k];
	se_item *i = &p->items[c->item];
	se_activity *a = p->at[c->process];
	se_note_item(run, i);
	p->asked = true;
	if (c->has) {
		unlink_claim(p, &i->have, k);
		i->content--;
		i->taken++;
	} else {
		unlink_claim(p, &i->wait, k);
		i->queue--;
		if (c->lost && !--a->lost && a->doing == SE_HOLDS)
			se_resume_hold(run, a);
	}
	forget_own(p, a, k);
	free_claim(p, k);
	serve(run, i);
}

static void warn_unreleased(se_run *run, const se_activity *a, const se_item *i)
{
	const si_routine *r = &run->image->routines.at[se_activation_of((se_activity *)a)->routine];
	uint64_t key = sb_pair((uint32_t)(r - run->image->routines.at), i->resource), told;
	if (sb_map_get(&run->process->unreleased, key, &told))
		return;
	sb_map_put(&run->process->unreleased, key, 1);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0506", r->span, "a '%s' ended at time %.9g without releasing '%s'",
				  si_word(run->image, r->name),
				  run->time, se_item_name(run, i));
	sb_note(m, "it was released at that time; this is reported only once");
	sb_help(m, "release what was seized before the end");
}

void se_release_all(se_run *run, se_activity *a)
{
	se_process_state *p = run->process;
	a->doing = SE_FREE;              /* nothing that is given back lets it go on */
	while (a->claims) {
		const se_claim *c = &p->claim[a->claims];
		if (!a->doomed && c->has)
			warn_unreleased(run, a, &p->items[c->item]);
		se_drop_claim(run, a->claims);
	}
}

/* ------------------------------------------------------------------------------------------------------- statements */

static int wait_for(se_run *run, se_activity *a, se_item *i, int site, int priority, long long units)
{
	uint32_t k = make_claim(run, a, i, priority, units);
	enqueue(run->process, i, k, false);
	a->doing = SE_QUEUES;
	a->object = k;
	a->site = site;
	return 1;
}

static int seize(se_run *run, se_activity *a, se_item *i, int site, int priority)
{
	se_process_state *p = run->process;
	if (i->content >= i->capacity || i->wait.first)
		return wait_for(run, a, i, site, priority, 1);
	uint32_t k = make_claim(run, a, i, priority, 1);
	p->claim[k].has = true;
	link_behind(p, &i->have, k, i->have.last);
	put_in(i, 1);
	return 0;
}

/* Of those who have a server the one of the largest priority, and of those the last: 0 if that is not larger than
 * `priority`. */
static uint32_t victim_of(const se_process_state *p, const se_item *i, int priority)
{
	uint32_t worst = 0;
	for (uint32_t k = i->have.last; k; k = p->claim[k].previous)
		if (p->claim[k].priority > (worst ? p->claim[worst].priority : priority))
			worst = k;
	return worst;
}

static int preempt(se_run *run, se_activity *a, se_item *i, int site, int priority)
{
	se_process_state *p = run->process;
	uint32_t k = i->content >= i->capacity ? victim_of(p, i, priority) : 0;
	if (!k)
		return seize(run, a, i, site, priority);
	se_claim *c = &p->claim[k];
	se_activity *loser = p->at[c->process];
	unlink_claim(p, &i->have, k);
	i->content--;
	c->has = false;
	c->lost = true;
	if (!loser->lost++ && loser->doing == SE_HOLDS) {
		se_calendar_remove(run->calendar, SE_PROCESS, loser->number);
		loser->when = se_hold_left(run, loser);
	}
	enqueue(p, i, k, true);
	uint32_t mine = make_claim(run, a, i, priority, 1);
	p->claim[mine].has = true;
	link_behind(p, &i->have, mine, i->have.last);
	put_in(i, 1);
	return 0;
}

static int release(se_run *run, se_activity *a, se_item *i, int site)
{
	const se_process_state *p = run->process;
	uint32_t k = a->claims;
	while (k && &p->items[p->claim[k].item] != i)
		k = p->claim[k].next_own;
	if (k) {
		se_drop_claim(run, k);
		return 0;
	}
	const char *name = se_item_name(run, i);
	if (i->have.first)
		se_fail_at(run, site, "R0503", "only the process that has seized a facility can release it",
				   "'%s' is released by a process that has not seized it: a '%s' has it", name,
				   se_process_name(run, p->at[p->claim[i->have.first].process]));
	else
		se_fail_at(run, site, "R0503", "seize it first, or release it only once",
				   "'%s' is released, but nobody has seized it", name);
	return 1;
}

static int enter(se_run *run, se_activity *a, se_item *i, int site, int priority, long long units)
{
	if (units < 1 || units > i->capacity) {
		se_fail_at(run, site, "R0505",
				   units < 1 ? "give a number of units from 1 on"
							 : "enter less at a time, or give the storage a larger capacity",
				   "%lld units cannot enter '%s', whose capacity is %lld", units, se_item_name(run, i), i->capacity);
		return 1;
	}
	if (i->wait.first || units > i->capacity - i->content)
		return wait_for(run, a, i, site, priority, units);
	put_in(i, units);
	return 0;
}

static int leave(se_run *run, se_item *i, int site, long long units)
{
	if (units < 1 || units > i->content) {
		se_fail_at(run, site, "R0504", "leave what was entered, and no more",
				   "%lld units cannot leave '%s', which holds %lld", units, se_item_name(run, i), i->content);
		return 1;
	}
	i->content -= units;
	i->taken += (uint64_t)units;
	serve(run, i);
	return 0;
}

static int set_open(se_run *run, se_item *i, bool open)
{
	i->open = open;
	i->content = open;
	serve(run, i);
	return 0;
}

static int pass(se_run *run, se_activity *a, se_item *i, int site)
{
	if (!i->open)
		return wait_for(run, a, i, site, a->priority, 0);
	i->entries++;
	return 0;
}

int se_on_resource(se_run *run, se_activity *a, int site, int statement, int object, long long index, double value,
				   long long more)
{
	se_item *i = se_item_at(run, site, object, index);
	if (!i)
		return 1;
	bool needs_process = statement != SI_DO_LEAVE && statement != SI_DO_OPEN && statement != SI_DO_CLOSE;
	if (needs_process && !a) {
		se_fail_at(run, site, "R0508", "let the event create a process that does it", "an event cannot wait for '%s'",
				   se_item_name(run, i));
		return 1;
	}
	if (needs_process && statement != SI_DO_RELEASE)         /* one may release first and ask afterwards */
		a->interrupted = 0;
	run->process->asked = true;
	se_note_item(run, i);
	int priority = se_priority(run, site, value);
	if (run->failed)
		return 1;
	switch ((si_statement)statement) {
	case SI_DO_SEIZE: return seize(run, a, i, site, priority);
	case SI_DO_PREEMPT: return preempt(run, a, i, site, priority);
	case SI_DO_RELEASE: return release(run, a, i, site);
	case SI_DO_ENTER: return enter(run, a, i, site, priority, more);
	case SI_DO_LEAVE: return leave(run, i, site, more);
	case SI_DO_PASS: return pass(run, a, i, site);
	case SI_DO_OPEN: return set_open(run, i, true);
	case SI_DO_CLOSE: return set_open(run, i, false);
	default: return 0;
	}
}

/* -------------------------------------------------------------------------------------------- beginning and telling */

static bool find_capacity(se_run *run, const si_resource *r, long long *capacity)
{
	*capacity = LLONG_MAX;
	if (r->kind == SI_GATE || (r->kind == SI_SET && !r->capacity))
		return true;
	double v = r->capacity ? se_parameter_value(run, r->capacity, NAN) : 1;
	bool undefined = r->capacity && sc_report_undefined(run->d, r->capacity, r->span,
														sb_printf(run->once, "the capacity of '%s' was computed",
																  si_word(run->image, r->name)));
	*capacity = v >= 1 && v < 9e18 && !undefined ? (long long)v : 0;
	if (*capacity)
		return true;
	if (!undefined) {
		sb_message *m =
			isnan(v)
				? sb_report(run->diag, SB_ERROR, "R0509", r->span, "the capacity of '%s' has no value",
							si_word(run->image, r->name))
				: sb_report(run->diag, SB_ERROR, "R0509", r->span, "the capacity of '%s' cannot be %.9g",
							si_word(run->image, r->name), v);
		sb_help(m, "give a whole number from 1 on");
	}
	run->failed = true;
	run->d->failed = 1;
	return false;
}

/* Variables that a capacity is made of are set before the run, by an experiment or by its first routines. One that was
 * used there and would be another now is not changed behind the back of those who have used it. */
bool se_resources_settle(se_run *run)
{
	se_process_state *p = run->process;
	for (uint32_t k = 0; k < p->item_count; k++) {
		se_item *i = &p->items[k];
		const si_resource *r = &run->image->resources.at[i->resource];
		long long now;
		if (!find_capacity(run, r, &now))
			return false;
		if (i->capacity && i->capacity != now) {
			sb_message *m = sb_report(
				run->diag, SB_ERROR, "R0620", r->span,
				"the capacity of '%s' was %lld when it was used before the run, and is %lld when the run begins",
				se_item_name(run, i), i->capacity, now);
			sb_help(m,
					"set the variables that the capacity depends on first, and then use '%s'",
					si_word(run->image, r->name));
			run->failed = true;
			return false;
		}
		i->capacity = now;
	}
	return true;
}

bool se_resources_begin(se_run *run)
{
	se_process_state *p = run->process;
	const si_image *m = run->image;
	p->first_item = sb_new_array(run->once, uint32_t, m->resources.n + 1);
	p->item_count = p->claims = p->free_claim = 0;
	for (uint32_t r = 0; r < m->resources.n; r++) {
		p->first_item[r] = p->item_count;
		p->item_count += m->resources.at[r].count ? m->resources.at[r].count : 1;
	}
	p->items = sb_new_array(run->once, se_item, p->item_count + 1);
	p->unreleased = sb_map_new(run->once);
	for (uint32_t r = 0; r < m->resources.n; r++) {
		const si_resource *s = &m->resources.at[r];
		for (uint32_t k = 0; k < (s->count ? s->count : 1); k++)
			p->items[p->first_item[r] + k] =
				(se_item){.resource = r,
						  .index = s->is_array ? k + 1 : 0,
						  .kind = s->kind,
						  .order = s->order,
						  .open = s->open,
						  .content = s->kind == SI_GATE && s->open,
						  .since = run->settings.start,
						  .last = run->settings.start,
						  .stride = s->fields + 1,
						  .key = s->order_field,
						  .key_type = s->order_field < s->types.n ? m->numbers.at[s->types.first + s->order_field]
																  : SI_TYPE_REAL};
	}
	return true;
}

void se_resources_reset(se_run *run, double at)
{
	se_process_state *p = run->process;
	for (uint32_t k = 0; k < p->item_count; k++) {
		se_item *i = &p->items[k];
		i->since = i->last = at;
		i->content_time = i->queue_time = i->wait_time = i->most_wait = 0;
		i->most_content = i->content;
		i->most_queue = i->queue;
		i->entries = i->taken = 0;
	}
}

static double over_time(const se_item *i, double sum)
{
	return i->last > i->since ? sum / (i->last - i->since) : NAN;
}

static double utilisation(const se_item *i)
{
	double mean = over_time(i, i->content_time);
	return i->kind == SI_GATE ? mean : i->capacity == LLONG_MAX ? NAN : mean / (double)i->capacity;
}

/* Of all that got in; of a set: of all that were taken out. */
static double mean_wait(const se_item *i)
{
	uint64_t count = i->kind == SI_SET ? i->taken : i->entries;
	return count ? i->wait_time / (double)count : NAN;
}

double se_ask_item(se_run *run, se_item *i, int question)
{
	se_note_item(run, i);
	switch ((si_question)question) {
	case SI_ASK_LENGTH: return i->kind == SI_SET ? (double)i->content : i->queue;
	case SI_ASK_BUSY: return (double)i->content;
	case SI_ASK_FREE: return (double)(i->capacity - i->content);
	case SI_ASK_IS_OPEN: return i->open;
	case SI_ASK_UTILISATION: return over_time(i, 1) > 0 ? utilisation(i) : 0;
	case SI_ASK_MEAN_WAIT: return i->wait_time > 0 ? mean_wait(i) : 0;
	case SI_ASK_MEAN_QUEUE:
		return over_time(i, 1) > 0 ? over_time(i, i->kind == SI_SET ? i->content_time : i->queue_time) : 0;
	default: return 0;
	}
}

const se_resource_result *se_resource_results(se_run *run, uint32_t *count)
{
	se_process_state *p = run->process;
	*count = p->item_count;
	p->resource_results = sb_new_array(run->once, se_resource_result, p->item_count + 1);
	se_warm_up(run);
	for (uint32_t k = 0; k < p->item_count; k++) {
		se_item *i = &p->items[k];
		se_note_item(run, i);
		p->resource_results[k] =
			(se_resource_result){.resource = i->resource,
								 .index = i->index,
								 .capacity = i->capacity == LLONG_MAX ? INFINITY : (double)i->capacity,
								 .entries = i->entries,
								 .utilisation = utilisation(i),
								 .content = over_time(i, i->content_time),
								 .most_content = (double)i->most_content,
								 .queue = over_time(i, i->queue_time),
								 .most_queue = i->most_queue,
								 .wait = mean_wait(i),
								 .most_wait = i->most_wait,
								 .now = (double)i->content,
								 .waiting = i->queue};
	}
	return p->resource_results;
}
