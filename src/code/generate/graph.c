/* Pieces and their graph: what an instant has to evaluate when something has changed. Filled in while the text is
 * written, because only then it is known which steps make one function. */
#include "code/generate/generate.h"

#include <math.h>

typedef struct edge { uint32_t piece, signal; } edge;
typedef struct sc_grapher {
	sc_graph *graph;
	sb_vec(sc_piece) pieces[SC_PIECE_KINDS];
	sb_strings functions[SC_PIECE_KINDS];
	sb_vec(edge) reads[SC_PIECE_KINDS], writes;       /* pieces counted within their kind, ascending */
	uint32_t *seen, now;                             /* by signal: the piece that has noted it already */
	uint32_t kind, piece;                             /* the one at work */
	const sm_domain *domain;                         /* of the step at hand */
	const sm_domain *part;                           /* the points of it that the piece computes; NULL: all */
	bool guarded, moody, restless;   /* under an edge; moody; reads time outside of an edge */
	sb_u32s open;                                    /* places that the present piece reads outside of an edge */
	sb_vec(edge) opens;                              /* those of all algorithms */
} sc_grapher;

bool sc_has_pieces(const ss_plan *plan)
{
	bool any = plan->watches.n || plan->clocks.n || plan->delays.n || plan->transports.n || plan->pres.n ||
			   plan->actions.n || plan->event_code.n || plan->routine_code.n;
	for (uint32_t k = 0; k < plan->steps.n && !any; k++)
		any = plan->steps.at[k].phases & SS_DISCRETE;
	return any;
}

static uint32_t producer_of(const sc_graph *graph, uint32_t signal)
{
	uint32_t place = signal >= graph->cells ? signal - graph->cells : signal;
	if (place >= graph->pre)
		return UINT32_MAX;
	uint32_t first = graph->first_of ? graph->first_of[place] : place;
	return graph->producer[graph->first_of && graph->span[first] > 1 ? first : place];
}

uint32_t sc_producer(const sc_graph *graph, const si_image *image, si_place place)
{
	return producer_of(graph, si_place_key(image, place));
}

typedef struct joining { sc_graph *graph; uint32_t first; } joining;

static void join_element(void *context, uint32_t away)
{
	const joining *j = context;
	uint32_t *span = &j->graph->span[j->first];
	j->graph->first_of[j->first + away] = j->first;
	*span = away + 1 > *span ? away + 1 : *span;
}

static void join_cells(sc_emitter *em, sc_graph *graph)
{
	const ss_plan *plan = em->plan;
	graph->first_of = sb_new_array(em->kept, uint32_t, graph->pre + 1);
	graph->span = sb_new_array(em->kept, uint32_t, graph->pre + 1);
	for (uint32_t k = 0; k < graph->pre; k++) {
		graph->first_of[k] = k;
		graph->span[k] = 1;
	}
	for (uint32_t k = 0; k < plan->cells->section_count; k++) {
		const ss_section *p = &plan->cells->sections[k];
		ss_place place = p->whole ? plan->place[p->cell] : (ss_place){0};
		if (place.store == SS_NOWHERE)
			continue;
		joining j = { graph, sc_place_key(plan, place) };
		sb_each_element(p, join_element, &j);
		j.first += plan->states;
		if (place.store == SS_STATE)         /* and their rates */
			sb_each_element(p, join_element, &j);
	}
}

void sc_graph_open(sc_emitter *em)
{
	const ss_plan *plan = em->plan;
	sc_grapher *g = em->grapher = sb_new(em->arena, sc_grapher);
	sc_graph *graph = g->graph = sb_new(em->kept, sc_graph);
	graph->pre = sc_place_count(plan);
	graph->latch = graph->pre + plan->pres.n;
	graph->clock = graph->latch + plan->watches.n;
	graph->delay = graph->clock + plan->clocks.n;
	graph->cells = graph->delay + 1;
	graph->signals = graph->cells + (plan->cells ? graph->pre : 0);
	graph->watch_piece = sb_new_array(em->kept, uint32_t, plan->watches.n + 1);
	graph->time_piece = sb_new_array(em->kept, uint32_t, plan->watches.n + 1);
	if (plan->cells)
		join_cells(em, graph);
	g->seen = sb_new_array(em->arena, uint32_t, 2 * (size_t)graph->signals);
}

