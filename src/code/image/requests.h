/* Numbers by which generated code, and the texts of routines in it, ask for something: which statement, which question,
 * which end of a transport. The model has the same lists (model/process.h, expr/expr.h); make/ checks that they are the
 * same. */
#ifndef SALTUS_CODE_IMAGE_REQUESTS_H
#define SALTUS_CODE_IMAGE_REQUESTS_H

/* Statements of routines, in the order of sm_statement_kind; SI_FIRST_STATEMENT is the number of the first. */
#define SI_STATEMENTS(X)                                                                                               \
	X(START) X(STOP) X(HOLD) X(WAIT_UNTIL) X(SEIZE) X(PREEMPT) X(ENTER) X(PASS) X(PASSIVATE) X(RELEASE) X(LEAVE)       \
	X(OPEN) X(CLOSE) X(ACTIVATE) X(INTERRUPT) X(DESTROY) X(INSERT) X(TAKE) X(PEEK) X(OBSERVE) X(WRITE) X(RECORDING)    \
	X(CROSSPLOT) X(RERUN) X(SIMULATE)
enum { SI_FIRST_STATEMENT = 16 };
typedef enum si_statement {
	SI_BEFORE_STATEMENTS = SI_FIRST_STATEMENT - 1,
#define X(name) SI_DO_##name,
	SI_STATEMENTS(X)
#undef X
} si_statement;

/* Questions of routines: name and spelling, in the order of sm_question. */
#define SI_QUESTIONS(X)                                                                                                \
	X(UNIFORM, "uniform") X(EXPONENTIAL, "exponential") X(NORMAL, "normal") X(LOGNORMAL, "lognormal")                  \
	X(GAMMA, "gamma") X(ERLANG, "erlang") X(BETA, "beta") X(WEIBULL, "weibull") X(TRIANGULAR, "triangular")            \
	X(POISSON, "poisson") X(BINOMIAL, "binomial") X(GEOMETRIC, "geometric") X(BERNOULLI, "bernoulli")                  \
	X(DISCRETE_UNIFORM, "integers") X(EMPIRICAL, "empirical") X(LENGTH, "length") X(BUSY, "busy") X(FREE, "free")      \
	X(IS_OPEN, "open") X(UTILISATION, "utilisation") X(MEAN_WAIT, "wait") X(MEAN_QUEUE, "queue") X(COUNT, "count")     \
	X(MEAN, "mean") X(DEVIATION, "deviation") X(LEAST, "least") X(MOST, "most") X(TOTAL, "total") X(SELF, "self")      \
	X(IS_ALIVE, "alive") X(IS_IDLE, "idle") X(INTERRUPTED, "interrupted") X(REMAINING, "remaining") X(RUN, "run")
typedef enum si_question {
#define X(name, spelling) SI_ASK_##name,
	SI_QUESTIONS(X)
#undef X
	SI_QUESTION_COUNT
} si_question;
const char *si_question_name(int question);

/* What is asked of a transport. */
enum si_transported { SI_END_0, SI_END_1, SI_JUMP_0, SI_JUMP_1, SI_SLOPE_0, SI_SLOPE_1 };

typedef enum si_routine_kind { SI_PROCESS, SI_HAPPENING, SI_EXPERIMENT, SI_ONCE } si_routine_kind;
typedef enum si_resource_kind { SI_FACILITY, SI_STORAGE, SI_GATE, SI_SET } si_resource_kind;
const char *si_resource_kind_name(si_resource_kind kind);
typedef enum si_queue_order { SI_FIFO, SI_LIFO, SI_SMALLEST, SI_LARGEST } si_queue_order;
typedef enum si_statistic_kind { SI_TALLY, SI_TIMED, SI_HISTOGRAM } si_statistic_kind;

#endif
