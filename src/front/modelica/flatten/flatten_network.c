/* All atomic models of DEVS become one network (devs/devs.h), an opaque component of the model: components in the order
 * of the walk, their ports, the couplings, and the variables that the network reads and shows. */
#include "front/modelica/flatten/flatten_devs.h"

#include <string.h>

#include "devs/devs_bridges.h"
#include "model/block.h"

typedef struct building {
	mo_context *c;
	sd_network *n;
	sm_block block;
	sb_map component_of, port_of, coupled;       /* by scope; by item: its first port; by both ports */
	sb_vec(sd_component) components;
	sb_vec(mo_scope *) scopes;                   /* by component */
	sb_vec(sd_port) ports;
	sb_vec(sd_coupling) couplings;
	sb_vec(sd_atomic) atomics;
	sb_vec(sd_shown) shown;
	sb_vec(sm_block_item) parameters, inputs, outputs, gives;
	sb_vec(const char *) functions;
	sm_external *code;
	bool good;
} building;

/* ---------------------------------------------------------------------------------------- components */

static void add_ports(building *b, mo_item *item, uint32_t component)
{
	mo_message_layout l = mo_layout_of(b->c, item, 0);
	for (uint32_t e = 0; e < l.ports; e++) {
		sd_port p = {.name = item->name, .component = component, .out = item->output, .first = !e,
			.size = (int)l.size, .shown = SD_NONE,
			.type = l.structure ? SALTUS_TEXT : l.fields.at[0].real ? SALTUS_REAL : SALTUS_INT};
		if (l.ports > 1)
			p.name = sb_printf(b->c->arena, "%s[%u]", item->name, e + 1);
		if (!e)
			sb_map_put(&b->port_of, (uint64_t)(uintptr_t)item, b->ports.n);
		sb_push(b->c->arena, b->ports, p);
	}
}

static uint32_t add_component(building *b, mo_scope *scope, uint32_t atomic)
{
	uint64_t known;
	mo_scope *around = scope->owner ? mo_whole_scope(scope->owner->scope) : NULL;
	if (sb_map_get(&b->component_of, (uint64_t)(uintptr_t)scope, &known))
		return (uint32_t)known;
	uint32_t parent = around && scope != b->c->root ? add_component(b, around, SD_NONE) : 0;
	uint32_t number = b->components.n;
	sd_component one = {.name = sb_intern(b->c->names, *scope->prefix ? scope->prefix : b->c->model->name),
		.parent = parent, .atomic = atomic, .first_port = b->ports.n, .priority = (int)number};
	const mo_items *items = mo_members(b->c, scope);
	for (int out = 0; out < 2; out++) {
		for (uint32_t i = 0; i < items->n; i++)
			if (items->at[i]->present && mo_is_message(items->at[i]) && items->at[i]->output == (out == 1))
				add_ports(b, items->at[i], number);
		if (!out)
			one.in_count = b->ports.n - one.first_port;
	}
	one.out_count = b->ports.n - one.first_port - one.in_count;
	sb_map_put(&b->component_of, (uint64_t)(uintptr_t)scope, number);
	sb_push(b->c->arena, b->components, one);
	sb_push(b->c->arena, b->scopes, scope);
	return number;
}

/* ---------------------------------------------------------------------------------------- variables */

static sm_block_item item_of(const building *b, const char *name, uint32_t variable)
{
	const sm_variable *v = sm_var(b->c->model, variable);
	return (sm_block_item){.name = name, .type = v->type, .rank = v->rank, .shape = v->shape, .declared = true,
		.variable = variable};
}

static uint32_t hidden(building *b, const mo_item *item, uint32_t of, const char *what, sx_type type,
					   sm_variability variability)
{
	const sm_variable *like = sm_var(b->c->model, of);
	const char *name = sb_printf(b->c->arena, "%s.$%s", item->full_name, what);
	uint32_t number = sm_add_variable(b->c->model, name, type, like->shape, like->rank);
	sm_variable *v = sm_edit(b->c->model, number);
	v->variability = variability;
	v->hidden = true;
	v->span = item->ast->name_span;
	v->component = mo_whole_scope(item->scope)->prefix;
	return number;
}

