#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static void quoted(sb_text *out, const char *text)
{
	size_t length = strlen(text);
	sb_addc(out, '"');
	for (size_t i = 0; i < length;) {
		unsigned char c = (unsigned char)text[i];
		size_t bytes = sb_utf8_length(text + i, length - i);
		if (!bytes) {
			sb_add(out, "\\ufffd");
			bytes = 1;
		} else if (c == '"' || c == '\\') {
			sb_addc(out, '\\');
			sb_addc(out, (char)c);
		} else if (c == '\n') {
			sb_add(out, "\\n");
		} else if (c == '\t') {
			sb_add(out, "\\t");
		} else if (c < 0x20 || c == 0x7f) {
			sb_addf(out, "\\u%04x", c);
		} else {
			sb_addn(out, text + i, bytes);
		}
		i += bytes;
	}
	sb_addc(out, '"');
}

static void begin(sb_json *j, const char *key)
{
	if (j->comma)
		sb_addc(j->out, ',');
	if (key) {
		quoted(j->out, key);
		sb_addc(j->out, ':');
	}
	j->comma = true;
}

void sb_json_open(sb_json *j, const char *key, char bracket)
{
	begin(j, key);
	sb_addc(j->out, bracket);
	j->comma = false;
}

void sb_json_close(sb_json *j, char bracket)
{
	sb_addc(j->out, bracket);
	j->comma = true;
}

void sb_json_real(sb_json *j, const char *key, double value)
{
	begin(j, key);
	if (isfinite(value))
		sb_add_real(j->out, value);
	else
		sb_add(j->out, "null");
}

void sb_json_int(sb_json *j, const char *key, int64_t value)
{
	begin(j, key);
	sb_addf(j->out, "%lld", (long long)value);
}

void sb_json_bool(sb_json *j, const char *key, bool value)
{
	begin(j, key);
	sb_add(j->out, value ? "true" : "false");
}

void sb_json_string(sb_json *j, const char *key, const char *value)
{
	begin(j, key);
	quoted(j->out, value);
}

void sb_json_raw(sb_json *j, const char *key, const char *json)
{
	begin(j, key);
	sb_add(j->out, json);
}
