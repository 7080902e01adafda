/* What Saltus does for the function of a block: memory, files, messages. */
#include "external/cblock_inside.h"

#include <stdarg.h>
#include <string.h>

#include "base/stock.h"
#include "external/external.h"

const char *const sl_cblock_calls[] = {
	"", "SALTUS_INITIALISE", "SALTUS_STATES", "SALTUS_START", "SALTUS_OUTPUTS", "SALTUS_RATES", "SALTUS_RESIDUALS",
	"SALTUS_CROSSINGS", "SALTUS_SCHEDULE", "SALTUS_UPDATE", "SALTUS_COMMIT", "SALTUS_TERMINATE",
	"SALTUS_JACOBIAN", "SALTUS_CONSTRAINTS", [SALTUS_STEP] = "SALTUS_STEP"};
const char *const sl_cblock_kinds[SALTUS_KINDS] = {
	"parameter", "input", "output", "state", "discrete state", "crossing", "activation input", "activation output",
	"constraint"};
static const char *type_name(saltus_item_type type)
{
	static const char *const names[] = {"a Real", "an Integer, Boolean or enumeration", "a String"};
	return sl_cblock_is_narrow(type) ? sl_cblock_type_name(type) : names[type];
}

static void wrong(saltus_block *b, saltus_kind kind, int number, saltus_item_type type)
{
	int n = b->items[kind].n;
	if (number < 1 || number > n)
		sl_fail("its call %s asks for %s %d, and it has %d", sl_cblock_calls[b->call], sl_cblock_kinds[kind],
				number, n);
	sl_fail("its call %s asks for the %s '%s' as %s, and it is %s", sl_cblock_calls[b->call], sl_cblock_kinds[kind],
			b->items[kind].at[number - 1].name, type_name(type), type_name(b->items[kind].at[number - 1].type));
}

static void error(saltus_block *b, const char *format, ...)
{
	char text[1000];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sl_fail("%s (in its call %s)", text, sl_cblock_calls[b->call]);
}

static void tell(saltus_block *b, int warning, const char *format, ...)
{
	char text[1000];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sl_tell(warning, "%s: %s", b->name, text);
}

static bool has_effects(saltus_call call)
{
	return call == SALTUS_COMMIT || call == SALTUS_STEP;
}

static void *take_memory(saltus_block *b, sl_piece **list, size_t size, const char *what, bool commit)
{
	if (b->call != SALTUS_INITIALISE && !(commit && has_effects(b->call)))
		sl_fail("its call %s asks for %s, which is for SALTUS_INITIALISE%s", sl_cblock_calls[b->call], what,
				commit ? ", SALTUS_COMMIT and SALTUS_STEP" : "");
	if (size > (size_t)1 << 40)
		sl_fail("its call %s asks for %zu bytes of memory", sl_cblock_calls[b->call], size);
	sl_piece *p = sb_draw(NULL, sizeof *p + size);
	memset(p, 0, sizeof *p + size);
	p->size = size;
	p->next = *list;
	*list = p;
	return p + 1;
}

static void *memory(saltus_block *b, size_t size)
{
	return take_memory(b, &((sl_running *)b)->memory, size, "memory", true);
}

static void *kept(saltus_block *b, size_t size)
{
	return take_memory(b, &((sl_running *)b)->kept, size, "memory that is kept", false);
}

static FILE *file(saltus_block *b, const char *name, const char *mode)
{
	sl_running *r = (sl_running *)b;
	if (b->call != SALTUS_INITIALISE && !has_effects(b->call))
		sl_fail("its call %s opens a file, which is for SALTUS_INITIALISE, SALTUS_COMMIT and SALTUS_STEP",
				sl_cblock_calls[b->call]);
	FILE *f = fopen(sl_file(name), mode);
	if (!f)
		return NULL;
	sl_opened *o = sb_draw(NULL, sizeof *o);
	*o = (sl_opened){r->files, f};
	r->files = o;
	return f;
}

const saltus_services sl_cblock_services = {.wrong = wrong, .error = error, .tell = tell, .memory = memory,
	.kept = kept, .file = file};

static void free_pieces(sl_piece *p)
{
	while (p) {
		sl_piece *next = p->next;
		sb_put_back(p);
		p = next;
	}
}

void sl_cblock_free_memory(sl_running *r)
{
	while (r->files) {
		sl_opened *next = r->files->next;
		fclose(r->files->file);
		sb_put_back(r->files);
		r->files = next;
	}
	free_pieces(r->memory);
	free_pieces(r->kept);
}