/* The start value of what the network shows is a parameter of it. */
static uint32_t add_start(building *b, const mo_item *item)
{
	sx_type type = sm_var(b->c->model, item->variable)->type;
	uint32_t number = hidden(b, item, item->variable, "start", type, SM_PARAMETER), at = b->n->parameters;
	const sm_variable *from = sm_var(b->c->model, item->variable);
	sm_variable *v = sm_edit(b->c->model, number);
	sx_ref start = from->start;
	for (uint32_t d = 0; start && d < v->rank; d++)
		start = sx_replace(b->c->pool, start, sx_iter(b->c->pool, from->over[d]), sx_iter(b->c->pool, v->over[d]));
	v->binding = start ? start : type == SX_REAL ? sx_real(b->c->pool, 0) : type == SX_BOOLEAN
		? sx_bool(b->c->pool, false) : sx_int(b->c->pool, item->base == MO_B_ENUM);
	sm_block_item one = item_of(b, v->name, number);
	sb_push(b->c->arena, b->parameters, one);
	b->n->parameters += v->count;
	return at;
}

static void show(building *b, uint32_t atomic, const char *name, uint32_t variable, saltus_kind kind, uint32_t item,
				 uint32_t at)
{
	static const uint32_t epoch = 0;
	sm_variable *v = sm_edit(b->c->model, variable);
	sd_shown one = {atomic, kind, item, at, v->type == SX_REAL ? SALTUS_REAL : SALTUS_INT, v->count};
	v->variability = SM_DISCRETE;
	v->start = v->fixed = 0;
	v->start_given = false;
	sm_block_item out = item_of(b, name, variable);
	out.reads.discrete = &epoch;
	out.reads.discrete_count = 1;
	mo_set_in_when(b->c, sm_ref(b->c->model, variable));
	sb_push(b->c->arena, b->shown, one);
	sb_push(b->c->arena, b->outputs, out);
}

/* count = pre(count) + 1 when the activation comes: a change wakes the network, behind what else comes with it. */
static uint32_t add_counter(building *b, const mo_item *item, uint32_t activation)
{
	sm_model *m = b->c->model;
	sx_pool *p = b->c->pool;
	uint32_t number = hidden(b, item, activation, "count", SX_INTEGER, SM_DISCRETE), at = b->n->inputs;
	sm_variable *v = sm_edit(m, number);
	v->start = sx_int(p, 0);
	v->fixed = sx_bool(p, true);
	v->start_given = true;
	const char *component = v->component;
	uint32_t count = v->count;
	for (uint32_t k = 0; k < count; k++) {
		sm_equation *q = sm_equation_new(m, SM_WHEN, item->ast->name_span, component);
		sm_equation *set = sm_equation_new(m, SM_EQUAL, item->ast->name_span, component);
		sm_branch branch = {.span = item->ast->name_span};
		set->lhs = sm_ref_at(m, number, k);
		set->rhs = sx_binary(p, SX_ADD, sx_unary(p, SX_PRE, set->lhs), sx_int(p, 1));
		sb_push(m->arena, branch.any, sm_ref_at(m, activation, k));
		sb_push(m->arena, branch.body, set);
		sb_push(m->arena, q->branches, branch);
		sb_push(m->arena, m->equations, q);
	}
	sm_block_item one = item_of(b, sm_var(m, number)->name, number);
	one.wakes = true;
	sb_push(m->arena, b->inputs, one);
	b->n->inputs += count;
	return at;
}

