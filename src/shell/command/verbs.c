/* The table of commands. Reading, completion, HELP and docs/mcl.md are made from it. */
#include "shell/command/shell_command.h"

#define DELTA {"DELTA", SH_NUMBERS, 1, 1, "the time between two values; left out: at each row of the output"}
#define RESET {"RESET", SH_NO_VALUE, 0, 0, "empties the list first"}

static const sh_qualifier do_qualifiers[] = {
	{"STATISTICS", SH_NO_VALUE, 0, 0, "tells the time on the processor, steps, evaluations and events"}, {0}};
static const sh_qualifier file_qualifiers[] = {
	{"LOG", SH_NO_VALUE, 0, 0, "writes each command of the file before it is executed"}, {0}};
static const sh_qualifier prepare_qualifiers[] = {
	{"DELTA", SH_NUMBERS, 1, 1, "the time between two rows; holds when the process begins anew"}, RESET,
	{"OUTPUT", SH_MAYBE_FILE, 0, 1, "a file for the rows: NAME.pre, or NAME.csv, NAME.mat; left out: sim.pre"}, {0}};
static const sh_qualifier print_qualifiers[] = {
	DELTA, RESET, {"OUTPUT", SH_MAYBE_FILE, 0, 1, "a file for the table; left out: sim.dat"}, {0}};
static const sh_qualifier scope_qualifiers[] = {
	DELTA, RESET,
	{"OUTPUT", SH_MAYBE_FILE, 0, 1, "a file for the curves: .svg and .png are pictures, others text; sim.sco"},
	{"ORIGIN", SH_NUMBERS, 2, 2, "where the axes X and Y begin"},
	{"SCALE", SH_NUMBERS, 2, 2, "the length of one of the ten divisions of the axes X and Y"},
	{"INDEPENDENT", SH_NAMES, 1, 1, "the variable on the axis X; left out: the time"},
	{"ERASE", SH_NO_VALUE, 0, 0, "takes the curves of earlier runs away"}, {0}};

static const sh_qualifier screen_qualifiers[] = {
	{"ERASE", SH_NO_VALUE, 0, 0, "clears the screen"},
	{"GRAPHICS", SH_NO_VALUE, 0, 0, "SCOPE draws while a process goes on"},
	{"LISTING", SH_NO_VALUE, 0, 0, "SCOPE draws when a process stands"}, {0}};
static const sh_qualifier trace_qualifiers[] = {
	{"F.G_CALLS", SH_NO_VALUE, 0, 0, "evaluations of rates (F) and of conditions (G) together, at each step"},
	{"STATE_EVENTS", SH_NO_VALUE, 0, 0, "instants at which a condition has turned"},
	{"TIME_EVENTS", SH_NO_VALUE, 0, 0, "instants that were known before"},
	{"DISCONTINUOUS", SH_NO_VALUE, 0, 0, "the functions of the conditions, at each step"},
	{"STATE_VECTOR", SH_NO_VALUE, 0, 0, "the states, at each step"},
	{"DERIVATIVE", SH_NO_VALUE, 0, 0, "the rates, at each step"},
	{"ALL", SH_NO_VALUE, 0, 0, "all of these"},
	{"RESET", SH_NO_VALUE, 0, 0, "those named beside it are traced no more; alone: none is"}, {0}};
static const sh_qualifier error_qualifiers[] = {
	{"STOP", SH_NO_VALUE, 0, 0, "a file of commands, and a session without a terminal, end at an error (as usual)"},
	{"CONTINUE", SH_NO_VALUE, 0, 0, "they go on; the exit status is 1"},
	{"IGNORE", SH_NO_VALUE, 0, 0, "they go on; the exit status is 0"}, {0}};
static const sh_option set_options[] = {
	{"SCREEN", SH_NOTHING, screen_qualifiers, "the screen"},
	{"BLOCK", SH_MAYBE_BLOCK, NULL, "the block that names without one belong to"},
	{"TRACE", SH_NOTHING, trace_qualifiers, "what is written while a process goes on"},
	{"ERROR", SH_NOTHING, error_qualifiers, "what an error does to a file of commands"}, {0}};

