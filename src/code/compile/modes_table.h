/* Private to the table of modes (modes.c, modes_file.c). */
#ifndef SALTUS_CODE_MODES_TABLE_H
#define SALTUS_CODE_MODES_TABLE_H

#include "code/compile/compile.h"

/* What was taken for granted when something was analysed. */
typedef struct sc_supposed {
	sx_givens assumed;             /* what its structure depends on; NAN: as in the text */
	sx_givens given;               /* by the run that asked for it; of the first mode: nothing */
} sc_supposed;

/* An impulse system; without a program: there is none. */
typedef struct sc_mode_impulses {
	ss_order order;
	sc_supposed supposed;
	sc_program *program;
	sb_arena *arena;
} sc_mode_impulses;

typedef struct sc_mode_entry {
	sc_mode mode;
	bool begins;                   /* an initial system was asked for */
	sb_arena *arena;               /* of its plan; NULL for the first */
	sc_supposed supposed;
	sb_vec(sc_mode_impulses) impulses;     /* those that somebody has asked for */
	sb_diag *why;                  /* from a file: why there is no program */
} sc_mode_entry;

/* What the modes have in common for these values of parameters; NULL: nothing. */
typedef struct sc_mode_basis { sx_givens given; ss_shared *shared; } sc_mode_basis;

struct sc_modes {
	pthread_mutex_t lock;
	sb_arena *arena;
	sc_program *first;
	const sm_model *source;
	sc_options options;
	uint32_t switches;
	sb_vec(sc_mode_basis) bases;           /* one for each set of parameters that were given */
	sb_vec(sc_mode_entry *) list;
	sb_map by_key;                 /* hash of the branches, and the next numbers where hashes meet -> number + 1 */
	sb_vec(uint16_t *) keys;       /* as they were asked for: branches of idle switches need not be 0 there */
	sb_u32s of_key;
	uint32_t analyses;             /* how often a mode was analysed, the first one aside */
};

static inline size_t sc_mode_key_size(const sc_modes *modes)
{
	return modes->switches * sizeof(uint16_t);
}

static inline const sc_mode *sc_mode_usable(const sc_mode *mode, bool initial)
{
	return mode->program && !(initial && mode->program->image->no_initial) ? mode : NULL;
}

sc_modes *sc_modes_new(sc_program *first);       /* empty */

#endif