static uint32_t add_listed(building *b, mo_item *item, saltus_kind kind)
{
	const sm_variable *v = sm_var(b->c->model, item->variable);
	sm_block_item one = item_of(b, v->name, item->variable);
	uint32_t *scalars = kind == SALTUS_INPUT ? &b->n->inputs : kind == SALTUS_ACTIVATION_OUT ? &b->n->gives
		: v->type == SX_STRING ? &b->n->texts : &b->n->parameters;
	uint32_t at = *scalars;
	if (kind == SALTUS_INPUT)
		sb_push(b->c->arena, b->inputs, one);
	else if (kind == SALTUS_ACTIVATION_OUT)
		sb_push(b->c->arena, b->gives, one);
	else
		sb_push(b->c->arena, b->parameters, one);
	*scalars += v->count;
	return at;
}

static void add_items(building *b, const mo_atomic *from, sd_atomic *to, uint32_t number, saltus_kind kind)
{
	sd_items *list = &to->items[kind];
	list->n = from->items[kind].n;
	list->at = sb_new_array(b->c->arena, sd_item, list->n + 1);
	for (uint32_t i = 0; i < list->n; i++) {
		mo_item *item = from->items[kind].at[i];
		int *sizes = sb_new_array(b->c->arena, int, item->rank + 1);
		for (uint32_t d = 0; d < item->rank; d++)
			sizes[d] = (int)item->shape[d];
		bool shows = kind == SALTUS_DISCRETE || kind == SALTUS_OUTPUT;
		uint32_t at = shows ? add_start(b, item) : kind == SALTUS_ACTIVATION_IN ? add_counter(b, item, item->variable)
			: add_listed(b, item, kind);
		const sm_variable *v = sm_var(b->c->model, item->variable);
		list->at[i] = (sd_item){item->name, item->base == MO_B_STRING ? SALTUS_TEXT : item->base == MO_B_REAL
			? SALTUS_REAL : SALTUS_INT, (int)item->rank, (int)v->count, sizes, at};
		if (shows)
			show(b, number, v->name, item->variable, kind, i, 0);
	}
}

/* The last message of each port is kept for the variables of the port. */
static void show_port(building *b, uint32_t atomic, mo_item *item)
{
	uint64_t first = 0;
	sb_map_get(&b->port_of, (uint64_t)(uintptr_t)item, &first);
	uint32_t ports = mo_layout_of(b->c, item, 0).ports;
	for (uint32_t e = 0; e < ports; e++) {
		mo_message_layout l = mo_layout_of(b->c, item, e);
		if (l.structure)
			b->n->shown_bytes = (b->n->shown_bytes + 7)/8*8;
		b->ports.at[first + e].shown = b->n->shown_bytes;
		for (uint32_t f = 0; f < l.fields.n && (l.structure || !e); f++) {
			uint32_t variable = l.fields.at[f].item->variable;
			show(b, atomic, sm_var(b->c->model, variable)->name, variable, SALTUS_KINDS, 0,
				 b->n->shown_bytes + l.fields.at[f].at);
		}
		b->n->shown_bytes += l.size;
	}
	b->n->shown_bytes = (b->n->shown_bytes + 7)/8*8;
}

/* ---------------------------------------------------------------------------------------- the C of all */

static void add_strings(building *b, sb_strings *to, const sb_strings *from)
{
	for (uint32_t i = 0; i < from->n; i++) {
		bool known = false;
		for (uint32_t k = 0; k < to->n; k++)
			known |= strcmp(to->at[k], from->at[i]) == 0;
		if (!known)
			sb_push(b->c->arena, *to, from->at[i]);
	}
}

static uint32_t add_code(building *b, const sm_external *x)
{
	for (uint32_t k = 0; k < b->functions.n; k++)
		if (strcmp(b->functions.at[k], x->symbol) == 0)
			return k;
	add_strings(b, &b->code->libraries, &x->libraries);
	add_strings(b, &b->code->library_folders, &x->library_folders);
	add_strings(b, &b->code->includes, &x->includes);
	add_strings(b, &b->code->include_folders, &x->include_folders);
	sb_push(b->c->arena, b->functions, x->symbol);
	return b->functions.n - 1;
}