static const sh_qualifier model_qualifiers[] = {
	{"SUBMODEL", SH_NO_VALUE, 0, 0, "lists the submodels too"},
	{"EXPERIMENT", SH_NO_VALUE, 0, 0, "lists the experiments too"}, {0}};
static const sh_qualifier experiment_qualifiers[] = {
	{"ACTIVE", SH_NO_VALUE, 0, 0, "only those that were created"},
	{"FULL", SH_NO_VALUE, 0, 0, "with what they are made of"}, {0}};
static const sh_qualifier study_qualifiers[] = {
	{"ACTIVE", SH_NO_VALUE, 0, 0, "only those that were created"}, {0}};
#define SELECTION \
	{"STATE", SH_NO_VALUE, 0, 0, "states"}, {"AUXILIARY", SH_NO_VALUE, 0, 0, "Real variables that are no states"}, \
	{"INTEGER", SH_NO_VALUE, 0, 0, "Integer variables"}, {"LOGICAL", SH_NO_VALUE, 0, 0, "Boolean variables"}, \
	{"CONSTANT", SH_NO_VALUE, 0, 0, "constants"}, {"PARAMETER", SH_NO_VALUE, 0, 0, "parameters"}
static const sh_qualifier block_qualifiers[] = {
	{"SYMBOL", SH_NO_VALUE, 0, 0, "all names"}, SELECTION,
	{"EXPERIMENT", SH_NO_VALUE, 0, 0, "the experiments of the file that it is from"},
	{"FULL", SH_NO_VALUE, 0, 0, "with units and descriptions"},
	{"SUBMODEL", SH_NO_VALUE, 0, 0, "also of all submodels"}, {0}};
static const sh_option show_options[] = {
	{"MODEL", SH_MAYBE_BLOCK, model_qualifiers, "what was loaded"},
	{"EXPERIMENT", SH_MAYBE_PROCESS, experiment_qualifiers, "experiments, and models that can be simulated"},
	{"STUDY", SH_MAYBE_PROCESS, study_qualifiers, "studies"},
	{"BLOCK", SH_MAYBE_BLOCK, block_qualifiers, "the names of a block"},
	{"BREAK", SH_NOTHING, NULL, "the conditions at which a process stops"},
	{"EVENTS", SH_MAYBE_PROCESS, NULL, "the events so far, to which STEP BACK can go"},
	{"LISTS", SH_NOTHING, NULL, "what PREPARE, PRINT, SCOPE, WATCH and SET TRACE have chosen"},
	{"SYMBOL", SH_NOTHING, NULL, "the symbols of this session"}, {0}};

static const sh_qualifier variable_qualifiers[] = {
	{"ALL", SH_NO_VALUE, 0, 0, "all that match"}, SELECTION,
	{"DERIVATIVE", SH_NO_VALUE, 0, 0, "derivatives of states"},
	{"DISCONTINUOUS", SH_NO_VALUE, 0, 0, "functions of the conditions"},
	{"SUBMODEL", SH_NO_VALUE, 0, 0, "also of all submodels"}, {0}};
static const sh_option type_options[] = {
	{"VARIABLES", SH_MAYBE_ELEMENTS, variable_qualifiers, "values of variables"},
	{"FILE", SH_FILES, NULL, "what stands in files"},
	{"SYSTEM", SH_MAYBE_ELEMENTS, NULL, "system parameters, which CONTROL sets"}, {0}};

#define TO {"TO", SH_NUMBERS, 1, 1, "a time"}
static const sh_qualifier step_qualifiers[] = {
	TO, {"COUNT", SH_NUMBERS, 1, 1, "so many events"}, {0}};
static const sh_option step_options[] = {
	{"BACK", SH_MAYBE_PROCESS, step_qualifiers, "to an earlier event"}, {0}};
static const sh_qualifier go_qualifiers[] = {
	TO, {"STATISTICS", SH_NO_VALUE, 0, 0, "as of DO"}, {0}};
static const sh_qualifier break_qualifiers[] = {
	RESET, {"REMOVE", SH_NUMBERS, 1, 1, "takes the one of this number away"}, {0}};
static const sh_qualifier watch_qualifiers[] = {RESET, {0}};
static const sh_qualifier plot_qualifiers[] = {
	{"OUTPUT", SH_FILE, 1, 1, "a file for the picture: .svg or .png"},
	{"INDEPENDENT", SH_NAMES, 1, 1, "the variable on the axis X; left out: the time"}, {0}};
