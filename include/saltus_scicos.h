/* saltus_scicos.h: functions of C that were written for blocks of Scicos and Xcos (CBLOCK4, CBLOCK), as blocks of
 * Saltus. It is found as scicos_block4.h and scicos_block.h, too, so their text stays as it is.
 *
 *     #include <scicos_block4.h>
 *     void f(scicos_block *block, int flag) { ... }
 *     void of_f(saltus_block *b, saltus_call call) { saltus_scicos(b, call, f); }
 *
 * The class declares parameters in this order: rpar (Real[]), ipar (Integer[]), types of inputs, of outputs (Integer[],
 * with the numbers that Scicos uses in diagrams), the times of first events (Real[]), and counts (Integer[4]): elements
 * of rpar and ipar, inputs and outputs. It may have one continuous state x[:], one discrete state z[:], one discrete
 * state mode[:] of type Integer, and one crossing g[:].
 *
 *     flag 0   SALTUS_RATES, SALTUS_RESIDUALS          flag 4   SALTUS_INITIALISE
 *     flag 1   SALTUS_OUTPUTS                          flag 5   SALTUS_TERMINATE
 *     flag 2   SALTUS_UPDATE                           flag 9   SALTUS_CROSSINGS; in SALTUS_START and SALTUS_UPDATE
 *     flag 3   SALTUS_SCHEDULE                                  with phase 1, where modes are set
 *
 * Flags 6, 7 and 10 are not called. Elements of matrices are column by column, and ports have their types of C, as the
 * function expects. All flags but 4 and 5 may be called at any time and as often as it takes (saltus_block.h). */
#ifndef SALTUS_SCICOS_H
#define SALTUS_SCICOS_H

#include <saltus_block.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

typedef struct scicos_block {
	int nevprt, type;
	int nz; double *z;
	int noz; int *ozsz, *oztyp; void **ozptr;
	int nx; double *x, *xd, *res; int *xprop;
	int nin, *insz; void **inptr;
	int nout, *outsz; void **outptr;
	int nevout; double *evout;
	int nrpar; double *rpar;
	int nipar, *ipar;
	int nopar, *oparsz, *opartyp; void **oparptr;
	int ng; double *g; int ztyp, *jroot;
	char *label; void **work;
	int nmode, *mode;
	char *uid;
} scicos_block;

enum scicos_flags {
	DerivativeState = 0, OutputUpdate = 1, StateUpdate = 2, OutputEventTiming = 3, Initialization = 4, Ending = 5,
	ReInitialization = 6, ContinuousPropertiesUpdate = 7, ZeroCrossing = 9, Jacobian = 10
};

/* Types of ports as functions see them. */
#define SCSREAL_N 10
#define SCSCOMPLEX_N 11
#define SCSINT8_N 81
#define SCSINT16_N 82
#define SCSINT32_N 84
#define SCSUINT8_N 811
#define SCSUINT16_N 812
#define SCSUINT32_N 814
#define SCSREAL_COP double
#define SCSINT_COP int
#define SCSINT8_COP signed char
#define SCSINT16_COP short
#define SCSINT32_COP int
#define SCSUINT_COP unsigned
#define SCSUINT8_COP unsigned char
#define SCSUINT16_COP unsigned short
#define SCSUINT32_COP unsigned