/* ---------------------------------------------------------------------------------------------- what a piece reads */

static void read_signal(sc_emitter *em, uint32_t signal)
{
	sc_grapher *g = em->grapher;
	if (g->seen[signal] == g->now)
		return;
	g->seen[signal] = g->now;
	sb_push(em->arena, g->reads[g->kind], ((edge){g->piece, signal}));
}

static void read_place(sc_emitter *em, ss_place place, bool whole)
{
	if (place.store == SS_NOWHERE)
		return;
	uint32_t signal = sc_place_key(em->plan, place) + (whole ? em->grapher->graph->cells : 0);
	read_signal(em, signal);
	if (!em->grapher->guarded)
		sb_push(em->arena, em->grapher->open, signal);
}

typedef struct leaf { sc_emitter *em; sx_op op; } leaf;

static void see_place(void *context, ss_place place, const ss_section *section)
{
	const leaf *l = context;
	const ss_plan *plan = l->em->plan;
	if (l->op == SX_DER && place.store == SS_STATE)
		place.store = SS_RATE;
	uint32_t pre = l->op == SX_PRE && place.store != SS_NOWHERE ? l->em->pre_of[sc_place_key(plan, place)] : 0;
	for (uint32_t k = 0, n = pre && section && section->whole ? section->count : pre != 0; k < n; k++)
		read_signal(l->em, l->em->grapher->graph->pre + pre - 1 + k);
	if (!pre)
		read_place(l->em, place, section && section->whole);
}

/* A number over the iterator of a part, at one of its points. */
static int64_t number_at(const sx_pool *pool, sx_ref e, int64_t point)
{
	sx_op op = sx_op_of(pool, e);
	if (op == SX_CONST || op == SX_ITER)
		return op == SX_CONST ? sx_int_value(pool, e) : point;
	int64_t a = number_at(pool, sx_arg(pool, e, 0), point);
	int64_t b = op == SX_NEG ? 0 : number_at(pool, sx_arg(pool, e, 1), point);
	return op == SX_ADD ? a + b : op == SX_SUB ? a - b : op == SX_MUL ? a * b : -a;
}

static void read_latches(sc_emitter *em, const sx_node *node, sx_ref number)
{
	const sc_grapher *g = em->grapher;
	uint32_t first = g->graph->latch + node->payload;
	if (number && g->part)
		for (int64_t k = g->part->at[0].from; k <= g->part->at[0].to; k++)
			read_signal(em, first + (uint32_t)number_at(em->pool, number, k));
	else
		for (uint32_t k = 0, n = number ? em->plan->watches.at[node->payload].block : 1; k < n; k++)
			read_signal(em, first + k);
}

/* What the points of a part refer to, element by element. */
static void each_point(sc_emitter *em, sx_ref var, const leaf *l,
					   void (*see)(void *context, ss_place place, const ss_section *section))
{
	const sm_range *part = &em->grapher->part->at[0];
	ss_place place;
	int64_t stride[SS_RANK_MOST];
	if (!ss_reference_place(em->plan, var, em->grapher->part, &place, stride)) {
		sc_trouble(em, "a part of a family has no places");
		return;
	}
	for (int64_t k = part->from; k <= part->to; k++, place.index += (uint32_t)stride[0])
		see((void *)l, place, NULL);
}

