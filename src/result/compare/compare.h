/* Comparisons: two records of what should be the same, a reference and another one.
 *
 *     events   Times with two limits are matched by their order, where they lie at most `time` apart. Between matched
 *              events the time of the other record is stretched, so that a jump that comes a little later is compared
 *              with the jump it is. How far events lie apart is told, and so are those without a partner.
 *     values   Columns of the same name are compared at the rows of the record that has fewer, over the time that both
 *              have; the other one is interpolated. At events left limits are compared with left limits, right with
 *              right. The largest difference is told with its time.
 *     tube     A value agrees if it differs by no more than
 *                  absolute + relative*max(range of the reference, a thousandth of its size).
 *              With a width, it may also agree with what the reference has a little earlier or later: it must lie
 *              between the least and the greatest value of the reference from t - width to t + width, or as near to
 *              them as that. What is not a number agrees with what is not a number.
 */
#ifndef SALTUS_RESULT_COMPARE_H
#define SALTUS_RESULT_COMPARE_H

#include "result/figure/figure.h"

typedef struct sr_renamed { const char *reference, *other; } sr_renamed;
typedef struct sr_compare_wish {
	double relative, absolute;
	double time;                             /* events match within it; NAN: a thousandth of the time that both have */
	double width;                            /* of the tube; 0: none */
	const sb_strings *patterns;              /* names of the reference; none: all */
	const sr_renamed *renamed; uint32_t renamed_count;
} sr_compare_wish;

typedef struct sr_difference {
	const char *name;
	uint32_t reference, other;               /* columns */
	double largest, when, expected, found;   /* the largest difference; NAN: there is one that is not a number */
	double height;                           /* of the tube */
	double excess;                           /* how far out of the tube, at `worst`; 0: it agrees */
	double worst;
} sr_difference;
typedef struct sr_comparison {
	sr_difference *at; uint32_t n;           /* those that disagree first, the worst before others */
	uint32_t disagreeing;
	sb_strings only_reference, only_other;
	double low, high;                        /* the time that both have; low > high: none */
	double reference_end, other_end;
	uint32_t events_reference, events_other, matched;
	double shift, shift_at;                  /* of matched events: the largest, and when */
	double alone_reference, alone_other;     /* the first event without a partner; NAN: none */
} sr_comparison;

sr_comparison *sr_compare(sb_arena *arena, const sr_record *reference, const sr_record *other,
						  const sr_compare_wish *wish);
/* Both curves, and the tube, of the first `most` differences. */
const sr_chart *sr_chart_of_comparison(sb_arena *arena, const sr_record *reference, const sr_record *other,
									   const sr_comparison *c, const char *const labels[2], uint32_t most);

#endif