#define GetNin(b) ((b)->nin)
#define GetNout(b) ((b)->nout)
#define GetInPortPtrs(b, k) ((b)->inptr[(k) - 1])
#define GetOutPortPtrs(b, k) ((b)->outptr[(k) - 1])
#define GetInPortRows(b, k) ((b)->insz[(k) - 1])
#define GetInPortCols(b, k) ((b)->insz[(b)->nin + (k) - 1])
#define GetInPortSize(b, k, n) ((b)->insz[((n) - 1)*(b)->nin + (k) - 1])
#define GetInType(b, k) ((b)->insz[2*(b)->nin + (k) - 1])
#define GetOutPortRows(b, k) ((b)->outsz[(k) - 1])
#define GetOutPortCols(b, k) ((b)->outsz[(b)->nout + (k) - 1])
#define GetOutPortSize(b, k, n) ((b)->outsz[((n) - 1)*(b)->nout + (k) - 1])
#define GetOutType(b, k) ((b)->outsz[2*(b)->nout + (k) - 1])
#define GetRealInPortPtrs(b, k) ((double *)GetInPortPtrs(b, k))
#define GetRealOutPortPtrs(b, k) ((double *)GetOutPortPtrs(b, k))
#define Getint8InPortPtrs(b, k) ((signed char *)GetInPortPtrs(b, k))
#define Getint16InPortPtrs(b, k) ((short *)GetInPortPtrs(b, k))
#define Getint32InPortPtrs(b, k) ((int *)GetInPortPtrs(b, k))
#define Getuint8InPortPtrs(b, k) ((unsigned char *)GetInPortPtrs(b, k))
#define Getuint16InPortPtrs(b, k) ((unsigned short *)GetInPortPtrs(b, k))
#define Getuint32InPortPtrs(b, k) ((unsigned *)GetInPortPtrs(b, k))
#define Getint8OutPortPtrs(b, k) ((signed char *)GetOutPortPtrs(b, k))
#define Getint16OutPortPtrs(b, k) ((short *)GetOutPortPtrs(b, k))
#define Getint32OutPortPtrs(b, k) ((int *)GetOutPortPtrs(b, k))
#define Getuint8OutPortPtrs(b, k) ((unsigned char *)GetOutPortPtrs(b, k))
#define Getuint16OutPortPtrs(b, k) ((unsigned short *)GetOutPortPtrs(b, k))
#define Getuint32OutPortPtrs(b, k) ((unsigned *)GetOutPortPtrs(b, k))
#define GetNipar(b) ((b)->nipar)
#define GetIparPtrs(b) ((b)->ipar)
#define GetNrpar(b) ((b)->nrpar)
#define GetRparPtrs(b) ((b)->rpar)
#define GetWorkPtrs(b) (*(b)->work)
#define GetPtrWorkPtrs(b) ((b)->work)
#define GetNstate(b) ((b)->nx)
#define GetState(b) ((b)->x)
#define GetDerState(b) ((b)->xd)
#define GetResState(b) ((b)->res)
#define GetNdstate(b) ((b)->nz)
#define GetDstate(b) ((b)->z)
#define GetNevIn(b) ((b)->nevprt)
#define GetNevOut(b) ((b)->nevout)
#define GetNevOutPtrs(b) ((b)->evout)
#define GetNg(b) ((b)->ng)
#define GetGPtrs(b) ((b)->g)
#define GetJrootPtrs(b) ((b)->jroot)
#define GetNmode(b) ((b)->nmode)
#define GetModePtrs(b) ((b)->mode)
#define GetLabelPtrs(b) ((b)->label)

/* The block that is called, for functions that are not told it: each thread has its own. */
typedef struct saltus_scicos_now { saltus_block *b; int phase; } saltus_scicos_now;
extern int pthread_once(int *, void (*)(void));
extern int pthread_key_create(unsigned *, void (*)(void *));
extern void *pthread_getspecific(unsigned);
extern int pthread_setspecific(unsigned, const void *);
static unsigned saltus_scicos_key;
static int saltus_scicos_begun;
static void saltus_scicos_begin(void) { pthread_key_create(&saltus_scicos_key, NULL); }
static inline saltus_scicos_now *saltus_scicos_called(void)
{
	return (saltus_scicos_now *)pthread_getspecific(saltus_scicos_key);
}

static inline double get_scicos_time(void) { return saltus_scicos_called()->b->time; }
static inline double GetScicosTime(void *block) { return (void)block, get_scicos_time(); }
static inline int get_phase_simulation(void) { return saltus_scicos_called()->phase; }
static inline int GetPhaseSimulation(void *block) { return (void)block, get_phase_simulation(); }
static inline int areModesFixed(void *block) { return (void)block, get_phase_simulation() == 2; }
static inline void do_cold_restart(void) { }         /* by itself, where a state has changed */
static inline void end_scicos_sim(void) { saltus_stop(saltus_scicos_called()->b); }
static inline void set_block_error(int error)
{
	if (error == -1)
		saltus_refuse(saltus_scicos_called()->b);
	else if (error < 0)
		saltus_error(saltus_scicos_called()->b, "the function reports error %d", error);
}
#define Coserror(...) saltus_error(saltus_scicos_called()->b, __VA_ARGS__)
#define sciprint(...) saltus_message(saltus_scicos_called()->b, __VA_ARGS__)
#define scicos_print(...) saltus_message(saltus_scicos_called()->b, __VA_ARGS__)
#define scicos_malloc malloc
#define scicos_free free

/* ---------------------------------------------------------------------------------------------- from here to there */

typedef struct saltus_scicos_memory {
	scicos_block block;
	saltus_scicos_now now;
	void *work;
	double none;
	int nothing;
} saltus_scicos_memory;