static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	sc_emitter *em = context;
	const ss_plan *plan = em->plan;
	const sc_graph *graph = em->grapher->graph;
	const sx_node *node = sx_at(pool, e);
	switch (node->op) {
	case SX_LATCH: read_latches(em, node, node->count ? sx_arg(pool, e, 0) : 0); return true;
	case SX_SAMPLE: read_signal(em, graph->clock + node->payload); return true;
	case SX_DELAY: case SX_TRANSPORTED: read_signal(em, graph->delay); return true;
	case SX_CALL: em->grapher->moody |= plan->model->functions.at[node->payload]->impure; return true;
	case SX_TIME: em->grapher->restless |= !em->grapher->guarded; return true;
	case SX_VAR: case SX_DER: case SX_PRE: break;
	default: return true;
	}
	sx_ref var = node->op == SX_VAR ? e : sx_arg(pool, e, 0);
	if (sx_op_of(pool, var) != SX_VAR)
		return true;
	const sm_variable *v = sm_var(plan->model, sx_at(pool, var)->payload);
	leaf l = { em, node->op };
	if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
		return true;
	if (sm_scalar_of(plan->model, var) != UINT32_MAX)
		see_place(&l, ss_place_of_leaf(plan, var), NULL);
	else if (em->grapher->part)
		each_point(em, var, &l, see_place);
	else
		ss_places_met(plan, var, em->grapher->domain, see_place, &l);
	return true;
}

static void look_at(sc_emitter *em, sx_ref e)
{
	if (e)
		sx_visit(em->pool, e, see_leaf, em);
}

/* c and not pre(c), or one of several such: how the condition of a when-clause is written. */
static bool is_edge(const sx_pool *p, sx_ref e)
{
	if (!e || (sx_op_of(p, e) != SX_AND && sx_op_of(p, e) != SX_OR))
		return false;
	sx_ref a = sx_arg(p, e, 0), b = sx_arg(p, e, 1);
	if (sx_op_of(p, e) == SX_OR)
		return is_edge(p, a) && is_edge(p, b);
	for (int turn = 0; turn < 2; turn++) {
		sx_ref inner = sx_op_of(p, b) == SX_NOT ? sx_arg(p, b, 0) : 0;
		if (inner && sx_op_of(p, inner) == SX_PRE && sx_arg(p, inner, 0) == a)
			return true;
		sx_ref kept = a;
		a = b;
		b = kept;
	}
	return false;
}

static void look_at_statements(sc_emitter *em, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		const sx_ref direct[] = {s->target, s->value, s->condition, s->from, s->to, s->step};
		for (size_t k = 0; k < sizeof direct / sizeof *direct; k++)
			look_at(em, direct[k]);
		for (uint32_t k = 0; k < s->targets.n; k++)
			look_at(em, s->targets.at[k]);
		for (uint32_t b = 0; b < s->branches.n; b++) {
			bool guarded = em->grapher->guarded;
			look_at(em, s->branches.at[b].condition);
			em->grapher->guarded |= is_edge(em->pool, s->branches.at[b].condition);
			look_at_statements(em, &s->branches.at[b].body);
			em->grapher->guarded = guarded;
		}
	}
}

static void look_at_step(sc_emitter *em, const ss_step *step);

static void look_at_loop(sc_emitter *em, const ss_loop *b)
{
	for (uint32_t k = 0; k < b->matrix.n; k++)
		look_at(em, b->matrix.at[k].value);
	for (uint32_t k = 0; k < b->temps.n; k++)
		look_at(em, b->temps.at[k].value);
	for (uint32_t k = 0; k < b->n; k++)
		look_at(em, b->linear ? b->rhs[k] : b->residuals[k]);
	for (uint32_t k = 0; k < b->inner.n; k++)
		look_at_step(em, &b->inner.at[k]);
}

/* ---------------------------------------------------------------------------------------------- what a piece writes */

