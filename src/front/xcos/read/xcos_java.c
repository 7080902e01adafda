/* The dictionary of a .zcos file: a stream of Java objects, all of which are values of Scilab that write themselves
 * (a version, sizes, arrays of arrays), or points of links. */
#include "front/xcos/read/xcos_read.h"

#include <math.h>
#include <string.h>

enum {
	DEPTH_LIMIT = 200,
	NULL_TAG = 0x70,
	REFERENCE = 0x71,
	CLASS = 0x72,
	OBJECT = 0x73,
	STRING = 0x74,
	ARRAY = 0x75,
	BLOCK = 0x77,
	END_BLOCK = 0x78,
	LONG_BLOCK = 0x7a,
	LONG_STRING = 0x7c
};

/* What a stream holds: one struct for all, because handles count all of them. */
typedef struct thing {
	int tag;
	const char *name; /* of a class; a text */
	const unsigned char *block; /* bytes */
	uint32_t n; /* of items, or bytes */
	struct thing **item; /* of an array of things, or of an object that writes itself */
	double *number; /* of an array of numbers */
	struct thing *of, *super; /* class of an object; class above a class */
	uint8_t flags;
	const char *field_types; /* of a class: a letter for each field */
	xc_value *value; /* once it was made */
} thing;

typedef struct stream {
	sb_arena *arena;
	const unsigned char *at, *end;
	sb_vec(thing *) handles;
	bool failed;
	int depth;
} stream;

static uint64_t whole(stream *s, int bytes)
{
	uint64_t v = 0;
	if (s->end - s->at < bytes) {
		s->failed = true;
		s->at = s->end;
		return 0;
	}
	for (int i = 0; i < bytes; i++)
		v = v << 8 | *s->at++;
	return v;
}

static const unsigned char *bytes(stream *s, uint64_t n)
{
	const unsigned char *at = s->at;
	if ((uint64_t)(s->end - s->at) < n) {
		s->failed = true;
		return NULL;
	}
	s->at += n;
	return at;
}

static const char *text(stream *s, uint64_t n)
{
	const unsigned char *at = bytes(s, n);
	return at ? sb_strndup(s->arena, (const char *)at, (size_t)n) : "";
}

static thing *made(stream *s, int tag)
{
	thing *t = sb_new(s->arena, thing);
	t->tag = tag;
	if (tag == CLASS || tag == OBJECT || tag == STRING || tag == ARRAY)
		sb_push(s->arena, s->handles, t);
	return t;
}

static thing *content(stream *s);

static thing *class_of(stream *s)
{
	thing *t = sb_new(s->arena, thing);
	t->tag = CLASS;
	t->name = text(s, whole(s, 2));
	whole(s, 8);
	sb_push(s->arena, s->handles, t);
	t->flags = (uint8_t)whole(s, 1);
	uint32_t n = (uint32_t)whole(s, 2);
	char *types = sb_new_array(s->arena, char, n + 1);
	for (uint32_t i = 0; i < n && !s->failed; i++) {
		types[i] = (char)whole(s, 1);
		text(s, whole(s, 2));
		if (types[i] == '[' || types[i] == 'L')
			content(s);
	}
	t->field_types = types;
	if (whole(s, 1) != END_BLOCK)
		s->failed = true;
	thing *super = s->failed ? NULL : content(s);
	t->super = super && super->tag == CLASS ? super : NULL;
	return t;
}

static int width(char type)
{
	return type == 'D' || type == 'J' ? 8 : type == 'I' || type == 'F' ? 4 : type == 'S' || type == 'C' ? 2 : 1;
}

static double number(stream *s, char type)
{
	uint64_t v = whole(s, width(type));
	if (type == 'D') {
		double d;
		memcpy(&d, &v, sizeof d);
		return d;
	}
	return type == 'I'   ? (double)(int32_t)v
		   : type == 'S' ? (double)(int16_t)v
		   : type == 'B' ? (double)(int8_t)v
		   : type == 'J' ? (double)(int64_t)v
						 : (double)v;
}

