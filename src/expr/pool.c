/* The pool: nodes in one vector, found again by a hash table, so that the same expression is always the same handle.
 *
 * Everything is in the pool's arena. Vectors that grow leave their old block there, which is why an argument list read
 * from the pool may be handed to the function that builds the next node.
 */
#include "base/check.h"
#include "expr/pool.h"

#include <string.h>

static const char *const spellings[SX_OP_COUNT] = {
	"",
#define X(name, spelling, arity) spelling,
	SX_OPS(X)
#undef X
};

static const int8_t arities[SX_OP_COUNT] = {
	0,
#define X(name, spelling, arity) arity,
	SX_OPS(X)
#undef X
};

sx_pool *sx_pool_new(sb_arena *arena, sb_names *names)
{
	sx_pool *pool = sb_new(arena, sx_pool);
	pool->arena = arena;
	pool->names = names;
	pool->cap = 256;
	pool->read.nodes = sb_new_array(arena, sx_node, pool->cap);
	pool->read.count = 1;
	pool->arg_cap = 512;
	pool->read.args = sb_new_array(arena, sx_ref, pool->arg_cap);
	pool->mask = 1023;
	pool->table = sb_new_array(arena, uint64_t, pool->mask + 1);
	pool->const_cap = 64;
	pool->consts = sb_new_array(arena, uint64_t, pool->const_cap);
	pool->shape_of = sb_map_new(arena);
	return pool;
}

/* Vectors that only grow are shared until they do: a full one is copied by the first addition. */
sx_pool *sx_pool_copy(sb_arena *arena, sb_names *names, const sx_pool *from)
{
	sx_pool *pool = sb_new(arena, sx_pool);
	*pool = *from;
	pool->arena = arena;
	pool->names = names;
	pool->cap = pool->read.count;
	pool->arg_cap = pool->arg_count;
	pool->const_cap = pool->const_count;
	pool->shapes.cap = pool->shapes.n;
	pool->iterators.cap = pool->iterators.n;
	pool->shape_of = sb_map_copy(arena, &from->shape_of);
	size_t slots = (size_t)pool->mask + 1;
	pool->table = memcpy(sb_new_array(arena, uint64_t, slots), from->table, slots * sizeof *from->table);
	return pool;
}

void sx_keep_operands(sx_pool *pool, bool keep)
{
	pool->whole = keep;
}

bool sx_keeps_operands(const sx_pool *pool)
{
	return pool->whole;
}

bool sx_has_lost(const sx_pool *pool, uint16_t flags)
{
	return pool->lost & flags;
}

const char *sx_op_name(sx_op op)
{
	return op < SX_OP_COUNT ? spellings[op] : "";
}

int sx_arity(sx_op op)
{
	return op < SX_OP_COUNT ? arities[op] : 0;
}

static uint64_t const_bits(const sx_pool *pool, sx_ref e)
{
	return sx_is_const(pool, e) ? pool->consts[sx_at(pool, e)->payload] : 0;
}