static void write_place(void *context, ss_place place, const ss_section *section)
{
	const leaf *l = context;
	sc_emitter *em = l->em;
	sc_grapher *g = em->grapher;
	(void)section;
	if (place.store == SS_NOWHERE)
		return;
	if (l->op == SX_DER && place.store == SS_STATE)
		place.store = SS_RATE;
	uint32_t signal = sc_place_key(em->plan, place), *seen = &g->seen[g->graph->signals + signal];
	if (*seen == g->now)
		return;
	*seen = g->now;
	if (g->part)                     /* its cell is written element by element */
		g->graph->span[g->graph->first_of[signal]] = 1;
	sb_push(em->arena, g->writes, ((edge){g->piece, signal}));
}

static void write_target(sc_emitter *em, sx_ref target)
{
	sx_op op = target ? sx_op_of(em->pool, target) : SX_LOCAL;
	if (op != SX_VAR && op != SX_DER)
		return;
	leaf l = { em, op };
	sx_ref var = op == SX_DER ? sx_arg(em->pool, target, 0) : target;
	if (em->grapher->part)
		each_point(em, var, &l, write_place);
	else
		ss_places_met(em->plan, var, em->grapher->domain, write_place, &l);
}

static void write_statements(sc_emitter *em, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		write_target(em, list->at[i]->target);
		for (uint32_t k = 0; k < list->at[i]->targets.n; k++)
			write_target(em, list->at[i]->targets.at[k]);
		for (uint32_t b = 0; b < list->at[i]->branches.n; b++)
			write_statements(em, &list->at[i]->branches.at[b].body);
	}
}

static void look_at_step(sc_emitter *em, const ss_step *step)
{
	em->grapher->domain = &step->domain;
	bool guarded = em->grapher->guarded;
	look_at(em, step->when);
	em->grapher->guarded |= step->when != 0;
	write_target(em, step->kind == SS_ASSIGN ? step->target : 0);
	for (uint32_t k = 0; k < step->targets.n; k++)
		write_target(em, step->targets.at[k]);
	if (step->kind == SS_LOOP) {
		const ss_loop *b = em->plan->loops.at[step->loop];
		for (uint32_t k = 0; k < b->n; k++)
			write_target(em, b->unknowns[k]);
		look_at_loop(em, b);
	} else if (step->kind == SS_ALGORITHM) {
		write_statements(em, &step->statements);
		look_at_statements(em, &step->statements);
	} else {
		look_at(em, step->value);
	}
	em->grapher->guarded = guarded;
	em->grapher->domain = NULL;
}

static void look_at_item(sc_emitter *em, const sc_item *item, sc_piece *piece)
{
	switch (item->kind) {
	case SC_STEP: look_at_step(em, item->step); break;
	case SC_VALUE:
		look_at(em, item->value);
		piece->first = item->index < piece->first ? item->index : piece->first;
		piece->end = item->index >= piece->end ? item->index + 1 : piece->end;
		break;
	case SC_ACTION:
		look_at(em, item->action->guard);
		look_at(em, item->action->condition);
		look_at(em, item->action->value);
		break;
	default: break;
	}
}

/* ------------------------------------------------------------------------------------------------- putting together */

static void add_piece(sc_emitter *em, sc_piece piece, const sc_items *items, uint32_t first, uint32_t count)
{
	sc_grapher *g = em->grapher;
	bool algorithm = false;
	g->kind = piece.kind;
	g->piece = g->pieces[piece.kind].n;
	g->now++;
	g->moody = g->restless = g->guarded = false;
	g->open.n = 0;
	piece.first = UINT32_MAX;
	piece.end = 0;
	for (uint32_t k = first; k < first + count; k++) {
		look_at_item(em, &items->at[k], &piece);
		algorithm |= items->at[k].kind == SC_STEP && items->at[k].step->kind == SS_ALGORITHM;
	}
	piece.moody = g->moody || (algorithm && g->restless);
	for (uint32_t k = 0; k < g->open.n && algorithm; k++)
		sb_push(em->arena, g->opens, ((edge){g->piece, g->open.at[k]}));
	for (uint32_t k = piece.first; k < piece.end; k++) {
		if (piece.kind == SC_WATCHES)
			g->graph->watch_piece[k] = g->piece;
		else if (piece.kind == SC_TIMES && em->plan->watches.at[k].time_only)
			g->graph->time_piece[k] = g->piece;
	}
	sb_push(em->arena, g->pieces[piece.kind], piece);
}

