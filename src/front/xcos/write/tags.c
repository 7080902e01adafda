/* Tags that lead from one diagram to another: a GOTO that is global, or one that a GotoTagVisibility shows to its
 * diagram and to all that are inside of it, and FROM blocks anywhere there. The signal becomes an `inner` variable of
 * the diagram that can be seen from both, and an `outer` one of the others:
 *
 * inner Real tag_A[1, 1]; outer Real tag_A[1, 1]; tag_A = step.y; outer Real tag_A[1, 1]; gain.u = tag_A;
 */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <string.h>

typedef enum visibility { LOCAL = 1, SCOPED = 2, GLOBAL = 3 } visibility;

/* What the blocks at the two ends of a tag, and the one that shows it, are called. */
typedef struct family { const char *from, *to, *shows; } family;
static const family families[] = {{"FROM", "GOTO", "GotoTagVisibility"},
								  {"CLKFROM", "CLKGOTO", "CLKGotoTagVisibility"},
								  {"FROMMO", "GOTOMO", "GotoTagVisibilityMO"}};

const char *xc_tag_of(const xc_sheet *s, uint32_t block)
{
	const char *text = xc_parameter_text(&s->part[block], 1);
	return text ? text : "";
}

static const family *family_of(const char *kind)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (strcmp(kind, families[i].from) == 0 || strcmp(kind, families[i].to) == 0)
			return &families[i];
	return NULL;
}

static bool is_from(const char *kind)
{
	const family *f = family_of(kind);
	return f && strcmp(kind, f->from) == 0;
}

uint32_t xc_goto_of(const xc_sheet *s, uint32_t from)
{
	const family *f = family_of(s->d->blocks.at[from].kind);
	for (uint32_t i = 0; f && i < s->d->blocks.n; i++)
		if (strcmp(s->d->blocks.at[i].kind, f->to) == 0 && strcmp(xc_tag_of(s, i), xc_tag_of(s, from)) == 0)
			return i;
	return UINT32_MAX;
}

/* Is the tag one of a text such as A, or ['A';'B']? */
static bool names_tag(const char *text, const char *tag)
{
	size_t n = strlen(tag);
	for (const char *at = text; n && (at = strstr(at, tag)); at++) {
		bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
		if (begins && !isalnum((unsigned char)at[n]) && at[n] != '_')
			return true;
	}
	return false;
}

/* Does a block of this sheet show the tag to all sheets inside? */
static bool shows(const xc_sheet *s, const family *f, const char *tag)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (strcmp(s->d->blocks.at[i].kind, f->shows) == 0 && names_tag(xc_tag_of(s, i), tag))
			return true;
	return false;
}

static visibility visibility_of(const xc_sheet *s, uint32_t block)
{
	double v = xc_parameter_number(s, &s->part[block], 2, LOCAL);
	return v >= GLOBAL ? GLOBAL : v >= SCOPED ? SCOPED : LOCAL;
}

/* A GOTO of this sheet or of those inside that can be seen from others. */
static xc_place below(xc_sheet *s, const family *f, const char *tag, visibility least)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (strcmp(s->d->blocks.at[i].kind, f->to) == 0 && strcmp(xc_tag_of(s, i), tag) == 0 &&
			visibility_of(s, i) >= least)
			return (xc_place){s, i};
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		xc_place found = s->part[i].inside ? below(s->part[i].inside, f, tag, least) : (xc_place){NULL, 0};
		if (found.sheet)
			return found;
	}
	return (xc_place){NULL, 0};
}

/* The GOTO of another sheet that a FROM means, and the sheet that both can see. */
static xc_place far_goto(xc_sheet *s, uint32_t from, xc_sheet **seen)
{
	const family *f = family_of(s->d->blocks.at[from].kind);
	const char *tag = xc_tag_of(s, from);
	xc_sheet *top = s;
	for (xc_sheet *a = s; f && a; a = a->above) {
		xc_place found = shows(a, f, tag) ? below(a, f, tag, SCOPED) : (xc_place){NULL, 0};
		*seen = a;
		if (found.sheet)
			return found;
		top = a;
	}
	*seen = top;
	return f ? below(top, f, tag, GLOBAL) : (xc_place){NULL, 0};
}

/* The link into a block that has one input. */
static uint32_t into(const xc_sheet *s, uint32_t block)
{
	const xc_block *b = &s->d->blocks.at[block];
	return b->inputs > 0 ? b->input[0] : b->events_in > 0 ? b->event_in[0] : UINT32_MAX;
}

/* The FROM without a GOTO in its sheet that a port is driven by, through nodes and other tags; UINT32_MAX: none. */
static uint32_t far_from(const xc_sheet *s, uint32_t port)
{
	for (uint32_t round = 0; port != UINT32_MAX && s->d->ports.at[port].link > 0 && round < 10000; round++) {
		uint32_t block = s->d->ports.at[s->d->links.at[s->d->ports.at[port].link - 1].from].block;
		xc_role role = s->part[block].role;
		if (role == XC_TAG && xc_goto_of(s, block) == UINT32_MAX)
			return block;
		if (role != XC_NODE && role != XC_TAG)
			return UINT32_MAX;
		port = into(s, role == XC_TAG ? xc_goto_of(s, block) : block);
	}
	return UINT32_MAX;
}