double sx_real_value(const sx_pool *pool, sx_ref e)
{
	uint64_t bits = const_bits(pool, e);
	if (sx_type_of(pool, e) != SX_REAL)
		return sx_type_of(pool, e) == SX_STRING ? 0 : (double)(int64_t)bits;
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

int64_t sx_int_value(const sx_pool *pool, sx_ref e)
{
	if (sx_type_of(pool, e) != SX_REAL)
		return sx_type_of(pool, e) == SX_STRING ? 0 : (int64_t)const_bits(pool, e);
	double value = sx_real_value(pool, e);
	return value >= -9.2e18 && value <= 9.2e18 ? (int64_t)value : 0;
}

const char *sx_string_value(const sx_pool *pool, sx_ref e)
{
	if (!sx_is_const(pool, e) || sx_type_of(pool, e) != SX_STRING)
		return "";
	return (const char *)(uintptr_t)const_bits(pool, e);
}

bool sx_is_number(const sx_pool *pool, sx_ref e, double value)
{
	sx_type type = sx_type_of(pool, e);
	return sx_is_const(pool, e) && (type == SX_REAL || type == SX_INTEGER) && sx_real_value(pool, e) == value;
}

/* Something that can move while the solver works; an expression of literals and iterators cannot. */
static bool moves(const sx_pool *pool, sx_ref e)
{
	return sx_flags(pool, e) & ~(SX_HAS_ITER | SX_HAS_RELATION | SX_HAS_SIGN);
}

/* Integers keep their values between events, but for signs and for what functions make of something that moves. */
static bool integers_move(const sx_pool *pool, const sx_ref *args)
{
	uint16_t flags = sx_flags(pool, args[0]) | sx_flags(pool, args[1]);
	return sx_type_of(pool, args[0]) == SX_INTEGER && flags & (SX_HAS_SIGN | SX_HAS_CALL) &&
		   flags & (SX_HAS_VAR | SX_HAS_TIME | SX_HAS_LOCAL);
}

bool sx_makes_event(const sx_pool *pool, sx_ref e)
{
	const sx_node *node = sx_at(pool, e);
	const sx_ref *args = pool->read.args + node->first;
	switch (node->op) {
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		if (integers_move(pool, args))
			return true;
		/* fall through */
	case SX_QUOT: case SX_MOD: case SX_REM:
		return (sx_type_of(pool, args[0]) == SX_REAL || sx_type_of(pool, args[1]) == SX_REAL)
			&& (moves(pool, args[0]) || moves(pool, args[1]));
	case SX_FLOOR: case SX_CEIL: case SX_INTEGER_OF:
		return sx_type_of(pool, args[0]) == SX_REAL && moves(pool, args[0]);
	default:
		return false;
	}
}

static uint16_t flags_of(sx_op op)
{
	switch (op) {
	case SX_VAR: case SX_LATCH: return SX_HAS_VAR;
	case SX_LOCAL: return SX_HAS_LOCAL;
	case SX_ITER: return SX_HAS_ITER;
	case SX_TIME: return SX_HAS_TIME;
	case SX_INITIAL: case SX_TERMINAL: case SX_ACTIVE: return SX_HAS_EVENT_OP;
	case SX_SAMPLE: case SX_SOURCE: return SX_HAS_EVENT_OP | SX_HAS_STATEFUL;
	case SX_DELAY: case SX_TRANSPORT: case SX_TRANSPORTED: return SX_HAS_STATEFUL;
	case SX_DER: return SX_HAS_DER;
	case SX_PRE: return SX_HAS_PRE;
	case SX_CALL: return SX_HAS_CALL;
	case SX_SIGN: return SX_HAS_SIGN;
	case SX_ASK: return SX_HAS_ASK | SX_HAS_STATEFUL;
	case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE:
	case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK: return SX_HAS_CLOCK;
	default: return 0;
	}
}

static uint32_t hash_of(sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count)
{
	const uint64_t odd = 0x9e3779b97f4a7c15u;
	uint64_t h = ((uint64_t)payload << 16 | (uint64_t)op << 8 | type) * odd;
	for (uint32_t i = 0; i < count; i++) {
		h ^= h >> 29;
		h = (h + args[i]) * odd;
	}
	h ^= h >> 32;
	return (uint32_t)(h * odd >> 32);
}

static void grow_table(sx_pool *pool)
{
	const uint64_t *old = pool->table;
	uint32_t old_mask = pool->mask;
	pool->mask = 2 * old_mask + 1;
	pool->table = sb_new_array(pool->arena, uint64_t, (size_t)pool->mask + 1);
	for (uint32_t k = 0; k <= old_mask; k++) {
		uint32_t i = (uint32_t)(old[k] >> 32) & pool->mask;
		while (old[k] && pool->table[i])
			i = (i + 1) & pool->mask;
		if (old[k])
			pool->table[i] = old[k];
	}
}

static void reserve(sx_pool *pool, uint32_t count)
{
	sb_must(pool->read.count < UINT32_MAX / 4 && (uint64_t)pool->arg_count + count < UINT32_MAX / 2,
		"there are %u expressions: more have no number",
	        pool->read.count);
	if (pool->read.count == pool->cap) {
		uint32_t cap = 2 * pool->cap;
		sx_node *nodes = sb_new_array(pool->arena, sx_node, cap);
		memcpy(nodes, pool->read.nodes, sizeof *nodes * pool->read.count);
		pool->read.nodes = nodes;
		pool->cap = cap;
	}
	if (pool->arg_cap - pool->arg_count < count) {
		uint32_t cap = 2 * (pool->arg_cap > count ? pool->arg_cap : count);
		sx_ref *args = sb_new_array(pool->arena, sx_ref, cap);
		memcpy(args, pool->read.args, sizeof *args * pool->arg_count);
		pool->read.args = args;
		pool->arg_cap = cap;
	}
}

static sx_ref add_node(sx_pool *pool, sx_node node, const sx_ref *args, uint32_t hash, uint32_t slot)
{
	reserve(pool, node.count);
	node.first = pool->arg_count;
	node.flags = flags_of((sx_op)node.op) | (node.type == SX_CLOCK ? SX_HAS_CLOCK : 0);
	for (uint32_t i = 0; i < node.count; i++) {
		pool->read.args[pool->arg_count++] = args[i];
		node.flags |= sx_flags(pool, args[i]);
	}
	sx_ref e = pool->read.count++;
	pool->read.nodes[e] = node;
	if (node.op == SX_NOEVENT)
		pool->read.nodes[e].flags &= (uint16_t)~SX_HAS_RELATION;
	else if (sx_makes_event(pool, e))
		pool->read.nodes[e].flags |= SX_HAS_RELATION;
	pool->table[slot] = (uint64_t)hash << 32 | e;
	if (2 * pool->read.count > pool->mask)
		grow_table(pool);
	return e;
}

sx_ref sx_intern(sx_pool *pool, sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count)
{
	uint32_t hash = hash_of(op, type, payload, args, count);
	uint32_t slot = hash & pool->mask;
	for (uint64_t entry; (entry = pool->table[slot]); slot = (slot + 1) & pool->mask) {
		if (entry >> 32 != hash)
			continue;
		const sx_node *node = &pool->read.nodes[(uint32_t)entry];
		if (node->op == op && node->type == type && node->payload == payload
		    && node->count == count && (!count || !memcmp(pool->read.args + node->first, args, sizeof *args * count)))
			return (uint32_t)entry;
	}
	sx_node node = { .op = (uint8_t)op, .type = (uint8_t)type, .payload = payload, .count = count };
	return add_node(pool, node, args, hash, slot);
}

sx_ref sx_const(sx_pool *pool, sx_type type, uint64_t bits)
{
	sx_ref halves[2] = { (uint32_t)bits, (uint32_t)(bits >> 32) };
	uint32_t hash = hash_of(SX_CONST, type, 0, halves, 2);
	uint32_t slot = hash & pool->mask;
	for (uint64_t entry; (entry = pool->table[slot]); slot = (slot + 1) & pool->mask) {
		if (entry >> 32 != hash)
			continue;
		const sx_node *node = &pool->read.nodes[(uint32_t)entry];
		if (node->op == SX_CONST && node->type == type && pool->consts[node->payload] == bits)
			return (uint32_t)entry;
	}
	if (pool->const_count == pool->const_cap) {
		uint32_t cap = pool->const_cap ? 2 * pool->const_cap : 64;
		uint64_t *consts = sb_new_array(pool->arena, uint64_t, cap);
		memcpy(consts, pool->consts, sizeof *consts * pool->const_count);
		pool->consts = consts;
		pool->const_cap = cap;
	}
	pool->consts[pool->const_count] = bits;
	sx_node node = { .op = SX_CONST, .type = (uint8_t)type, .payload = pool->const_count++ };
	return add_node(pool, node, NULL, hash, slot);
}

sx_ref sx_real(sx_pool *pool, double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return sx_const(pool, SX_REAL, bits);
}

sx_ref sx_int(sx_pool *pool, int64_t value)
{
	return sx_const(pool, SX_INTEGER, (uint64_t)value);
}

sx_ref sx_bool(sx_pool *pool, bool value)
{
	return sx_const(pool, SX_BOOLEAN, value);
}

sx_ref sx_string(sx_pool *pool, const char *value)
{
	return sx_const(pool, SX_STRING, (uint64_t)(uintptr_t)sb_intern(pool->names, value));
}

uint32_t sx_new_iter(sx_pool *pool, const char *name)
{
	sb_push(pool->arena, pool->iterators, sb_intern(pool->names, name ? name : "i"));
	return pool->iterators.n - 1;
}

const char *sx_iter_name(const sx_pool *pool, uint32_t iterator)
{
	return iterator < pool->iterators.n ? pool->iterators.at[iterator] : "i";
}

static uint32_t shape_index(sx_pool *pool, const uint32_t *dims, uint32_t rank)
{
	uint64_t key = sb_hash(dims, sizeof *dims * rank, rank), at;
	for (; sb_map_get(&pool->shape_of, key, &at); key++) {
		const uint32_t *shape = pool->shapes.at + at;
		if (shape[0] == rank && (!rank || !memcmp(shape + 1, dims, sizeof *dims * rank)))
			return (uint32_t)at;
	}
	at = pool->shapes.n;
	sb_push(pool->arena, pool->shapes, rank);
	for (uint32_t i = 0; i < rank; i++)
		sb_push(pool->arena, pool->shapes, dims[i]);
	sb_map_put(&pool->shape_of, key, at);
	return (uint32_t)at;
}

sx_ref sx_array(sx_pool *pool, sx_type type, const uint32_t *dims, uint32_t rank, const sx_ref *elements,
				uint32_t count)
{
	return sx_make(pool, SX_ARRAY, type, shape_index(pool, dims, rank), elements, count);
}

const uint32_t *sx_shape(const sx_pool *pool, sx_ref array, uint32_t *rank)
{
	const sx_node *node = sx_at(pool, array);
	if (node->op != SX_ARRAY || node->payload >= pool->shapes.n) {
		*rank = 0;
		return NULL;
	}
	*rank = pool->shapes.at[node->payload];
	return pool->shapes.at + node->payload + 1;
}