/* An event concerns a few rounds of a loop, so those of events are cut fine; parts begin at multiples of SC_ROUNDS. */
void sc_graph_add(sc_emitter *em, sc_piece_kind kind, uint8_t phase, const char *function, const sc_items *items,
				  uint32_t first, uint32_t count, const sc_roll *roll)
{
	sc_grapher *g = em->grapher;
	sc_piece piece = { .kind = (uint8_t)kind, .phase = phase, .function = g->functions[kind].n };
	sb_push(em->arena, g->functions[kind], function);
	if (!roll) {
		add_piece(em, piece, items, first, count);
		return;
	}
	uint32_t chunk = SC_ROUNDS * (kind == SC_STEPS ? phase == SS_DISCRETE ? 1 : 16 : 2);
	for (uint32_t round = 0; round < roll->rounds; round += chunk) {
		uint32_t end = round + chunk < roll->rounds ? round + chunk : roll->rounds;
		piece.from = (int)round;
		piece.to = (int)end;
		add_piece(em, piece, items, first + round * roll->period, (end - round) * roll->period);
	}
}

/* The same of a loop over the points of a family. */
void sc_graph_add_loop(sc_emitter *em, uint8_t phase, const char *function, const sc_items *items, uint32_t which,
					   uint32_t points)
{
	sc_grapher *g = em->grapher;
	const sm_range *all = &items->at[which].step->domain.at[0];
	sc_piece piece = { .kind = SC_STEPS, .phase = phase, .function = g->functions[SC_STEPS].n };
	sb_push(em->arena, g->functions[SC_STEPS], function);
	for (uint32_t from = 0; from < points; from += SC_ROUNDS) {
		uint32_t to = from + SC_ROUNDS < points ? from + SC_ROUNDS : points;
		sm_range range = { all->iterator, all->from + from, all->from + to - 1 };
		sm_domain part = { &range, 1, 1 };
		piece.from = (int)from;
		piece.to = (int)to;
		g->part = &part;
		add_piece(em, piece, items, which, 1);
		g->part = NULL;
	}
}

void sc_graph_tables(sc_emitter *em)
{
	static const struct { const char *name, *params; } tables[SC_PIECE_KINDS] = {
		[SC_STEPS] = {"step", ""}, [SC_WATCHES] = {"watch", ", double *"},
		[SC_TIMES] = {"time", ", double *, double *"}, [SC_ACTIONS] = {"action", ""}};
	for (int kind = 0; kind < SC_PIECE_KINDS && em->grapher; kind++) {
		const sb_strings *list = &em->grapher->functions[kind];
		sb_addf(&em->out, "void (*const sc_%s_pieces[])(sc_data *%s, int, int) = {", tables[kind].name,
				tables[kind].params);
		for (uint32_t k = 0; k < list->n; k++)
			sb_addf(&em->out, "%s%s", k ? (k % 8 ? ", " : ",\n") : "", list->at[k]);
		sb_add(&em->out, list->n ? "};\n" : "0};\n");
	}
}

/* Edges sorted by one of their ends, by counting. */
static void gather(sb_arena *kept, const edge *list, uint32_t count, bool by_signal, uint32_t groups, uint32_t **at,
				   uint32_t **out)
{
	*at = sb_new_array(kept, uint32_t, groups + 2);
	*out = sb_new_array(kept, uint32_t, count + 1);
	for (uint32_t k = 0; k < count; k++)
		(*at)[(by_signal ? list[k].signal : list[k].piece) + 2]++;
	for (uint32_t k = 2; k < groups + 2; k++)
		(*at)[k] += (*at)[k - 1];
	for (uint32_t k = 0; k < count; k++)
		(*out)[(*at)[(by_signal ? list[k].signal : list[k].piece) + 1]++] = by_signal ? list[k].piece : list[k].signal;
}

