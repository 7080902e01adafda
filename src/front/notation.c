/* The table of notations, and how one is told from another. */
#include "front/notation.h"
#include "model/check/model_check.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/check.h"
#include "base/file.h"
#include "front/cosy/cosy.h"
#include "front/cdpp/cdpp.h"
#include "front/fmu/front_fmu.h"
#include "front/modelica/modelica.h"
#include "front/muss/muss.h"
#include "front/sbm/front_sbm.h"
#include "front/spice/spice.h"
#include "front/xcos/xcos.h"

static const char *const modelica_words[] = {"model",    "class",  "package", "block",        "connector", "record",
											 "function", "within", "partial", "encapsulated", NULL};
static const char *const cosy_words[] = {"PROGRAM", NULL};
static const char *const xcos_words[] = {"<?xml", "<XcosDiagram", NULL};
static const char *const cdpp_words[] = {"[top]", NULL};
static const char *const muss_words[] = {"Continuous", "Sampled", "Distributed", "Submodel", "Experiment", "Study",
										 NULL};
static const char *const no_words[] = {NULL};
#define ENDINGS(...) (const char *const[]){__VA_ARGS__, NULL}

static const sf_notation modelica = {
	.name = "Modelica",
	.of_text = "Modelica",
	.endings = ENDINGS(".mo"),
	.words = modelica_words,
	.folders = true,
	.translate = mo_translate,
	.format = mo_format,
	.sketch = mo_sketch,
	.names_library = mo_names_library,
	.check = mo_check_library,
	.offers = mo_offers,
	.library_file = mo_library_file,
};

static const sf_notation cosy = {
	.name = "COSY",
	.of_text = "a COSY program",
	.endings = ENDINGS(".cosy"),
	.words = cosy_words,
	.any_case = true,
	.translate = co_translate,
};

/* Diagrams of Xcos are files of two kinds: XML, and an archive with XML in it. */
static const sf_notation xcos = {
	.name = "Xcos",
	.of_text = "a diagram of Xcos",
	.endings = ENDINGS(".xcos", ".zcos"),
	.words = xcos_words,
	.make = xc_make,
};

static const sf_notation cdpp = {
	.name = "CD++",
	.of_text = "a coupled model of CD++",
	.endings = ENDINGS(".ma"),
	.words = cdpp_words,
	.make = dv_make,
};

/* An FMU as text is a class that names its file (front/fmu/front_fmu.h). */
static bool make_fmu(const sf_request *r, sf_writing *out)
{
	return fu_class_text(r->diag, r->path, fu_class_name(r->arena, r->path), out);
}

static const sf_notation fmu = {
	.name = "FMU",
	.of_text = "an FMU",
	.endings = ENDINGS(".fmu"),
	.words = no_words,
	.make = make_fmu,
	.translate = mo_translate_fmu,
};

/* A text of MUSS is a package of Modelica, whose words have places in that text (front/muss/muss.h). */
static sm_model *translate_muss(const sf_request *r)
{
	sf_request inner = *r;
	inner.muss = true;
	inner.part = mu_chosen(r);
	return inner.part ? mo_translate(&inner) : NULL;
}

/* Blocks are submodels, models are experiments; the package is the file. */
static bool offers_of_muss(const sf_request *r, sf_offers *out)
{
	sf_request inner = *r;
	inner.muss = true;
	if (!mo_offers(&inner, out))
		return false;
	for (uint32_t i = 0; i < out->n; i++) {
		sf_offer *p = &out->at[i];
		const char *dot = strchr(p->name, '.');
		p->name = dot ? dot + 1 : p->name;
		p->runs = strcmp(p->kind, "model") == 0;
		p->kind = p->runs ? "experiment" : "submodel";
	}
	mu_offer_studies(r, out);
	return true;
}

static const sf_notation muss = {
	.name = "MUSS",
	.of_text = "a text of MUSS",
	.endings = ENDINGS(".muss"),
	.words = muss_words,
	.any_case = true,
	.make = mu_make,
	.translate = translate_muss,
	.segments = mu_segments,
	.digraph = mu_digraph_of,
	.format = mu_format,
	.offers = offers_of_muss,
	.names_study = mu_names_study,
	.study = mu_study,
};

