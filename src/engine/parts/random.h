/* Random numbers: streams that depend on nothing but their key.
 *
 * A stream is (seed, number of the run, name, subscript). Its numbers are Threefry of Random123 (4 x 64 bits, 20
 * rounds) of a counter under that key, so they depend neither on other streams nor on the order in which threads run,
 * and two streams have nothing in common.
 */
#ifndef SALTUS_ENGINE_RANDOM_H
#define SALTUS_ENGINE_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

enum { SE_BLOCK = 16, SE_LAYERS = 256 };
typedef struct se_stream {
	uint64_t key[4], block;          /* block: number of the next four words */
	uint32_t left;                   /* of `word`, taken from the end */
	uint64_t word[SE_BLOCK];
} se_stream;

/* Tables of the ziggurats: a number of 53 bits times `width` of its layer, and the number below which that is inside of
 * the layer. */
typedef struct se_ziggurat {
	double width[SE_LAYERS], height[SE_LAYERS + 1];
	uint64_t inside[SE_LAYERS];
	double edge;
} se_ziggurat;
typedef struct se_tables { se_ziggurat exponential, normal; } se_tables;

void se_stream_open(se_stream *s, uint64_t seed, uint64_t run, uint64_t name, uint64_t index);
uint64_t se_name_key(const char *name);
void se_stream_refill(se_stream *s);
void se_tables_fill(se_tables *t);

static inline uint64_t se_word(se_stream *s)
{
	if (!s->left)
		se_stream_refill(s);
	return s->word[--s->left];
}
static inline double se_unit(se_stream *s) { return (double)(se_word(s) >> 11) * 0x1p-53; }               /* [0, 1) */
static inline double se_open_unit(se_stream *s) { return ((double)(se_word(s) >> 12) + 0.5) * 0x1p-52; }  /* (0, 1) */

double se_exponential(se_stream *s, const se_tables *t);         /* of mean 1 */
double se_normal(se_stream *s, const se_tables *t);              /* of mean 0 and deviation 1 */
double se_gamma(se_stream *s, const se_tables *t, double shape);
double se_beta(se_stream *s, const se_tables *t, double a, double b);
double se_poisson(se_stream *s, double mean);
double se_binomial(se_stream *s, double n, double p);
uint64_t se_below(se_stream *s, uint64_t n);                     /* 0 .. n-1, each as likely; 0: any word */

#endif
