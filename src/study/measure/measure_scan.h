/* Private to study/measure: a curve in a piece of the run, in samples and in parts between which it bends or jumps. */
#ifndef SALTUS_STUDY_MEASURE_SCAN_H
#define SALTUS_STUDY_MEASURE_SCAN_H

#include "study/measure/measure_inside.h"

enum { ST_SAMPLES = 40, ST_CUTS = 130 };
typedef struct st_sample { double t, v; } st_sample;
typedef struct st_scan {
	st_gauge *g; const st_node *n; double sign; uint32_t piece;
	bool bends;                      /* it may do so between the samples that are taken */
} st_scan;

/* measure_samples.c */
double st_scan_at(st_scan *s, double t);         /* sign*n at a time of the present piece */
/* From a to b, which lie in the piece; at most ST_SAMPLES. */
uint32_t st_take_samples(st_scan *s, double a, double b, st_sample *out);
/* A peak that may stand between sample i-1 and i+1; of the first and the last one on one side of it. False: none. */
bool st_peak_near(st_scan *s, const st_sample *list, uint32_t n, uint32_t i, double least, st_sample *out);

/* measure_cuts.c */
/* From t[0] to t[n-1], which are the ends; between two of the others nothing in the curve chooses anew. */
typedef struct st_cuts { double t[ST_CUTS]; uint32_t n; bool complete; } st_cuts;
void st_cut(st_gauge *g, const st_node *n, uint32_t piece, double a, double b, st_cuts *out);
/* Part i of them, by times that lie in it for sure: cuts are known to the rounding of time. False: it has no length. */
bool st_inside(const st_gauge *g, const st_cuts *c, uint32_t i, double *low, double *high);

#endif
