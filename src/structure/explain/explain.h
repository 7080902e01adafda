/* Explain: why a system cannot be solved.
 *
 *     dulmage.c     what is over- and what is underdetermined, and the least sets of either
 *     singular.c    which explanation is given: one cause at a time, the most telling one
 *     conflict.c    equations that say the same, contradict each other, or are one too many
 *     blame.c       the component whose own balance is wrong, the input that nobody feeds
 *     network.c     potentials without a reference, and sources that prescribe the same
 *     reference.c   potentials without a reference that only the numbers of a linear loop show
 *     conditions.c  the initial system
 *     set_twice.c   what a routine sets and an equation gives
 *     provenance.c  equations as their author wrote them
 *     tell.c        how equations and places are shown
 *
 * A message is short, however big the model: it shows a few equations and counts the rest. An equation of a library is
 * shown at the component of the user's text that uses it, because only there can the user do something about it. */
#ifndef SALTUS_STRUCTURE_EXPLAIN_H
#define SALTUS_STRUCTURE_EXPLAIN_H

#include "structure/system/system.h"

enum { SS_NAMES_MOST = 6, SS_PLACES_MOST = 3, SS_MESSAGES_MOST = 5 };

typedef struct ss_part { sb_u32s unknowns, equations; } ss_part;       /* numbers in the system */

/* A system whose matching left something over. */
typedef struct ss_case {
	ss_work *w; ss_system *s;
	ss_part over, under;             /* all that is over-, all that is underdetermined */
	uint32_t too_many, missing;      /* equations without an unknown, unknowns without an equation */
} ss_case;

typedef sb_vec(const ss_equation *) ss_gone;

/* Equations that cannot all hold, each needed for it, together with those that became aliases or constants on the
 * way. */
typedef struct ss_conflict {
	ss_part part;
	ss_gone equations;               /* those of the part first */
	sb_u32s keys;                    /* what they were written over */
} ss_conflict;

/* dulmage.c */
ss_part ss_overdetermined(ss_work *w, ss_system *s);
ss_part ss_underdetermined(ss_work *w, ss_system *s);
ss_part ss_least_over(ss_work *w, ss_system *s, uint32_t row);         /* of a row without an unknown */
ss_part ss_least_under(ss_work *w, ss_system *s, uint32_t unknown);    /* of an unknown without a row */
ss_conflict ss_conflict_of(ss_case *c, uint32_t row);
bool *ss_members(ss_work *w, const sb_u32s *list, uint32_t count);     /* which of `count` are listed */

/* conflict.c: the value of an expression where every leaf has a value that is drawn, the same for the same leaf and
 * number; parameters have the same for all numbers */
bool ss_draw(ss_work *w, sx_ref e, uint32_t number, double *out);
bool ss_says_nothing(ss_work *w, const ss_equation *q);                /* its sides are equal whatever the values are */

/* conflict.c, blame.c, network.c, conditions.c: true if a message was given */
bool ss_tell_parameter(ss_case *c);
bool ss_tell_cancelled(ss_case *c);
bool ss_tell_conflicts(ss_case *c);
void ss_tell_both(ss_case *c);
bool ss_tell_inputs(ss_case *c);
bool ss_tell_balance(ss_case *c);
bool ss_tell_network(ss_case *c);
void ss_tell_initial(ss_case *c);

/* network.c: keys of potentials and the components around them, both in order */
void ss_tell_floating(ss_work *w, sb_span place, const sb_u32s *potentials, const sb_u32s *network);

/* tell.c */
typedef struct ss_telling {
	ss_work *w;
	sb_message *m;
	sb_span seen[SS_PLACES_MOST + 1];
	uint32_t shown, left;
} ss_telling;
ss_telling ss_tell(ss_work *w, sb_message *m, sb_span main);
/* What: its text follows; past the most it is counted. */
void ss_tell_equation(ss_telling *t, const ss_equation *q, const char *what);
void ss_tell_position(ss_telling *t, sb_span span, const char *text);
void ss_tell_rest(ss_telling *t);                                      /* counts what was not shown */
uint32_t ss_unknown(ss_case *c, uint32_t key); /* the unknown that a variable or derivative is; UINT32_MAX: none */
sb_span ss_user_position(ss_work *w, const char *component, sb_span span);
sb_span ss_equation_position(ss_work *w, const ss_equation *q);
const char *ss_unknown_names(ss_case *c, const sb_u32s *unknowns);
const char *ss_component_names(ss_work *w, const sb_u32s *components, uint32_t most);     /* 'a', 'b' and 'c' */
const char *ss_count_text(uint32_t n);                                 /* one, two, ... */
uint32_t ss_owner(ss_work *w, const char *component); /* number of the component; UINT32_MAX: not known */
void ss_sort_numbers(sb_u32s *list);
void ss_add_once(ss_work *w, sb_u32s *list, uint32_t value);


/* singular.c */
/* false if families had to be written out because the matching is not complete with them */
bool ss_whole_families_match(ss_work *w, ss_system *s);
bool ss_report_singular(ss_work *w, ss_system *s);                     /* singular.c; false after a message */
void ss_key_name(ss_work *w, uint32_t key, sb_text *out);
const char *ss_names(ss_work *w, const uint32_t *keys, uint32_t count, uint32_t most); /* without hidden ones */
bool ss_hidden(ss_work *w, uint32_t key);

/* provenance.c */
bool ss_made_up(ss_work *w, const ss_equation *q); /* the condition of a when-clause: nobody wrote it as an equation */
const char *ss_equation_text(ss_work *w, const ss_equation *q, sb_span *where);
void ss_written_keys(ss_work *w, ss_equation *const *equations, uint32_t count, sb_u32s *out);
uint32_t ss_set_of_key(ss_work *w, uint32_t key); /* the key of the representative of a variable or derivative */
/* Equations that became aliases or constants and by which the variables of these equations are connected. */
void ss_find_gone(ss_work *w, ss_equation *const *equations, uint32_t count, uint32_t most, ss_gone *out);

/* reference.c */
/* reference.c; true after a message. */
bool ss_report_no_reference(ss_work *w, const ss_loop *b, ss_equation *const *equations);

/* set_twice.c */
/* Nothing is set by a routine and given by an equation; false after a message. */
bool ss_check_set(ss_work *w, const ss_system *s);

#endif