static thing *array(stream *s)
{
	thing *of = content(s);
	thing *t = made(s, ARRAY);
	t->n = (uint32_t)whole(s, 4);
	char type = of && of->tag == CLASS && of->name[0] == '[' ? of->name[1] : 0;
	bool things = type == '[' || type == 'L';
	if (type == 0 || (uint64_t)t->n * (things ? 1 : (uint64_t)width(type)) > (uint64_t)(s->end - s->at)) {
		s->failed = true;
		return t;
	}
	if (things)
		t->item = sb_new_array(s->arena, thing *, t->n + 1);
	else
		t->number = sb_new_array(s->arena, double, t->n + 1);
	for (uint32_t i = 0; i < t->n && !s->failed; i++)
		if (things)
			t->item[i] = content(s);
		else
			t->number[i] = number(s, type);
	return t;
}

/* What an object, or a class of it, has written by itself. */
static void written(stream *s, thing *t)
{
	sb_vec(thing *) items = {0};
	while (!s->failed) {
		thing *item = content(s);
		if (item && item->tag == END_BLOCK)
			break;
		sb_push(s->arena, items, item);
	}
	t->item = items.at;
	t->n = items.n;
}

static void fields(stream *s, thing *object, thing *class)
{
	if (class->super)
		fields(s, object, class->super);
	for (const char *type = class->field_types; *type && !s->failed; type++)
		if (*type == '[' || *type == 'L')
			content(s);
		else
			whole(s, width(*type));
	if (class->flags & 1)
		written(s, object);
}

static thing *content(stream *s)
{
	thing *t = NULL;
	uint64_t handle;
	if (++s->depth > DEPTH_LIMIT)
		s->failed = true;
	int tag = s->failed ? NULL_TAG : (int)whole(s, 1);
	switch (tag) {
	case NULL_TAG: break;
	case REFERENCE:
		handle = whole(s, 4) - 0x7e0000;
		if (handle < s->handles.n)
			t = s->handles.at[handle];
		else
			s->failed = true;
		break;
	case CLASS: t = class_of(s); break;
	case STRING:
	case LONG_STRING:
		t = made(s, STRING);
		t->name = text(s, whole(s, tag == STRING ? 2 : 8));
		break;
	case BLOCK:
	case LONG_BLOCK:
		t = made(s, BLOCK);
		t->n = (uint32_t)whole(s, tag == BLOCK ? 1 : 4);
		t->block = bytes(s, t->n);
		break;
	case END_BLOCK: t = made(s, END_BLOCK); break;
	case ARRAY: t = array(s); break;
	case OBJECT: {
		thing *class = content(s);
		t = made(s, OBJECT);
		t->of = class;
		if (!class || class->tag != CLASS)
			s->failed = true;
		else if (class->flags & 4)
			written(s, t);
		else
			fields(s, t, class);
		break;
	}
	default: s->failed = true;
	}
	s->depth--;
	return t;
}

static bool is_class(const thing *t, const char *name)
{
	const char *dot = t->of ? strrchr(t->of->name, '.') : NULL;
	return dot && strcmp(dot + 1, name) == 0;
}

/* The k-th array among the items; NULL: there is none. */
static const thing *nth_array(const thing *t, uint32_t k)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->item[i] && t->item[i]->tag == ARRAY && k-- == 0)
			return t->item[i];
	return NULL;
}

static int block_number(const thing *t, uint32_t at)
{
	const thing *b = t->n > 0 && t->item[0] && t->item[0]->tag == BLOCK ? t->item[0] : NULL;
	return b && b->block && b->n >= at + 4 ? b->block[at + 3] | b->block[at + 2] << 8 : 0;
}

/* The last block holds whether rows and columns are exchanged. */
static bool swapped(const thing *t)
{
	const thing *b = t->n > 1 ? t->item[t->n - 1] : NULL;
	return b && b->tag == BLOCK && b->block && b->n >= 1 && b->block[b->n - 1] != 0;
}