static void find_producers(sc_graph *graph, uint32_t places, sb_arena *kept)
{
	graph->producer = sb_new_array(kept, uint32_t, places + 1);
	for (uint32_t k = 0; k < places; k++)
		graph->producer[k] = UINT32_MAX;
	for (uint32_t u = 0; u < graph->first[SC_WATCHES]; u++)
		for (uint32_t k = graph->writes_at[u]; k < graph->writes_at[u + 1]; k++)
			graph->producer[graph->writes[k]] = u;
}

static bool is_continuous(const sc_graph *graph, uint32_t piece)
{
	return piece != UINT32_MAX && graph->pieces[piece].phase != SS_DISCRETE;
}

/* The continuous pieces that each one reads from, once each; `list` is in the order of the pieces. */
static void find_sources(sc_emitter *em, sc_graph *graph, const edge *list, uint32_t count)
{
	uint32_t pieces = graph->first[SC_PIECE_KINDS], *noted = sb_new_array(em->arena, uint32_t, pieces + 1);
	sb_vec(edge) found = {0};
	for (uint32_t k = 0; k < count; k++) {
		uint32_t source = producer_of(graph, list[k].signal);
		if (!is_continuous(graph, source) || source == list[k].piece || noted[source] == list[k].piece + 1)
			continue;
		noted[source] = list[k].piece + 1;
		sb_push(em->arena, found, ((edge){list[k].piece, source}));
	}
	gather(em->kept, found.at, found.n, false, pieces, &graph->sources_at, &graph->sources);
}

sc_graph *sc_graph_close(sc_emitter *em)
{
	sc_grapher *g = em->grapher;
	if (!g)
		return NULL;
	sc_graph *graph = g->graph;
	sb_vec(edge) reads = {0};
	for (int kind = 0; kind < SC_PIECE_KINDS; kind++)
		graph->first[kind + 1] = graph->first[kind] + g->pieces[kind].n;
	uint32_t pieces = graph->first[SC_PIECE_KINDS];
	graph->pieces = sb_new_array(em->kept, sc_piece, pieces + 1);
	for (int kind = 0; kind < SC_PIECE_KINDS; kind++) {
		for (uint32_t k = 0; k < g->pieces[kind].n; k++)
			graph->pieces[graph->first[kind] + k] = g->pieces[kind].at[k];
		for (uint32_t k = 0; k < g->reads[kind].n; k++)
			sb_push(em->arena, reads,
					((edge){graph->first[kind] + g->reads[kind].at[k].piece, g->reads[kind].at[k].signal}));
	}
	for (uint32_t k = 0; k < em->plan->watches.n; k++) {
		graph->watch_piece[k] += graph->first[SC_WATCHES];
		graph->time_piece[k] += graph->first[SC_TIMES];
	}
	gather(em->kept, reads.at, reads.n, true, graph->signals, &graph->readers_at, &graph->readers);
	gather(em->kept, g->writes.at, g->writes.n, false, pieces, &graph->writes_at, &graph->writes);
	find_producers(graph, graph->pre, em->kept);
	find_sources(em, graph, reads.at, reads.n);
	uint32_t states = sc_place_key(em->plan, (ss_place){.store = SS_STATE});
	for (uint32_t k = 0; k < g->opens.n; k++) {
		uint32_t signal = g->opens.at[k].signal, place = signal >= graph->cells ? signal - graph->cells : signal;
		if (place >= states || is_continuous(graph, producer_of(graph, signal)))
			graph->pieces[g->opens.at[k].piece].moody = true;
	}
	return graph;
}
