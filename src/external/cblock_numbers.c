/* Numbers of blocks in C: between the doubles of the model and the items that the function sees. */
#include "external/cblock_inside.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "external/external.h"

static const uint64_t unwritten = 0x7ff8deadbeef0001ull;        /* a NaN that no operation gives; of an int INT_MIN */
enum { BLANK = 0xa5 };                                   /* of a narrow number */

/* By saltus_item_type. A double holds the limits of int64 and uint64 that are here, and all that lies between them. */
static const struct { const char *name; size_t size; double low, high; } types[] = {
	[SALTUS_REAL] = {"double", sizeof(double), 0, 0}, [SALTUS_INT] = {"int", sizeof(int), INT_MIN, INT_MAX},
	[SALTUS_TEXT] = {"text", sizeof(char *), 0, 0},
	[SALTUS_INT8] = {"int8", 1, INT8_MIN, INT8_MAX}, [SALTUS_UINT8] = {"uint8", 1, 0, UINT8_MAX},
	[SALTUS_INT16] = {"int16", 2, INT16_MIN, INT16_MAX}, [SALTUS_UINT16] = {"uint16", 2, 0, UINT16_MAX},
	[SALTUS_UINT32] = {"uint32", 4, 0, UINT32_MAX},
	[SALTUS_INT64] = {"int64", 8, -0x1p53, 0x1p53}, [SALTUS_UINT64] = {"uint64", 8, 0, 0x1p53}};

const char *sl_cblock_type_name(saltus_item_type type)
{
	return types[type].name;
}

size_t sl_cblock_size(saltus_item_type type)
{
	return types[type].size;
}

bool sl_cblock_is_narrow(saltus_item_type type)
{
	return type > SALTUS_TEXT;
}

static double number_at(const saltus_item *item, int k)
{
	switch (item->type) {
	case SALTUS_REAL: return ((const double *)item->data)[k];
	case SALTUS_INT8: return ((const int8_t *)item->data)[k];
	case SALTUS_UINT8: return ((const uint8_t *)item->data)[k];
	case SALTUS_INT16: return ((const int16_t *)item->data)[k];
	case SALTUS_UINT16: return ((const uint16_t *)item->data)[k];
	case SALTUS_UINT32: return ((const uint32_t *)item->data)[k];
	case SALTUS_INT64: return (double)((const int64_t *)item->data)[k];
	case SALTUS_UINT64: return (double)((const uint64_t *)item->data)[k];
	default: return ((const int *)item->data)[k];
	}
}

static void want_exact(const saltus_item *item, double value)
{
	if ((item->type == SALTUS_INT64 || item->type == SALTUS_UINT64) &&
		(value >= types[item->type].high || value <= types[SALTUS_INT64].low))
		sl_fail("the value %.0f of '%s' is beyond 2^53, where numbers of a block in C are not exact", value,
				item->name);
}

static void put(const saltus_item *item, int k, double value)
{
	switch (item->type) {
	case SALTUS_INT8: ((int8_t *)item->data)[k] = (int8_t)value; break;
	case SALTUS_UINT8: ((uint8_t *)item->data)[k] = (uint8_t)value; break;
	case SALTUS_INT16: ((int16_t *)item->data)[k] = (int16_t)value; break;
	case SALTUS_UINT16: ((uint16_t *)item->data)[k] = (uint16_t)value; break;
	case SALTUS_UINT32: ((uint32_t *)item->data)[k] = (uint32_t)value; break;
	case SALTUS_INT64: ((int64_t *)item->data)[k] = (int64_t)value; break;
	case SALTUS_UINT64: ((uint64_t *)item->data)[k] = (uint64_t)value; break;
	default: ((int *)item->data)[k] = (int)value; break;
	}
}

static void put_whole(const saltus_item *item, int k, double value)
{
	double low = types[item->type].low, high = types[item->type].high;
	if (isnan(value)) {
		put(item, k, sl_cblock_is_narrow(item->type) ? low : INT_MIN);
		return;
	}
	want_exact(item, value);
	if (value < low || value > high)
		sl_fail("the value %.0f of '%s' is too %s for %s %s", value, item->name, value < low ? "low" : "large",
				*types[item->type].name == 'i' ? "an" : "a", types[item->type].name);
	put(item, k, value);
}

const double *sl_cblock_load(const saltus_item *item, const double *from)
{
	for (int k = 0; k < item->count; k++)
		if (item->type == SALTUS_REAL)
			((double *)item->data)[k] = from[k];
		else
			put_whole(item, k, from[k]);
	return from + item->count;
}

double *sl_cblock_store(const saltus_item *item, double *to)
{
	for (int k = 0; k < item->count; k++) {
		to[k] = number_at(item, k);
		want_exact(item, to[k]);
	}
	return to + item->count;
}

bool sl_cblock_is_same(const saltus_item *item, const double *before)
{
	for (int k = 0; k < item->count; k++) {
		double now = number_at(item, k);
		if (now != before[k] && !(isnan(now) && isnan(before[k])))
			return false;
	}
	return true;
}

/* ------------------------------------------------------------------------------------- what was not written */

void sl_cblock_clear(void *row, saltus_item_type type, int count)
{
	for (int k = 0; k < count; k++)
		if (type == SALTUS_INT)
			((int *)row)[k] = INT_MIN;
		else if (sl_cblock_is_narrow(type))
			memset((char *)row + (size_t)k * sl_cblock_size(type), BLANK, sl_cblock_size(type));
		else
			memcpy((uint64_t *)row + k, &unwritten, sizeof unwritten);
}

static bool is_all(const void *row, saltus_item_type type, int k, unsigned char byte)
{
	const unsigned char *at = (const unsigned char *)row + (size_t)k * sl_cblock_size(type);
	bool all = true;
	for (size_t i = 0; i < sl_cblock_size(type); i++)
		all &= at[i] == byte;
	return all;
}

bool sl_cblock_is_clear(const void *row, saltus_item_type type, int k)
{
	if (sl_cblock_is_narrow(type))
		return is_all(row, type, k, BLANK);
	return type == SALTUS_INT ? ((const int *)row)[k] == INT_MIN
							  : memcmp((const uint64_t *)row + k, &unwritten, sizeof unwritten) == 0;
}

void sl_cblock_flip(void *row, saltus_item_type type, int count)
{
	memset(row, (unsigned char)~BLANK, (size_t)count * sl_cblock_size(type));
}

bool sl_cblock_is_flipped(const void *row, saltus_item_type type, int k)
{
	return is_all(row, type, k, (unsigned char)~BLANK);
}