static xc_value *matrix(sb_arena *arena, const thing *t)
{
	const thing *rows = nth_array(t, 0), *imaginary = nth_array(t, 1);
	uint32_t m = rows ? rows->n : 0, n = 0;
	const thing *row = m > 0 ? rows->item ? rows->item[0] : NULL : NULL;
	n = row && row->tag == ARRAY ? row->n : 0;
	bool texts = is_class(t, "ScilabString"), exchange = swapped(t);
	xc_value *v = xc_matrix(arena, texts ? XC_TEXT : XC_NUMBER, exchange ? n : m, exchange ? m : n);
	bool complex = !texts && imaginary && imaginary->n == m && m > 0 && is_class(t, "ScilabDouble");
	if (complex)
		v->im = sb_new_array(arena, double, m *n + 1);
	for (uint32_t i = 0; i < m; i++) {
		row = rows->item[i];
		const thing *other = complex && imaginary->item ? imaginary->item[i] : NULL;
		for (uint32_t j = 0; j < n && row && j < row->n; j++) {
			uint32_t to = exchange ? i * n + j : j * m + i;
			if (texts)
				v->text[to] = row->item && row->item[j] && row->item[j]->name ? row->item[j]->name : "";
			else if (row->number)
				v->re[to] = row->number[j];
			if (other && other->number && j < other->n)
				v->im[to] = other->number[j];
		}
	}
	return v;
}

/* The number of Scilab's integer types that a dictionary has (1 int8, 2 int16, 4 int32, 11 uint8, ...) as ports have
 * them. */
static int port_type(int number)
{
	return number == 4    ? 3
		   : number == 2  ? 4
		   : number == 1  ? 5
		   : number == 14 ? 6
		   : number == 12 ? 7
		   : number == 11 ? 8
						  : 3;
}

static xc_value *value(sb_arena *arena, thing *t);

static xc_value *list(sb_arena *arena, thing *t)
{
	xc_value *v = t->value = xc_list(arena, t->n);
	v->items = 0;
	for (uint32_t i = 0; i < t->n; i++)
		if (t->item[i] && t->item[i]->tag == OBJECT)
			v->item[v->items++] = value(arena, t->item[i]);
		else if (!t->item[i] && i + 1 < t->n)
			v->item[v->items++] = xc_matrix(arena, XC_NUMBER, 0, 0);
	if (is_class(t, "ScilabList") || v->items == 0 || v->item[0]->kind != XC_TEXT)
		return v;
	const xc_value *names = v->item[0];
	uint32_t n = names->rows * names->columns;
	v->tag = n > 0 ? names->text[0] : "";
	v->field = names->text + 1;
	v->item++;
	v->items--;
	if (v->items + 1 > n)
		v->items = n > 0 ? n - 1 : 0;
	return v;
}

static xc_value *value(sb_arena *arena, thing *t)
{
	if (t->value)
		return t->value;
	if (is_class(t, "ScilabList") || is_class(t, "ScilabMList") || is_class(t, "ScilabTList"))
		return list(arena, t);
	t->value = matrix(arena, t);
	if (is_class(t, "ScilabInteger"))
		t->value->type = port_type(block_number(t, 4));
	else if (is_class(t, "ScilabBoolean"))
		t->value->type = 0;
	return t->value;
}

xc_value *xc_read_java(sb_arena *arena, sb_diag *diag, const char *path, const unsigned char *at, size_t length)
{
	stream s = {.arena = arena, .at = at, .end = at + length};
	bool known = whole(&s, 4) == 0xaced0005;
	thing *top = known ? content(&s) : NULL;
	if (known && !s.failed && top && top->tag == OBJECT)
		return value(arena, top);
	sb_message *m =
		sb_report(diag, SB_ERROR, "X0003", (sb_span){0}, "the values in the archive '%s' cannot be read", path);
	sb_note(m, "its member dictionary/dictionary.ser is not a whole stream of Java objects");
	sb_help(m, "save the diagram again, or save it as .xcos, which has no such member");
	return NULL;
}
