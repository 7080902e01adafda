/* Numbers and texts of Scilab as they are written. */
#include "front/xcos/scilab/xcos_scilab.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

xc_value *xc_text_literal(xc_work *w, const char **from)
{
	const char *at = *from;
	char quote = *at++;
	sb_text text = {0};
	sb_add(&text, "");
	for (;; at++) {
		if ((*at == '"' || *at == '\'') && at[1] == *at)
			at++;
		else if (*at == 0 || *at == '\n' || *at == '"' || *at == '\'')
			break;
		sb_addc(&text, *at);
	}
	const char *kept = sb_strdup(w->arena, text.at);
	sb_text_free(&text);
	*from = at;
	if (*at == 0 || *at == '\n')
		return xc_none(w, "a text that begins with %c does not end", quote);
	*from = at + 1;
	return xc_word(w->arena, kept);
}

xc_value *xc_number_literal(xc_work *w, const char **from)
{
	char digits[64];
	size_t n = 0;
	const char *at = *from;
	while (n < 60 && (isdigit((unsigned char)*at) || *at == '.')) {
		if (*at == '.' && (strchr("*/\\^'", at[1]) && at[1]))
			break;
		digits[n++] = *at++;
	}
	bool sign = *at && (at[1] == '+' || at[1] == '-');
	if (*at && strchr("eEdD", *at) && isdigit((unsigned char)at[sign ? 2 : 1])) {
		digits[n++] = 'e';
		at++;
		while (n < 63 && (isdigit((unsigned char)*at) || ((*at == '+' || *at == '-') && digits[n - 1] == 'e')))
			digits[n++] = *at++;
	}
	digits[n] = 0;
	*from = at;
	return xc_real(w->arena, strtod(digits, NULL));
}
