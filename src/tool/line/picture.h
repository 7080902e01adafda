/* Pictures that the command line asks for, by `saltus run --plot` and `saltus plot`.
 *
 * Each --plot is a picture of its own. Options of pictures that stand before the first --plot hold for all of them;
 * those that stand after a --plot are its own, and win:
 *
 *     saltus run m.mo --size 600x300 --plot=a.svg --vars-plot x --plot=b.svg --vars-plot v --over x
 */
#ifndef SALTUS_TOOL_PICTURE_H
#define SALTUS_TOOL_PICTURE_H

#include "result/result.h"
#include "tool/line/option_value.h"

typedef struct tool_range { double low, high; } tool_range;      /* low == high: not given; NAN: open */
enum tool_log_axis { TOOL_LOG_X = 1, TOOL_LOG_Y = 2, TOOL_LOG_RIGHT = 4 };
typedef struct tool_picture {
	const char *file;                            /* "": the terminal */
	sb_strings vars, right;
	const char *figure, *over, *title, *x_label, *y_label, *right_label;
	tool_range x, y, second, time;
	uint32_t log;                                /* of TOOL_LOG_X, ... */
	bool points, events, equal;
	sr_sharing sharing;
	uint32_t columns, width, height, bins;
	sr_view view; sr_window window;
	uint32_t given;                              /* a bit for each option */
} tool_picture;
typedef sb_vec(tool_picture) tool_picture_list;

/* picture_options.c: the options by number; -1: there is none of that name. */
int tool_picture_find(const char *name, size_t length);
bool tool_picture_option(uint32_t number, tool_option *out);     /* false: past the last */
bool tool_picture_store(sb_arena *arena, sb_diag *diag, int number, const char *value, tool_picture *to);
bool tool_picture_check(sb_diag *diag, const tool_picture *p);   /* options that exclude each other */
bool tool_picture_missing(sb_diag *diag, const tool_picture *p); /* reported: options are given, but no picture */

#endif
