/* Make: the image of a program from its plan (image/image.h), once for each program.
 *
 *     make_image.c      what the plan already has as tables of numbers, or nearly so
 *     make_impulses.c   what an impulse system has beside: what is open, what is kept, what belongs together
 *     make_words.c      names, phrases and formulas
 *     make_steps.c      what the engine would have to read from expressions: the places that steps set and guards read,
 *                       the sides of switches, the cost of an evaluation
 *     make_loops.c      loops of equations, opaque components, folders: what the runtime needs
 *     make_accounts.c   the accounts of a whole image, when somebody asks for them
 *     make_memories.c   what switches read through other equations, and conditions that a branch ties to zero
 *
 * All of it is linear in the size of the plan. What is expensive and rarely needed (the text of an expression, the
 * layout of a Jacobian by families) is made on request, so the plan must outlive the image. */
#ifndef SALTUS_CODE_MAKE_H
#define SALTUS_CODE_MAKE_H

#include "code/image/image.h"
#include "structure/structure.h"

si_image *si_make(const ss_plan *plan, sb_arena *arena);

/* Is a break computed by the program: does it call functions of the model, and is it one number? */
bool si_break_calls(const sm_model *model, const ss_break *b);

/* What the files of this room share. */
typedef struct si_maker {
	const ss_plan *plan;
	const sm_model *model;
	const sx_pool *pool;
	sb_arena *arena;                 /* of the image */
	sb_arena *scratch, *lasting;     /* until a formula is made; until the image is */
	si_image *image;
	sb_map formulas;                 /* expression -> its formula */
	sb_map units;                    /* unit and display unit, by their texts -> number */
	sb_map words;                    /* text, by its address -> its number */
} si_maker;

/* A row more; `m` is the maker. */
#define SI_ADD(table, ...) sb_push(m->arena, m->image->table, (__VA_ARGS__))

/* make_words.c */
si_text si_make_text(si_maker *m, const char *text);      /* which lives as long as the plan; NULL is 0 */
si_phrase si_make_phrase(si_maker *m, sx_ref e);
si_phrase si_make_source_phrase(si_maker *m, sx_ref e);   /* of the model as it was before the analysis */
si_phrase si_make_equation_phrase(si_maker *m, uint32_t number);    /* of those of all loops, one after the other */
si_formula si_make_formula(si_maker *m, sx_ref e);
si_formula si_make_terms(si_maker *m, sx_ref e);          /* the size of the terms whose sum it is */
si_range si_make_numbers(si_maker *m, const uint32_t *from, uint32_t n);
void si_print_origin(const si_image *image, uint32_t origin, sb_text *out);
/* make_steps.c */
void si_make_steps(si_maker *m);
void si_make_switches(si_maker *m);
void si_make_guards(si_maker *m);
void si_make_forcing(si_maker *m);
si_place si_make_place(ss_place place);
/* make_loops.c */
void si_make_loops(si_maker *m);
void si_make_blocks(si_maker *m);
void si_make_folders(si_maker *m);
void si_make_impulses(si_maker *m);
si_unknown si_make_unknown(const si_maker *m, sx_ref leaf);
/* make_accounts.c: in the arena; the image stays as it is */
const si_image *si_make_whole(const si_image *image, sb_arena *arena);
/* see si_asks */
void si_declare(const si_image *image, const char *const *components, sb_span *places, uint32_t n);
/* make_memories.c */
void si_make_memories(si_maker *m);                       /* after the steps */
/* Variables that a branch which holds in this mode says to be zero; of an array: one of it. */
sb_map si_make_zeros(si_maker *m);
bool si_is_tied(const si_maker *m, const sb_map *zeros, sx_ref written);  /* see si_watch */

#endif