/* One function gives all others by their numbers: the network has one address to be told. */
static void finish_code(building *b)
{
	sb_text text = {0};
	sb_addf(&text, "#include <saltus_block.h>\n");
	for (uint32_t k = 0; k < b->functions.n; k++)
		sb_addf(&text, "extern void %s(saltus_block *b, saltus_call call);\n", b->functions.at[k]);
	sb_addf(&text, "saltus_function *saltus_functions_of_devs(int number)\n{\n\tswitch (number) {\n");
	for (uint32_t k = 0; k < b->functions.n; k++)
		sb_addf(&text, "\tcase %u: return %s;\n", k, b->functions.at[k]);
	sb_addf(&text, "\t}\n\treturn 0;\n}\n");
	sb_push(b->c->arena, b->code->includes, sb_strdup(b->c->arena, text.at));
	sb_text_free(&text);
	b->code->symbol = "saltus_functions_of_devs";
	b->code->result = UINT32_MAX;
}

static void add_atomic(building *b, const mo_atomic *from)
{
	uint32_t number = b->atomics.n;
	sd_atomic one = {.component = add_component(b, from->scope, number), .function = add_code(b, from->code),
		.confluent = from->confluent};
	static const saltus_kind kinds[] = {SALTUS_PARAMETER, SALTUS_INPUT, SALTUS_OUTPUT, SALTUS_DISCRETE,
		SALTUS_ACTIVATION_IN, SALTUS_ACTIVATION_OUT};
	for (size_t k = 0; k < sizeof kinds/sizeof *kinds; k++)
		add_items(b, from, &one, number, kinds[k]);
	for (uint32_t i = 0; i < from->out.n; i++)
		show_port(b, number, from->out.at[i]);
	sb_push(b->c->arena, b->atomics, one);
}

/* ------------------------------------------------------------------------------- ports of equations */

static sd_items one_item(building *b, const char *name, saltus_item_type type, uint32_t count, uint32_t at)
{
	sd_items list = {sb_new(b->c->arena, sd_item), 1};
	list.at[0] = (sd_item){name, type, 0, (int)count, NULL, at};
	return list;
}

/* The fields of a message, as inputs or outputs of the atomic in between. */
static void add_fields(building *b, const mo_item *port, sd_atomic *to, uint32_t number, saltus_kind kind)
{
	mo_message_layout l = mo_layout_of(b->c, port, 0);
	sd_items *list = &to->items[kind];
	list->n = l.fields.n;
	list->at = sb_new_array(b->c->arena, sd_item, list->n + 1);
	for (uint32_t i = 0; i < l.fields.n; i++) {
		mo_item *item = (mo_item *)l.fields.at[i].item;
		uint32_t at = kind == SALTUS_INPUT ? add_listed(b, item, kind) : add_start(b, item);
		const sm_variable *v = sm_var(b->c->model, item->variable);
		list->at[i] = (sd_item){item->name, l.fields.at[i].real ? SALTUS_REAL : SALTUS_INT, 0, (int)v->count, NULL, at};
		if (kind == SALTUS_OUTPUT)
			show(b, number, v->name, item->variable, kind, i, 0);
	}
}

/* Elements of an array of ports that equations do not send on. */
static void close_unsent(building *b, const mo_item *port, uint32_t come)
{
	sm_model *m = b->c->model;
	sx_ref never = sx_bool(m->pool, false);
	const char *component = mo_whole_scope(port->scope)->prefix;
	for (uint32_t k = 0; port->sent && k < sm_var(m, come)->count; k++) {
		if (port->sent[k])
			continue;
		uint32_t kind = SX_SOURCE_EDGE + 4 * mo_sites(b->c)[0]++;
		sx_ref source = sx_make(m->pool, SX_SOURCE, SX_BOOLEAN, kind, &never, 1);
		sm_add_equation(m, sm_ref_at(m, come, k), source, port->ast->name_span, component);
		sx_ref zero = port->base == MO_B_REAL ? sx_real(m->pool, 0) : port->base == MO_B_BOOLEAN ? never
			: sx_int(m->pool, port->base == MO_B_ENUM);
		uint32_t each = sm_var(m, port->variable)->count/sm_var(m, come)->count;
		for (uint32_t i = 0; i < each; i++)
			sm_add_equation(m, sm_ref_at(m, port->variable, k*each + i), zero, port->ast->name_span, component);
	}
}