static const sh_qualifier compare_qualifiers[] = {
	{"TOLERANCE", SH_NUMBERS, 1, 1, "of the range of each variable; 1e-4"},
	{"OUTPUT", SH_FILE, 1, 1, "a file for a picture of the differences"}, {0}};
static const sh_qualifier linearise_qualifiers[] = {
	{"INPUTS", SH_NAMES, 1, SH_VALUES_MOST, "names or patterns; left out: the inputs of the model"},
	{"OUTPUTS", SH_NAMES, 1, SH_VALUES_MOST, "the same of outputs"},
	{"OUTPUT", SH_FILE, 1, 1, "a file for the matrices: .mat, .json or .mo"}, {0}};
static const sh_qualifier trim_qualifiers[] = {
	{"FREE", SH_NAMES, 1, SH_VALUES_MOST, "states, inputs and parameters that may change; left out: all states"},
	{"APPLY", SH_NO_VALUE, 0, 0, "the process stands there afterwards"}, {0}};

const sh_verb sh_verbs[] = {
	{"@", SH_FILE_OF_COMMANDS, SH_ONE_FILE, NULL, false, file_qualifiers, "@ [/LOG] file[.mcl]",
	 "executes the commands of a file",
	 "A file may execute others. EXIT leaves it; an error ends it, unless SET ERROR says otherwise."},
	{"BREAK", SH_BREAK, SH_MAYBE_FORMULA, NULL, false, break_qualifiers, "BREAK [/RESET] [/REMOVE=(n)] [condition]",
	 "stops a process where a condition becomes true",
	 "The place is searched for inside of the step of the solver, to the precision of the time. A condition has the\n"
	 "relations < <= > >= == <> and the words AND, OR, NOT."},
	{"CHANGE", SH_CHANGE, SH_ASSIGNMENTS, NULL, false, NULL, "CHANGE [block]name = expression, ...",
	 "changes a state, an input or a parameter of a process under way",
	 "The new value holds from the present time on. PARAMETER sets parameters for the next runs too."},
	{"COMPARE", SH_COMPARE, SH_MAYBE_PROCESSES, NULL, false, compare_qualifiers,
	 "COMPARE [/TOLERANCE=(r)] [/OUTPUT=(file)] [process, process]", "compares the results of two runs",
	 "Without processes, the last two runs of the present one. The first is the reference."},
	{"CONTROL", SH_CONTROL, SH_ASSIGNMENTS, NULL, false, NULL, "CONTROL name = expression, ...",
	 "gives a system parameter a value",
	 "start, finish, interval, tolerance, max_step, seed, solver (CONTROL solver = cvode), rest and slide\n"
	 "(TRUE: where events accumulate or chatter, the run goes on at rest, or sliding), screen_width, screen_height,\n"
	 "commands (the most that a file may execute). DEFAULT takes a value away: CONTROL finish = DEFAULT.\n"
	 "Settings of runs hold when a process begins. TYPE SYSTEM * shows them."},
	{"CREATE", SH_CREATE, SH_ONE_PROCESS, NULL, false, NULL, "CREATE :experiment[(copy)] | ::study[(copy)]",
	 "makes an instance of an experiment, a model or a study",
	 "There may be several copies: CREATE :ball(a). The first one that is made becomes the block that is set."},
	{"DO", SH_DO, SH_MAYBE_PROCESS, NULL, false, do_qualifiers, "DO [/STATISTICS] [process]",
	 "executes a process from its beginning to its end",
	 "It stops at a BREAK, at Ctrl-C and at its end. GO goes on."},
	{"EDIT", SH_EDIT, SH_ONE_FILE, NULL, false, NULL, "EDIT file[.mcl]", "edits a file of commands",
	 "I [n] inserts behind line n, and checks each command; an empty line ends it. D [n[:m]] deletes, T W | T n[:m]\n"
	 "shows, R n numbers anew by steps of n, S /old/new/ [n[:m]] substitutes, F text finds, C n:m k copies and\n"
	 "M n:m k moves lines behind line k, W writes. EXIT writes and ends, QUIT ends."},
	{"ELSE", SH_ELSE, SH_NOTHING, NULL, false, NULL, "ELSE", "what is done if the condition of IF is false", ""},
	{"ENDIF", SH_ENDIF, SH_NOTHING, NULL, false, NULL, "ENDIF", "ends the commands of IF", ""},
	{"EXIT", SH_EXIT, SH_MAYBE_FORMULA, NULL, false, NULL, "EXIT [status]",
	 "ends the session, or leaves a file of commands", ""},
	{"FIT", SH_FIT, SH_REST, NULL, false, NULL, "FIT options of `saltus fit`",
	 "parameters from measured curves, of the present process",
	 "FIT --data tank.csv --vary h,c. The parameters of the process are given with it. docs/fit.md"},
	{"FOR", SH_FOR, SH_LOOP, NULL, false, NULL, "FOR symbol = from TO to [BY step]", "repeats commands, up to NEXT",
	 "The symbol is a number in expressions, and 'symbol' a text anywhere in a command."},
	{"GO", SH_GO, SH_MAYBE_PROCESS, NULL, false, go_qualifiers, "GO [/TO=(time)] [/STATISTICS] [process]",
	 "goes on: to a time, a BREAK, or the end", ""},
	{"GOTO", SH_GOTO, SH_LABEL, NULL, false, NULL, "GOTO label", "goes on behind a label of the file",
	 "A label stands at the beginning of a line: again: DO :ball"},
	{"HELP", SH_HELP, SH_WORDS, NULL, false, NULL, "HELP [command [option | /qualifier]]", "this help",
	 "In a terminal the key ? shows what can stand where the cursor is."},
	{"IF", SH_IF, SH_CONDITION, NULL, false, NULL, "IF condition THEN command | IF condition ... [ELSE ...] ENDIF",
	 "executes commands if a condition holds", ""},
	{"LINEARISE", SH_LINEARISE, SH_MAYBE_PROCESS, NULL, false, linearise_qualifiers,
	 "LINEARISE [/INPUTS=(...)] [/OUTPUTS=(...)] [/OUTPUT=(file)] [process]",
	 "the linear system where a process stands", "docs/linear.md"},
	{"LOAD", SH_LOAD, SH_FILES, NULL, false, NULL, "LOAD file, ...", "brings models of any notation in",
	 "FILE:CLASS brings in one class. SHOW MODEL lists what there is."},
	{"NEXT", SH_NEXT, SH_NOTHING, NULL, false, NULL, "NEXT", "ends the commands of FOR", ""},
	{"OPER", SH_OPER, SH_ONE_FORMULA, NULL, false, NULL, "OPER expression", "computes",
	 "+ - * / ^ (or **), relations, AND OR NOT, SIN COS TAN ASIN ACOS ATAN SINH COSH TANH SQRT EXP LN LOG\n"
	 "(to the base of 10) ABS INT FLOOR CEIL SIGN, and of two: MIN MAX MOD ATAN2. Names are symbols, or variables of\n"
	 "the block."},
	{"OPTIMISE", SH_OPTIMISE, SH_REST, NULL, false, NULL, "OPTIMISE options of `saltus optimise`",
	 "the best values of parameters, of the present process", "docs/optimise.md"},
	{"OVERLAY", SH_OVERLAY, SH_MAYBE_ELEMENTS, NULL, false, plot_qualifiers,
	 "OVERLAY [/OUTPUT=(file)] [/INDEPENDENT=(x)] [[block]name, ...]", "draws all runs over each other",
	 "All runs of the present process, and the last ones of others with variables of these names."},
	{"PARAMETER", SH_PARAMETER, SH_ASSIGNMENTS, NULL, false, NULL, "PARAMETER [block]name = expression, ...",
	 "gives a parameter a value",
	 "Before a run it holds from the beginning; in a run it holds from the present time on, and in the runs\n"
	 "that follow.\n"
	 "A name with a wild card must mean one parameter."},
	{"PLOT", SH_PLOT, SH_MAYBE_ELEMENTS, NULL, false, plot_qualifiers,
	 "PLOT [/OUTPUT=(file)] [/INDEPENDENT=(x)] [[block]name, ...]", "draws what a process has recorded",
	 "Without names, what was prepared, or what the model asks for. docs/plots.md"},
	{"PREPARE", SH_PREPARE, SH_MAYBE_ELEMENTS, NULL, false, prepare_qualifiers,
	 "PREPARE [/DELTA=(h)] [/RESET] [/OUTPUT[=(file)]] [[block]name, ...]", "chooses what is recorded",
	 "Without it everything is. It holds for processes that begin."},
	{"PRINT", SH_PRINT, SH_MAYBE_ELEMENTS, NULL, false, print_qualifiers,
	 "PRINT [/DELTA=(h)] [/RESET] [/OUTPUT[=(file)]] [[block]name, ...]", "chooses what is printed as a table", ""},
	{"RELOAD", SH_RELOAD, SH_MAYBE_PROCESS, NULL, false, NULL, "RELOAD [process]",
	 "reads the file of a process again",
	 "A process under way goes on at its time, with the parameters and states whose names are the same."},
	{"REMOVE", SH_REMOVE, SH_ONE_PROCESS, NULL, false, NULL, "REMOVE process", "takes instances away", ""},
	{"RESTART", SH_RESTART, SH_MAYBE_PROCESS, NULL, false, NULL, "RESTART [process]",
	 "puts a process to its beginning", ""},
	{"RESTORE", SH_RESTORE, SH_ONE_FILE, NULL, false, NULL, "RESTORE file",
	 "brings an instance back that was saved", ""},
	{"SAVE", SH_SAVE, SH_ONE_FILE, NULL, false, NULL, "SAVE file", "writes the present process to a file",
	 "With its rows. It goes on with the same bits: docs/python.md tells of solvers that begin anew."},
	{"SCOPE", SH_SCOPE, SH_MAYBE_ELEMENTS, NULL, false, scope_qualifiers,
	 "SCOPE [/DELTA=(h)] [/RESET] [/ORIGIN=(x, y)] [/SCALE=(x, y)] [/INDEPENDENT=(v)] [/ERASE] [/OUTPUT[=(file)]] "
	 "[[block]name, ...]", "draws while a process goes on", ""},
	{"SET", SH_SET, SH_NOTHING, set_options, false, NULL, "SET SCREEN | BLOCK | TRACE | ERROR ...",
	 "sets the block, the screen, traces", ""},
	{"SHOW", SH_SHOW, SH_NOTHING, show_options, false, NULL,
	 "SHOW MODEL | EXPERIMENT | STUDY | BLOCK | BREAK | EVENTS | LISTS | SYMBOL ...", "tells what there is", ""},
	{"STEP", SH_STEP, SH_MAYBE_PROCESS, step_options, true, step_qualifiers,
	 "STEP [BACK] [/TO=(time)] [/COUNT=(n)] [process]", "goes to the next event, or back to an earlier one",
	 "STEP BACK can be followed by any other command: what came after that event is gone then. STEP BACK/TO=(t)\n"
	 "goes to any earlier time."},
	{"SWEEP", SH_SWEEP, SH_REST, NULL, false, NULL, "SWEEP options of `saltus sweep`",
	 "many runs of the present process, with other parameters",
	 "SWEEP -p tau=1:10 --measure 'final(y)'. docs/studies.md"},
	{"TRIM", SH_TRIM, SH_MAYBE_PROCESS, NULL, false, trim_qualifiers, "TRIM [/FREE=(...)] [/APPLY] [process]",
	 "values at which a process stands still", "docs/linear.md"},
	{"TYPE", SH_TYPE, SH_NOTHING, type_options, false, NULL, "TYPE VARIABLES | FILE | SYSTEM ...",
	 "shows values of variables, files, system parameters", ""},
	{"WATCH", SH_WATCH, SH_MAYBE_ELEMENTS, NULL, false, watch_qualifiers, "WATCH [/RESET] [[block]name, ...]",
	 "tells values wherever a process stops, and at events where they jump", ""},
	{"WHY", SH_WHY, SH_ONE_ELEMENT, NULL, false, NULL, "WHY [block]name",
	 "why a variable has its value: its equation, what goes in, the line", ""},
};
const uint32_t sh_verb_count = sizeof sh_verbs / sizeof *sh_verbs;