/* By the number in a diagram, from 1: as functions see it. */
static inline int saltus_scicos_type(int type)
{
	static const int types[] = {SCSREAL_N, SCSCOMPLEX_N, SCSINT32_N, SCSINT16_N, SCSINT8_N, SCSUINT32_N, SCSUINT16_N,
								SCSUINT8_N};
	return type >= 1 && type <= 8 ? types[type - 1] : SCSREAL_N;
}

/* One element of a port, which is a Real on the side of Saltus. */
static inline double saltus_scicos_get(const void *at, int type, int i)
{
	switch (type) {
	case SCSINT32_N: return ((const int *)at)[i];
	case SCSINT16_N: return ((const short *)at)[i];
	case SCSINT8_N: return ((const signed char *)at)[i];
	case SCSUINT32_N: return ((const unsigned *)at)[i];
	case SCSUINT16_N: return ((const unsigned short *)at)[i];
	case SCSUINT8_N: return ((const unsigned char *)at)[i];
	default: return ((const double *)at)[i];
	}
}
static inline void saltus_scicos_set(void *at, int type, int i, double v)
{
	long long w = v == v ? (long long)v : 0;
	switch (type) {
	case SCSINT32_N: ((int *)at)[i] = (int)w; break;
	case SCSINT16_N: ((short *)at)[i] = (short)w; break;
	case SCSINT8_N: ((signed char *)at)[i] = (signed char)w; break;
	case SCSUINT32_N: ((unsigned *)at)[i] = (unsigned)w; break;
	case SCSUINT16_N: ((unsigned short *)at)[i] = (unsigned short)w; break;
	case SCSUINT8_N: ((unsigned char *)at)[i] = (unsigned char)w; break;
	default: ((double *)at)[i] = v;
	}
}

/* Sizes and types of the ports of a kind, and memory for what they hold. */
static inline void saltus_scicos_ports(saltus_block *b, saltus_kind kind, const int *types, int *n, int **sizes,
									   void ***at)
{
	*n = saltus_items(b, kind);
	*sizes = (int *)saltus_memory(b, (3*(size_t)*n + 1)*sizeof(int));
	*at = (void **)saltus_memory(b, ((size_t)*n + 1)*sizeof(void *));
	for (int k = 0; k < *n; k++) {
		(*sizes)[k] = saltus_size(b, kind, k + 1, 1);
		(*sizes)[*n + k] = saltus_size(b, kind, k + 1, 2);
		(*sizes)[2**n + k] = saltus_scicos_type(types[k]);
		(*at)[k] = saltus_memory(b, ((size_t)saltus_elements(b, kind, k + 1) + 1)*sizeof(double));
	}
}

/* Elements row by row there, column by column here. in: from Saltus to the function. */
static inline void saltus_scicos_copy(saltus_block *b, saltus_kind kind, const int *sizes, int n, void **at, int in)
{
	for (int k = 0; k < n; k++) {
		double *own = (double *)saltus_item_of(b, kind, k + 1)->data;
		int rows = sizes[k], columns = sizes[n + k], type = sizes[2*n + k];
		for (int i = 0; i < rows; i++)
			for (int j = 0; j < columns; j++)
				if (in)
					saltus_scicos_set(at[k], type, j*rows + i, own[i*columns + j]);
				else
					own[i*columns + j] = saltus_scicos_get(at[k], type, j*rows + i);
	}
}

static inline void saltus_scicos_make(saltus_block *b)
{
	saltus_scicos_memory *m = (saltus_scicos_memory *)saltus_memory(b, sizeof *m);
	scicos_block *s = &m->block;
	const int *counts = saltus_parameter_int(b, 6);
	b->user = m;
	s->type = 4;
	s->rpar = (double *)saltus_parameter(b, 1);
	s->ipar = (int *)saltus_parameter_int(b, 2);
	s->nrpar = counts[0];
	s->nipar = counts[1];
	saltus_scicos_ports(b, SALTUS_INPUT, saltus_parameter_int(b, 3), &s->nin, &s->insz, &s->inptr);
	saltus_scicos_ports(b, SALTUS_OUTPUT, saltus_parameter_int(b, 4), &s->nout, &s->outsz, &s->outptr);
	s->nevout = saltus_items(b, SALTUS_ACTIVATION_OUT);
	s->evout = (double *)saltus_memory(b, ((size_t)s->nevout + 1)*sizeof(double));
	s->work = &m->work;
	s->label = s->uid = (char *)b->name;
	s->x = s->xd = s->res = s->z = s->g = &m->none;
	s->mode = s->jroot = s->xprop = &m->nothing;
}