static sm_model *translate_sbm(const sf_request *r)
{
	sf_writing w = {.arena = r->arena};
	const char *name = sg_class_name(r->arena, r->path);
	if (r->part && strcmp(r->part, name) != 0) {
		sb_help(sb_report(r->diag, SB_ERROR, "N0506", (sb_span){0}, "'%s' has no submodel '%s'", r->path, r->part),
				"a file .sbm holds one, '%s'", name);
		return NULL;
	}
	sf_request inner = *r;
	inner.part = NULL;
	bool good = sg_class_text(r->arena, r->diag, r->path, &w.text);
	sf_made made = sf_finish(&w, r->diag);
	return good ? mo_translate_made(&inner, &made) : NULL;
}

static const sf_notation sbm = {
	.name = "SBM",
	.of_text = "a compiled submodel",
	.endings = ENDINGS(".sbm"),
	.words = no_words,
	.translate = translate_sbm,
	.segments = sg_segments,
};

/* A netlist is a package of Modelica, whose words have places in it (front/spice/spice.h). */
static sm_model *translate_spice(const sf_request *r)
{
	sf_writing w = {.arena = r->arena};
	sp_netlist *n = sp_read(r, false);
	bool resting = r->part && strcmp(r->part, "rest") == 0;
	bool good = n && sp_package(n, r->path, resting, &w);
	const char *circuit = n ? sp_circuit(n, r->path) : NULL;
	sf_made made = sf_finish(&w, r->diag);
	if (!good)
		return NULL;
	if (!circuit || (r->part && !resting && strcmp(r->part, "circuit") != 0)) {
		sb_help(sb_report(r->diag, SB_ERROR, "L0317", (sb_span){0},
						  circuit ? "'%s' has no part '%s' that can be run"
								  : "'%s' has no devices outside of its subcircuits",
						  r->path, r->part ? r->part : ""),
				"subcircuits are classes for models of Modelica in the same folder: FILE.SUBCIRCUIT");
		return NULL;
	}
	sf_request inner = *r;
	inner.part = circuit;
	sm_model *m = mo_translate_made(&inner, &made);
	if (m)
		sp_finish(n, r->path, m);
	return m;
}

static const sf_notation spice = {
	.name = "SPICE",
	.of_text = "a netlist",
	.endings = ENDINGS(".cir", ".sp", ".spice", ".net", ".ckt"),
	.words = no_words,
	.titled = true,
	.make = sp_make,
	.translate = translate_spice,
};

const sf_notation *const sf_notations[] = {&modelica, &cosy, &xcos, &cdpp, &fmu, &muss, &sbm, &spice, NULL};

const sf_notation *sf_notation_named(const char *path)
{
	for (const sf_notation *const *n = sf_notations; *n; n++)
		for (const char *const *ending = (*n)->endings; *ending; ending++)
			if (sb_ends_with(path, *ending))
				return *n;
	return NULL;
}

const sf_notation *sf_notation_of(const char *path)
{
	const sf_notation *named = sf_notation_named(path);
	return named && (named->folders || !sb_is_folder(path)) ? named : sf_notations[0];
}

/* Past blanks and the comments of all notations. A comment that does not end is the end of the text. */
static const char *first_word(const char *at)
{
	static const struct { const char *open, *close; } comments[] = {
		{"//", "\n"}, {"/*", "*/"}, {"(*", "*)"}, {"{", "}"}};
	for (bool moved = true; moved;) {
		moved = false;
		at += strspn(at, " \t\r\n\f\v");
		for (size_t i = 0; i < sizeof comments / sizeof *comments && !moved; i++)
			if (strncmp(at, comments[i].open, strlen(comments[i].open)) == 0) {
				const char *end = strstr(at + strlen(comments[i].open), comments[i].close);
				at = end ? end + strlen(comments[i].close) : at + strlen(at);
				moved = true;
			}
	}
	return at;
}

static bool begins_with(const sf_notation *n, const char *text, size_t length)
{
	for (const char *const *word = n->words; *word; word++)
		if (strlen(*word) == length && (n->any_case ? strncasecmp : strncmp)(text, *word, length) == 0)
			return true;
	return false;
}