/* A port of a class with equations: an atomic of ours beside them receives, or sends. */
static void add_bridge(building *b, mo_item *port)
{
	uint32_t around = add_component(b, mo_whole_scope(port->scope), SD_NONE), number = b->atomics.n;
	uint32_t ports = mo_layout_of(b->c, port, 0).ports, first = b->ports.n;
	uint32_t come = mo_message_activation(b->c, port);
	uint64_t outer = 0;
	sb_map_get(&b->port_of, (uint64_t)(uintptr_t)port, &outer);
	sd_component one = {.name = sb_intern(b->c->names, port->full_name), .parent = around, .atomic = number,
		.first_port = first, .in_count = port->input ? ports : 0, .out_count = port->input ? 0 : ports,
		.priority = (int)b->components.n};
	sd_atomic atomic = {.component = b->components.n, .own = port->input ? sd_receiver : sd_sender};
	for (uint32_t e = 0; e < ports; e++) {
		sd_port p = b->ports.at[outer + e];
		p.component = atomic.component;
		sb_push(b->c->arena, b->ports, p);
		uint32_t inside = first + e, outside = (uint32_t)outer + e;
		sd_coupling link = {port->input ? outside : inside, port->input ? inside : outside};
		sb_push(b->c->arena, b->couplings, link);
	}
	sb_push(b->c->arena, b->components, one);
	sb_push(b->c->arena, b->scopes, mo_whole_scope(port->scope));
	if (port->input) {
		sm_block_item gives = item_of(b, sm_var(b->c->model, come)->name, come);
		atomic.items[SALTUS_ACTIVATION_OUT] = one_item(b, "come", SALTUS_REAL, ports, b->n->gives);
		sb_push(b->c->arena, b->gives, gives);
		b->n->gives += ports;
		atomic.items[SALTUS_ACTIVATION_IN] = one_item(b, "taken", SALTUS_INT, ports, add_counter(b, port, come));
		add_fields(b, port, &atomic, number, SALTUS_OUTPUT);
	} else {
		close_unsent(b, port, come);
		atomic.items[SALTUS_ACTIVATION_IN] = one_item(b, "send", SALTUS_INT, ports, add_counter(b, port, come));
		add_fields(b, port, &atomic, number, SALTUS_INPUT);
	}
	sb_push(b->c->arena, b->atomics, atomic);
}

static bool is_read(const mo_message_layout *l)
{
	bool any = false;
	for (uint32_t i = 0; i < l->fields.n; i++)
		any |= l->fields.at[i].item->asked;
	return any;
}

static void hide_port(building *b, const mo_item *port)
{
	for (uint32_t e = 0; e < mo_layout_of(b->c, port, 0).ports; e++) {
		mo_message_layout l = mo_layout_of(b->c, port, e);
		for (uint32_t i = 0; i < l.fields.n; i++)
			mo_hide_message(b->c, l.fields.at[i].item);
	}
}

static bool add_bridges(building *b)
{
	struct mo_flattening *f = mo_flattening_of(b->c);
	for (uint32_t i = 0; i < f->message_ports.n; i++) {
		mo_item *port = f->message_ports.at[i];
		mo_message_layout l = mo_layout_of(b->c, port, 0);
		if (l.bad || (l.structure && port->rank)) {
			sb_help(sb_report(b->c->diag, SB_ERROR, "D0008", port->ast->name_span, "'%s' %s", port->name, l.bad
							  ? "carries messages of a type that they cannot have"
							  : "is an array of ports with records, which equations cannot read or send"),
					"messages are numbers, vectors of numbers, and records of these");
			return false;
		}
		if (!port->message_activation && (port->output || !is_read(&l)))
			hide_port(b, port);          /* nobody sends, or receives */
		else
			add_bridge(b, port);
	}
	return true;
}

