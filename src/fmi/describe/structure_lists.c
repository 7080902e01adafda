/* ModelStructure: outputs, derivatives and initial unknowns with what they depend on; event indicators. 2.0 names
 * variables by their index from 1 on, 3.0 by value reference, 1.0 inputs of an output by name. */
#include "fmi/describe/fmi_inside.h"

#include <stdlib.h>
#include <string.h>

static const char rule_structure[] = "Definition of the Model Structure";

/* The number of the variable that an index or reference means; FI_NONE after a report. */
static uint32_t meant(fi_reader *r, uint32_t value, sb_span span, const char *of)
{
	uint32_t n = r->d->version == 3 ? fi_with_reference(r->d, value) : value - 1;
	if (n < r->d->variables.n)
		return n;
	fi_wrong(r, "I0019", span, rule_structure, "%s names the variable %u, which is not there", of, value);
	return FI_NONE;
}

static bool is_kind(const char *word, size_t length, int version)
{
	static const char *const words[] = {"dependent", "constant", "fixed", "tunable", "discrete"};
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length && strncmp(word, words[i], length) == 0)
			return true;
	return version == 2 && length == 11 && strncmp(word, "independent", 11) == 0;
}

static void check_kinds(fi_reader *r, const sb_xml_node *n, uint32_t dependencies)
{
	const char *at = sb_xml_value(n, "dependenciesKind");
	uint32_t count = 0;
	if (!at)
		return;
	if (!sb_xml_value(n, "dependencies")) {
		fi_wrong(r, "I0020", n->span, rule_structure, "there are dependenciesKind, but no dependencies");
		return;
	}
	for (at += strspn(at, " \t\r\n"); *at; at += strspn(at, " \t\r\n"), count++) {
		size_t length = strcspn(at, " \t\r\n");
		if (!is_kind(at, length, r->d->version))
			fi_wrong(r, "I0020", sb_xml_span(n, "dependenciesKind"), rule_structure,
					 "'%.*s' is no kind of dependency", (int)length, at);
		at += length;
	}
	if (count != dependencies)
		fi_wrong(r, "I0020", sb_xml_span(n, "dependenciesKind"), rule_structure,
				 "there are %u dependencies and %u kinds of them", dependencies, count);
}

static void read_unknown(fi_reader *r, const sb_xml_node *n, fi_unknowns *to)
{
	const char *name = r->d->version == 3 ? "valueReference" : "index";
	uint32_t value = fi_count(r, n, name, true);
	fi_unknown one = {.span = n->span, .all = !sb_xml_value(n, "dependencies")};
	one.variable = value == FI_NONE ? FI_NONE : meant(r, value, sb_xml_span(n, name), n->name);
	if (one.variable == FI_NONE)
		return;
	uint32_t *on = fi_counts(r, n, "dependencies", &one.n), kept = 0;
	check_kinds(r, n, one.n);
	for (uint32_t i = 0; i < one.n; i++)
		if ((on[kept] = meant(r, on[i], sb_xml_span(n, "dependencies"), "dependencies")) != FI_NONE)
			kept++;
	one.on = on;
	one.n = kept;
	for (uint32_t i = 0; i < to->n; i++)
		if (to->at[i].variable == one.variable)
			fi_wrong(r, "I0019", n->span, rule_structure, "'%s' is listed twice",
					 r->d->variables.at[one.variable].name);
	sb_push(r->arena, *to, one);
}

static void read_list(fi_reader *r, const sb_xml_node *list, const char *name, fi_unknowns *to)
{
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next)
		if (strcmp(n->name, name) == 0)
			read_unknown(r, n, to);
}

/* The text behind an opening tag. */
static const char *content_of(fi_reader *r, const sb_xml_node *n)
{
	size_t length;
	const char *text = sb_source_text(r->diag, n->span.source, &length), *at = text + n->span.end;
	at += strspn(at, " \t\r\n");
	size_t count = strcspn(at, "<");
	while (count && strchr(" \t\r\n", at[count - 1]))
		count--;
	return sb_strndup(r->arena, at, count);
}

static uint32_t number_named(const fi_description *d, const char *name)
{
	for (uint32_t i = 0; i < d->variables.n; i++)
		if (strcmp(d->variables.at[i].name, name) == 0)
			return i;
	return FI_NONE;
}

static fi_unknown old_output(fi_reader *r, const sb_xml_node *n, uint32_t number)
{
	const sb_xml_node *direct = sb_xml_child(n, "DirectDependency");
	fi_unknown one = {.variable = number, .all = !direct, .span = n->span};
	sb_u32s on = {0};
	for (const sb_xml_node *c = direct ? direct->first : NULL; c; c = c->next) {
		const char *name = content_of(r, c);
		uint32_t input = number_named(r->d, name);
		if (input == FI_NONE || r->d->variables.at[input].causality != FI_INPUT)
			fi_wrong(r, "I0020", c->span, "ScalarVariable, DirectDependency: names of inputs",
					 "'%s' is no input of the FMU", name);
		else
			sb_push(r->arena, on, input);
	}
	one.on = on.at;
	one.n = on.n;
	return one;
}

static void read_old(fi_reader *r, const sb_xml_node *root)
{
	const sb_xml_node *list = sb_xml_child(root, "ModelVariables");
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		uint32_t number = sb_xml_value(n, "name") ? number_named(r->d, sb_xml_value(n, "name")) : FI_NONE;
		if (number == FI_NONE || r->d->variables.at[number].causality != FI_OUTPUT)
			continue;
		fi_unknown one = old_output(r, n, number);
		sb_push(r->arena, r->d->outputs, one);
	}
}

static void read_indicators(fi_reader *r, const sb_xml_node *list)
{
	for (const sb_xml_node *n = list->first; n; n = n->next) {
		if (strcmp(n->name, "EventIndicator") != 0)
			continue;
		uint32_t value = fi_count(r, n, "valueReference", true);
		uint32_t number = value == FI_NONE ? FI_NONE : meant(r, value, n->span, "EventIndicator");
		if (number != FI_NONE)
			sb_push(r->arena, r->d->indicators, number);
	}
}

void fi_read_structure(fi_reader *r, const sb_xml_node *root)
{
	const sb_xml_node *list = sb_xml_child(root, "ModelStructure");
	if (r->d->version == 1) {
		read_old(r, root);
		return;
	}
	if (!list) {
		fi_wrong(r, "I0019", root->span, rule_structure, "there is no ModelStructure");
		return;
	}
	if (r->d->version == 2) {
		read_list(r, sb_xml_child(list, "Outputs"), "Unknown", &r->d->outputs);
		read_list(r, sb_xml_child(list, "Derivatives"), "Unknown", &r->d->derivatives);
		read_list(r, sb_xml_child(list, "InitialUnknowns"), "Unknown", &r->d->initials);
		return;
	}
	read_list(r, list, "Output", &r->d->outputs);
	read_list(r, list, "ContinuousStateDerivative", &r->d->derivatives);
	read_list(r, list, "InitialUnknown", &r->d->initials);
	read_indicators(r, list);
}