/* One tag of another sheet further; the place without a sheet: there is none. */
static xc_place follow(xc_place at)
{
	xc_sheet *seen;
	uint32_t from = far_from(at.sheet, at.port);
	xc_place to = from == UINT32_MAX ? (xc_place){NULL, 0} : far_goto(at.sheet, from, &seen);
	if (to.sheet)
		to.port = into(to.sheet, to.port);
	return to.sheet && to.port != UINT32_MAX ? to : (xc_place){NULL, 0};
}

enum { MOST_TAGS = 1000 };

xc_place xc_driver_of(xc_sheet *s, uint32_t port)
{
	xc_place at = {s, port};
	for (int round = 0; at.sheet && round < MOST_TAGS; round++) {
		uint32_t from = xc_driver(at.sheet, at.port);
		if (from != UINT32_MAX)
			return (xc_place){at.sheet, from};
		at = follow(at);
	}
	return (xc_place){NULL, 0};
}

/* The FROM of this sheet by which a port is driven from another one; UINT32_MAX: it is not. */
uint32_t xc_far_tag(xc_sheet *s, uint32_t port)
{
	return xc_driver(s, port) == UINT32_MAX && xc_driver_of(s, port).sheet ? far_from(s, port) : UINT32_MAX;
}

/* A tag as a name: tag_A, with a number for those of other kinds and for what is no letter. */
const char *xc_tag_name(const xc_sheet *s, uint32_t from)
{
	bool event = s->d->blocks.at[from].kind[0] == 'C';
	char *name = sb_printf(s->arena, "%s_%s", event ? "instants" : "tag", xc_tag_of(s, from));
	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c))
			*c = '_';
	return name;
}

static void note(xc_sheet *s, xc_tag tag)
{
	for (uint32_t i = 0; i < s->tags.n; i++)
		if (strcmp(s->tags.at[i].name, tag.name) == 0 && !(tag.given && !s->tags.at[i].given))
			return;
	for (uint32_t i = 0; i < s->tags.n; i++)
		if (strcmp(s->tags.at[i].name, tag.name) == 0) {
			s->tags.at[i] = tag;
			return;
		}
	sb_push(s->arena, s->tags, tag);
}

/* One FROM that means a GOTO elsewhere: the sheets of both, and the one that both see, have the variable. */
static void note_from(xc_sheet *s, uint32_t block)
{
	xc_sheet *seen;
	xc_place to = far_goto(s, block, &seen);
	const xc_block *b = &s->d->blocks.at[block];
	uint32_t in = to.sheet ? into(to.sheet, to.port) : UINT32_MAX;
	uint32_t out = b->outputs > 0 ? b->output[0] : b->events_out > 0 ? b->event_out[0] : UINT32_MAX;
	if (in == UINT32_MAX || out == UINT32_MAX)
		return;
	xc_tag tag = {.name = xc_tag_name(s, block), .event = b->kind[0] == 'C', .complex = to.sheet->complex[in],
				  .size = xc_size_of(to.sheet, in)};
	tag.inner = s == seen;
	note(s, tag);
	tag.inner = seen == to.sheet;
	tag.given = true;
	tag.port = in;
	note(to.sheet, tag);
	tag.given = false;
	tag.inner = true;
	note(seen, tag);
}

void xc_note_tags(xc_sheet *s)
{
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].role == XC_TAG && is_from(s->d->blocks.at[i].kind) && xc_goto_of(s, i) == UINT32_MAX)
			note_from(s, i);
	for (uint32_t i = 0; i < s->d->blocks.n; i++)
		if (s->part[i].inside)
			xc_note_tags(s->part[i].inside);
}

void xc_check_tags(xc_sheet *s)
{
	xc_sheet *seen;
	for (uint32_t i = 0; i < s->d->blocks.n; i++) {
		const xc_part *p = &s->part[i];
		const family *f = family_of(p->block->kind);
		if (p->role != XC_TAG || !is_from(p->block->kind) || xc_goto_of(s, i) != UINT32_MAX)
			continue;
		xc_place far = far_goto(s, i, &seen);
		if (far.sheet && f == &families[2])
			sb_help(xc_complain(s, p, "X0051", "the GOTOMO with the tag '%s' is in another diagram", xc_tag_of(s, i)),
					"physical tags lead to blocks of the same diagram: use ports of the super block");
		if (far.sheet)
			continue;
		bool hidden = below(seen, f, xc_tag_of(s, i), LOCAL).sheet != NULL;
		sb_help(xc_complain(s, p, "X0044",
				hidden ? "the %s with the tag '%s' is in another diagram, and cannot be seen here"
												  : "there is no %s with the tag '%s'", f->to, xc_tag_of(s, i)),
				"make the tag of the %s global, or scoped with a block %s", f->to, f->shows);
	}
}