/* ---------------------------------------------------------------------------------------- couplings */

static uint32_t port_at(building *b, const mo_coupled_port *p)
{
	uint64_t first = 0;
	add_component(b, mo_whole_scope(p->item->scope), SD_NONE);
	sb_map_get(&b->port_of, (uint64_t)(uintptr_t)p->item, &first);
	return (uint32_t)first + p->element;
}

static void add_couplings(building *b)
{
	const mo_couplings *all = mo_couplings_of(b->c);
	for (uint32_t i = 0; i < all->n; i++) {
		sd_coupling one = {port_at(b, &all->at[i].from), port_at(b, &all->at[i].to)};
		uint64_t key = (uint64_t)one.from << 32 | one.to, known;
		if (sb_map_get(&b->coupled, key, &known))        /* couplings are a set */
			continue;
		sb_map_put(&b->coupled, key, 1);
		sb_push(b->c->arena, b->couplings, one);
	}
}

/* ---------------------------------------------------------------------------------------- semantics */

static bool give_priority(building *b, uint32_t coupled, const mo_expr *e, int priority)
{
	mo_scope *scope = b->scopes.at[coupled];
	mo_env env = {.scope = scope, .parameter_only = true};
	const char *name;
	bool found = false;
	if (!mo_evaluate_string(b->c, &env, e, "select", &name))
		return false;
	const char *full = *scope->prefix ? sb_printf(b->c->arena, "%s.%s", scope->prefix, name) : name;
	size_t n = strlen(full);
	for (uint32_t k = 1; k < b->components.n; k++) {
		const char *at = b->components.at[k].name;
		bool meant = strncmp(at, full, n) == 0 && (!at[n] || at[n] == '[');      /* all of an array of components */
		if (b->components.at[k].parent != coupled || !meant)
			continue;
		b->components.at[k].priority = priority - (1 << 20);
		found = true;
	}
	if (!found && mo_first_report(b->c, e))
		sb_help(sb_report(b->c->diag, SB_ERROR, "D0005", e->span, "'%s' is no component that could be selected", name),
				"name components of this class that are, or have inside, atomic models of DEVS");
	return found;
}

static bool read_select(building *b, uint32_t coupled, const mo_class *k)
{
	const mo_modification *m = mo_own_setting(&k->annotation, "select");
	bool ok = true;
	if (!m || !m->value)
		return true;
	if (m->value->kind != MO_E_ARRAY)
		return give_priority(b, coupled, m->value, 0);
	for (uint32_t i = 0; i < m->value->a.n; i++)
		ok &= give_priority(b, coupled, m->value->a.at[i], (int)i);
	return ok;
}

/* One network has one semantics: what one coupled model says holds for all. */
static bool decide_semantics(building *b)
{
	const mo_class *says[2] = {NULL, NULL};
	bool ok = true;
	for (uint32_t i = 0; i < b->components.n; i++) {
		const mo_class *k = b->scopes.at[i]->class_def;
		if (!k || b->components.at[i].atomic != SD_NONE)
			continue;
		mo_devs_word word = mo_says_devs(b->c, b->scopes.at[i], k);
		if (word == MO_DEVS_PARALLEL || word == MO_DEVS_CLASSIC)
			says[word == MO_DEVS_CLASSIC] = k;
		ok &= read_select(b, i, k);
	}
	b->n->classic = says[1] != NULL;
	b->n->hierarchical = mo_says_so(b->c, b->c->root, b->c->root->class_def, "hierarchical");
	if (!says[0] || !says[1])
		return ok;
	sb_message *m = sb_report(b->c->diag, SB_ERROR, "D0006", says[1]->name_span,
							  "the coupled model '%s' is classic, and '%s' of the same model is parallel",
							  says[1]->name, says[0]->name);
	sb_also(m, says[0]->name_span, "this is the parallel one");
	sb_help(m, "all coupled models of a run have one semantics: say it once, in the class that is simulated");
	return false;
}