/* States, modes and crossings are where Saltus has them. */
static inline void saltus_scicos_place(saltus_block *b, saltus_scicos_memory *m)
{
	scicos_block *s = &m->block;
	if (saltus_items(b, SALTUS_STATE)) {
		saltus_item *x = saltus_item_of(b, SALTUS_STATE, 1);
		s->nx = x->count;
		s->x = (double *)x->data;
		s->xd = x->rate ? x->rate : &m->none;
		s->res = x->residual ? x->residual : &m->none;
	}
	for (int k = 1; k <= saltus_items(b, SALTUS_DISCRETE); k++) {
		saltus_item *z = saltus_item_of(b, SALTUS_DISCRETE, k);
		if (z->type == SALTUS_REAL) {
			s->nz = z->count;
			s->z = (double *)z->data;
		} else {
			s->nmode = z->count;
			s->mode = (int *)z->data;
		}
	}
	if (saltus_items(b, SALTUS_CROSSING)) {
		saltus_item *g = saltus_item_of(b, SALTUS_CROSSING, 1);
		s->ng = g->count;
		s->ztyp = 1;
		s->g = (double *)g->data;
		if (g->crossed)
			s->jroot = (int *)g->crossed;
	}
	s->nevprt = 0;
	for (int k = 1; k <= saltus_items(b, SALTUS_ACTIVATION_IN); k++)
		s->nevprt |= saltus_active(b, k) << (k - 1);
	if (!s->nevprt && s->ng && (b->call == SALTUS_UPDATE || b->call == SALTUS_SCHEDULE))
		s->nevprt = -1;
}

static inline void saltus_scicos_schedule(saltus_block *b, const scicos_block *s)
{
	for (int k = 0; k < s->nevout; k++)
		if (s->evout[k] >= 0)
			saltus_schedule(b, k + 1, s->evout[k]);
}

static inline void saltus_scicos_events(saltus_block *b, scicos_block *s, void (*f)(scicos_block *, int))
{
	for (int k = 0; k < s->nevout; k++)
		s->evout[k] = b->call == SALTUS_START ? saltus_parameter(b, 5)[k] : -1;
	if (b->call == SALTUS_SCHEDULE)
		f(s, OutputEventTiming);
	saltus_scicos_schedule(b, s);
}

/* With phase 1 a function sets its modes. Its crossings are of no interest then. */
static inline void saltus_scicos_modes(saltus_scicos_memory *m, void (*f)(scicos_block *, int))
{
	double *g = m->block.g;
	if (!m->block.nmode)
		return;
	m->now.phase = 1;
	m->block.g = (double *)malloc(((size_t)m->block.ng + 1)*sizeof(double));
	f(&m->block, ZeroCrossing);
	free(m->block.g);
	m->block.g = g;
	m->now.phase = 2;
}

static inline void saltus_scicos(saltus_block *b, saltus_call call, void (*f)(scicos_block *, int))
{
	pthread_once(&saltus_scicos_begun, saltus_scicos_begin);
	if (call == SALTUS_INITIALISE)
		saltus_scicos_make(b);
	saltus_scicos_memory *m = (saltus_scicos_memory *)b->user;
	scicos_block *s = &m->block;
	const void *before = pthread_getspecific(saltus_scicos_key);
	m->now.b = b;
	m->now.phase = 2;
	pthread_setspecific(saltus_scicos_key, &m->now);
	if (call != SALTUS_INITIALISE && call != SALTUS_TERMINATE) {
		saltus_scicos_place(b, m);
		saltus_scicos_copy(b, SALTUS_INPUT, s->insz, s->nin, s->inptr, 1);
		saltus_scicos_copy(b, SALTUS_OUTPUT, s->outsz, s->nout, s->outptr, 1);
	}
	switch (call) {
	case SALTUS_INITIALISE: f(s, Initialization); break;
	case SALTUS_TERMINATE: f(s, Ending); break;
	case SALTUS_RATES: case SALTUS_RESIDUALS: f(s, DerivativeState); break;
	case SALTUS_OUTPUTS:
		f(s, OutputUpdate);
		saltus_scicos_copy(b, SALTUS_OUTPUT, s->outsz, s->nout, s->outptr, 0);
		break;
	case SALTUS_CROSSINGS: f(s, ZeroCrossing); break;
	case SALTUS_START:
		saltus_scicos_modes(m, f);
		saltus_scicos_events(b, s, f);
		break;
	case SALTUS_SCHEDULE: saltus_scicos_events(b, s, f); break;
	case SALTUS_UPDATE:
		f(s, StateUpdate);
		saltus_scicos_modes(m, f);
		break;
	default: break;
	}
	pthread_setspecific(saltus_scicos_key, before);
}

#endif
