/* The public interface: messages, for people and for programs. */
#include "base/json.h"
#include "study/public/public.h"
#include <string.h>

/* Why it is broken, in the form of the others. */
static void add_broken(sb_text *out, const char *broken)
{
	char text[ST_BROKEN];
	sb_json j = {.out = out};
	const char *from = strncmp(broken, "error: ", 7) == 0 ? broken + 7 : broken;
	snprintf(text, sizeof text, "%.*s", (int)strcspn(from, "\n"), from);
	sb_json_open(&j, NULL, '[');
	sb_json_open(&j, NULL, '{');
	sb_json_string(&j, "severity", "error");
	sb_json_string(&j, "code", "");
	sb_json_string(&j, "text", text);
	sb_json_close(&j, '}');
	sb_json_close(&j, ']');
}

const char *st_public_json(sb_text *out, const sb_diag *diag, uint32_t first, const char *broken)
{
	volatile bool good = false;
	sb_door door;
	if (SB_ENTER(&door)) {
		out->n = 0;
		if (broken[0])
			add_broken(out, broken);
		else if (diag)
			sb_render_json(diag, first, out);
		else
			sb_add(out, "[]");
		good = true;
	}
	sb_leave(&door);
	return good ? out->at : "[{\"severity\":\"error\",\"code\":\"\",\"text\":\"out of memory\"}]";
}

const char *saltus_messages(const saltus_program *p)
{
	return p->broken[0] ? p->broken : p->messages.at;
}

const char *saltus_messages_json(saltus_program *p)
{
	if (!p->broken[0] && !p->model)          /* it was not even read; said when it was loaded */
		return p->json.at;
	return st_public_json(&p->json, p->broken[0] ? NULL : p->model->diag, 0, p->broken);
}

/* The text of what was said since the last simulation began. */
void st_public_render(saltus_run *r)
{
	r->messages.n = 0;
	sb_render(r->diag, 0, false, &r->messages);
	sb_add(&r->messages, "");
}

const char *saltus_run_messages(const saltus_run *r)
{
	return !r ? "" : r->broken[0] ? r->broken : r->messages.at;
}

size_t saltus_message_count(const saltus_run *r)
{
	return r && !r->broken[0] ? sb_messages(r->diag) : 0;
}

const char *saltus_run_messages_json(saltus_run *r, size_t from)
{
	return !r ? "[]" : st_public_json(&r->json, r->diag, from < UINT32_MAX ? (uint32_t)from : UINT32_MAX, r->broken);
}
