/* Writing JSON: commas and quoting are taken care of, numbers are the shortest that read back exactly, and a number
 * that JSON cannot hold (NaN, infinities) becomes null. */
#ifndef SALTUS_BASE_JSON_H
#define SALTUS_BASE_JSON_H

#include "base/text.h"

typedef struct sb_json { sb_text *out; bool comma; } sb_json;

void sb_json_open(sb_json *j, const char *key, char bracket);   /* '{' or '['; key NULL inside arrays and at the top */
void sb_json_close(sb_json *j, char bracket);                   /* '}' or ']' */
void sb_json_real(sb_json *j, const char *key, double value);
void sb_json_int(sb_json *j, const char *key, int64_t value);
void sb_json_bool(sb_json *j, const char *key, bool value);
void sb_json_string(sb_json *j, const char *key, const char *value);
void sb_json_raw(sb_json *j, const char *key, const char *json);

#endif
