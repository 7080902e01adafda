/* What is said to a first word that is no command: what the word may mean elsewhere, and how to do it here. */
#include "front/notation.h"
#include "tool/commands/commands.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Each line has the words (between blanks) and an advice; %s in it is the first argument behind the word, or MODEL.mo.
 * `planned`: it is not built yet. */
typedef struct advice { const char *words; bool planned; const char *note, *help; } advice;
static const advice table[] = {
	{" show view graph ", false, NULL, "to draw: saltus run %s --plot, or saltus plot RESULT.csv"},
	{" diff regress regression ", false, NULL, "to compare two results: saltus compare A.csv B.csv"},
	{" simulate sim start exec execute go solve transient tran ", false, NULL, "to simulate a model: saltus run %s"},
	{" fmi ", false, NULL, "to look at an FMU: saltus fmu info %s"},
	{" export ", false, "there are three things to export",
	 "a model as an FMU: saltus fmu export %s; as C that stands alone: saltus code %s --target program; results: "
	 "saltus run %s -o FILE.csv"},
	{" import ", false, NULL, "an FMU is run as it is: saltus run %s"},
	{" repl gui interactive console ", false, NULL, "the interactive environment: saltus shell %s"},
	{" scan batch study montecarlo monte-carlo experiment experiments replicate ", false, NULL,
	 "to simulate with many values of parameters: saltus sweep %s -p NAME=FROM:STEP:TO"},
	{" optimization optimisation minimize minimise maximize maximise tune ", false, NULL,
	 "for the best values of parameters: saltus optimise %s --min EXPRESSION --vary 'NAME in [LOW, HIGH]'"},
	{" estimate calibrate identify identification regression leastsq ", false, NULL,
	 "for parameters from measured curves: saltus fit %s --data FILE.csv --vary NAME"},
	{" linear lin eigenvalues poles zeros bode nyquist ac margin margins ", false, NULL,
	 "for poles, zeros and frequency responses: saltus linearise %s"},
	{" steady equilibrium dc op continue continuation bifurcation ", false, NULL,
	 "for an equilibrium, also along a parameter: saltus trim %s"},
	{" compile build translate instantiate instantiateModel ", false, "a model is compiled when it is run",
	 "saltus check %s tells whether it can be compiled, saltus code prints the C text"},
	{" format indent pretty ", false, NULL, "to lay out the text of models: saltus fmt %s"},
	{" lint verify validate checkModel test info list params parameters ", false, NULL,
	 "to learn what a model is made of: saltus check %s"},
	{" flatten ", false, NULL, "to see the flat model: saltus flat %s"},
	{" why message messages error errors ", false, NULL, "to learn what a message means: saltus explain CODE"},
	{" completion completions ", false, NULL, "for the completion of a shell: saltus help --completion bash"},
	{" version about -v -version ", false, NULL, "the version: saltus --version"},
	{" -help -? /? man doc docs usage tutorial ", false, NULL, "an overview: saltus help; the guide: docs/guide.md"},
	{" install add update upgrade library libraries ", false,
	 "libraries are folders; they are found by the variable MODELICAPATH",
	 "MODELICAPATH=/path/to/libraries saltus run %s"},
	{" results result csv mat ", false, "the run itself writes the results",
	 "to write results: saltus run %s -o FILE.csv"},
	{" new init create ", false, "a model is a text file",
	 "examples/ has models to begin with, docs/guide.md shows how one is written"},
};

static bool names_model(const char *word)
{
	const char *dot = strrchr(word, '.');
	for (uint32_t i = 0; dot && sf_notations[i]; i++)
		for (const char *const *ending = sf_notations[i]->endings; *ending; ending++)
			if (strncmp(dot, *ending, strlen(*ending)) == 0)
				return true;
	return false;
}

/* The first argument that looks like a model. */
static const char *model_among(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (names_model(argv[i]))
			return argv[i];
	return NULL;
}

static void advise(sb_message *m, const advice *a, const char *model)
{
	if (a->note)
		sb_note(m, "%s", a->note);
	if (!a->help)
		return;
	sb_text text = {0};
	const char *from = a->help;
	for (const char *hole; (hole = strstr(from, "%s")); from = hole + 2)
		sb_addf(&text, "%.*s%s", (int)(hole - from), from, model ? model : "MODEL.mo");
	sb_addf(&text, "%s", from);
	sb_help(m, "%s", text.at);
	sb_text_free(&text);
}

static const char *near_command(const char *word)
{
	enum { MOST = 64 };
	const char *names[MOST];
	for (uint32_t i = 0; i < tool_command_count && i < MOST; i++)
		names[i] = tool_commands[i].name;
	return sb_nearest(word, names, tool_command_count);
}

/* "run, check and help" */
static void note_commands(sb_message *m)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < tool_command_count; i++)
		sb_addf(&text, "%s%s", i == 0 ? "" : i + 1 < tool_command_count ? ", " : " and ", tool_commands[i].name);
	sb_note(m, "the commands are %s", text.at);
	sb_text_free(&text);
}

int tool_unknown_word(int argc, char **argv)
{
	const char *word = argv[0], *model = model_among(argc, argv), *near = near_command(word);
	const advice *known = NULL;
	for (size_t i = 0; i < sizeof table / sizeof *table && !known; i++)
		known = tool_has_word(table[i].words, word) ? &table[i] : NULL;
	sb_diag *diag = sb_diag_new();
	sb_message *m;
	if (word[0] == '-' && word[1] && !known) {
		m = sb_report(diag, SB_ERROR, "U0380", (sb_span){0},
					  "a command comes first, then its options: '%s' is an option", word);
		sb_help(m, "for example: saltus run %s --plot", model ? model : "MODEL.mo");
	} else {
		m = sb_report(diag, SB_ERROR, "U0006", (sb_span){0}, "saltus has no command '%s'%s", word,
					  known && known->planned ? " yet" : "");
		if (known)
			advise(m, known, model);
		else if (names_model(word))
			sb_help(m, "to simulate a model: saltus run %s", word);
		else if (near)
			sb_help(m, "did you mean '%s'?", near);
		else
			note_commands(m);
	}
	int status = tool_usage(diag, "");
	sb_diag_free(diag);
	return status;
}