const sf_notation *sf_notation_of_text(const char *path, const char *text)
{
	const sf_notation *named = sf_notation_named(path);
	const char *at = first_word(text);
	size_t word = strcspn(at, " \t\r\n(;");
	for (const sf_notation *const *n = sf_notations; *n && !named; n++)
		if (begins_with(*n, at, word))
			named = *n;
	return named ? named : sf_notations[0];
}

static void help_endings(sb_message *m)
{
	sb_text endings = {0};
	for (const sf_notation *const *n = sf_notations; *n; n++) {
		const char *const *first = (*n)->endings, *const *ending = first;
		sb_addf(&endings, "%s%s", n == sf_notations ? "" : "; ", *ending);
		while (*++ending)
			sb_addf(&endings, "%s%s", ending[1] ? ", " : " and ", *ending);
		sb_addf(&endings, " %s %s", first[1] ? "are" : "is", (*n)->name);
	}
	sb_help(m, "the ending of the name tells the notation: %s", endings.at);
	sb_text_free(&endings);
}

/* Does the file begin with a word of another notation? Comments are not looked into: they are alike in none. */
static bool has_other_notation(const sf_request *r, const sf_notation *named)
{
	const sf_notation *other = NULL;
	sb_diag *own = sb_diag_new();
	size_t length = 0;
	bool readable = r->text || (sb_file_exists(r->path) && !sb_is_folder(r->path));
	const char *at = r->text ? r->text : readable ? sb_file_read(r->arena, own, (sb_span){0}, r->path, &length) : NULL;
	at = at ? at + strspn(at, " \t\r\n") : "";
	size_t word = strcspn(at, " \t\r\n(;");
	for (const sf_notation *const *n = sf_notations; *n && !other; n++)
		if (*n != named && begins_with(*n, at, word))
			other = *n;
	sb_diag_free(own);
	if (other)
		help_endings(sb_report(r->diag, SB_ERROR, "U0362", (sb_span){0}, "'%s' looks like %s, but its name says %s",
							   r->path, other->of_text, named->name));
	return other != NULL;
}

/* There is no such file. A name with dots may be meant as the full name of a class, whose library was looked for. */
static void tell_missing(const sf_request *r)
{
	size_t top = strcspn(r->path, "."), length;

	sb_file_read(r->arena, r->diag, (sb_span){0}, r->path, &length);
	if (!isupper((unsigned char)r->path[0]) || !r->path[top] || strpbrk(r->path, "/ "))
		return;
	sb_help(sb_report(r->diag, SB_INFO, "U0363", (sb_span){0}, "there is no library '%.*s' either", (int)top, r->path),
			"if '%s' is a class, name the folder that its library is in: MODELICAPATH=/path/to/libraries", r->path);
}

static sm_model *translate_by(const sf_notation *n, const sf_request *r)
{
	if (n->translate)
		return n->translate(r);
	sf_writing w = {.arena = r->arena};
	bool good = n->make(r, &w);
	sf_made made = sf_finish(&w, r->diag);
	return good ? mo_translate_made(r, &made) : NULL;
}

static sm_model *translate(const sf_request *r)
{
	const sf_notation *named = sf_notation_named(r->path);
	if (named && !named->titled && has_other_notation(r, named))
		return NULL;
	if (r->text)
		return translate_by(sf_notation_of_text(r->path, r->text), r);
	if (named || sb_is_folder(r->path))
		return translate_by(sf_notation_of(r->path), r);
	if (sb_file_exists(r->path)) {
		help_endings(sb_report(r->diag, SB_ERROR, "F0020", (sb_span){0}, "'%s' is not in a notation that Saltus reads",
							   r->path));
		return NULL;
	}
	tell_missing(r);
	return NULL;
}

sm_model *sf_translate(const sf_request *r)
{
	sm_model *m = translate(r);
	sb_text why = {0};
	if (SB_CHECKED && m)
		sb_must(sm_check(m, &why), "the flat model of %s: %s", m->name, why.at);
	return m;
}