/* -------------------------------------------------------------------------------------------- whole */

static sm_block_reads reads_all(building *b)
{
	sm_block_reads r = {.time = true, .input_count = b->inputs.n};
	uint32_t *inputs = sb_new_array(b->c->arena, uint32_t, b->inputs.n + 1);
	for (uint32_t i = 0; i < b->inputs.n; i++)
		inputs[i] = i;
	r.inputs = inputs;
	return r;
}

/* Counts the events of the network. */
static uint32_t epoch_variable(building *b)
{
	const char *name = sb_printf(b->c->arena, "%s.$events", b->c->model->name);
	uint32_t number = sm_add_variable(b->c->model, name, SX_INTEGER, NULL, 0);
	sm_variable *v = sm_edit(b->c->model, number);
	v->variability = SM_DISCRETE;
	v->hidden = true;
	v->start = sx_int(b->c->pool, 1);
	v->fixed = sx_bool(b->c->pool, true);
	v->start_given = true;
	v->span = b->c->root->class_def->name_span;
	v->component = "";
	return number;
}

static void describe(building *b)
{
	sm_block *k = &b->block;
	sd_network *n = b->n;
	sm_block_item *epoch = sb_new(b->c->arena, sm_block_item);
	*epoch = item_of(b, "$events", epoch_variable(b));
	n->components = b->components.at;
	n->component_count = b->components.n;
	n->ports = b->ports.at;
	n->port_count = b->ports.n;
	n->couplings = b->couplings.at;
	n->coupling_count = b->couplings.n;
	n->atomics = b->atomics.at;
	n->atomic_count = b->atomics.n;
	n->shown = b->shown.at;
	*k = (sm_block){.name = b->c->model->name, .component = "", .operations = &sd_operations, .context = n,
		.code = b->functions.n ? b->code : NULL, .span = b->c->root->class_def->name_span, .time_events = true,
		.may_stop = true, .latent = true, .autonomous = true, .update = reads_all(b), .initialise = {.time = true},
		.parameters = {b->parameters.at, b->parameters.n, 0}, .inputs = {b->inputs.at, b->inputs.n, 0},
		.outputs = {b->outputs.at, b->outputs.n, 0}, .discrete = {epoch, 1, 0},
		.gives = {b->gives.at, b->gives.n, 0}};
}

bool mo_finish_network(mo_context *c)
{
	struct mo_flattening *f = mo_flattening_of(c);
	building b = {.c = c, .good = true};
	sb_text why = {0};
	if (!f->atomics.n && !f->message_ports.n)
		return mo_check_passed(c);
	b.n = sb_new(c->arena, sd_network);
	b.code = sb_new(c->arena, sm_external);
	b.component_of = sb_map_new(c->arena);
	b.port_of = sb_map_new(c->arena);
	b.coupled = sb_map_new(c->arena);
	bool alone = f->atomics.n && f->atomics.at[0]->scope == c->root;     /* the whole is an atomic model */
	add_component(&b, c->root, alone ? 0 : SD_NONE);
	for (uint32_t i = 0; i < f->atomics.n; i++)
		add_atomic(&b, f->atomics.at[i]);
	if (!add_bridges(&b) || !mo_check_passed(c))
		return false;
	add_couplings(&b);
	if (!b.atomics.n)
		return true;
	if (b.functions.n)
		finish_code(&b);
	if (!decide_semantics(&b))
		return false;
	describe(&b);
	sd_close(c->arena, b.n);
	bool added = sm_add_block(c->model, &b.block, &why) != NULL;
	if (!added)
		sb_help(sb_report(c->diag, SB_ERROR, "M0976", b.block.span, "the network of DEVS cannot be used: %s", why.at),
				"docs/devs.md says what atomic models may declare");
	sb_text_free(&why);
	return added;
}
