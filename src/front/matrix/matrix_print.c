/* Trees as text. */
#include "front/matrix/front_matrix.h"


const char *mx_op_text(mx_op op)
{
	static const char *const texts[] = {
		[MX_NONE] = "", [MX_ADD] = "+", [MX_SUB] = "-", [MX_MUL] = "*", [MX_DIV] = "/", [MX_LEFT_DIV] = "\\",
		[MX_POW] = "^", [MX_EMUL] = ".*", [MX_EDIV] = "./", [MX_ELEFT_DIV] = ".\\", [MX_EPOW] = ".^", [MX_LT] = "<",
		[MX_LE] = "<=", [MX_GT] = ">", [MX_GE] = ">=", [MX_EQ] = "==", [MX_NE] = "~=", [MX_AND] = "&", [MX_OR] = "|",
		[MX_NOT] = "~", [MX_MINUS] = "-", [MX_PLUS] = "+"};
	return texts[op];
}

static void print_list(const mx_node *e, uint32_t from, const char *separator, sb_text *out)
{
	for (uint32_t i = from; i < e->a.n; i++) {
		sb_add(out, i > from ? separator : "");
		mx_print(e->a.at[i], out);
	}
}

static void print_switch(const mx_node *e, sb_text *out)
{
	sb_add(out, ".switch ");
	mx_print(e->a.at[0], out);
	for (uint32_t i = 1; i + 1 < e->a.n; i += 2) {
		sb_add(out, " .case ");
		mx_print(e->a.at[i], out);
		sb_add(out, ", ");
		mx_print(e->a.at[i + 1], out);
	}
	sb_add(out, " .otherwise ");
	mx_print(e->a.at[e->a.n - 1], out);
	sb_add(out, " .end");
}

static void print_if(const mx_node *e, sb_text *out)
{
	static const char *const before[] = {".if ", " .then ", " .else "};
	for (uint32_t i = 0; i < 3; i++) {
		sb_add(out, before[i]);
		mx_print(e->a.at[i], out);
	}
	sb_add(out, " .end");
}

static void print_parts(const mx_node *e, sb_text *out)
{
	sb_addc(out, '(');
	switch (e->kind) {
	case MX_UNARY:
		sb_add(out, mx_op_text(e->op));
		mx_print(e->a.at[0], out);
		break;
	case MX_BINARY:
		mx_print(e->a.at[0], out);
		sb_addf(out, " %s ", mx_op_text(e->op));
		mx_print(e->a.at[1], out);
		break;
	case MX_TRANSPOSE:
		mx_print(e->a.at[0], out);
		sb_addc(out, '\'');
		break;
	case MX_RANGE:
		print_list(e, 0, ":", out);
		break;
	case MX_ASSIGN:
		print_list(e, 0, " := ", out);
		break;
	default:
		mx_print(e->a.at[0], out);
		sb_add(out, " := []");
	}
	sb_addc(out, ')');
}

void mx_print(const mx_node *e, sb_text *out)
{
	switch (e->kind) {
	case MX_NUMBER: sb_add_real(out, e->number); return;
	case MX_IMAGINARY: sb_add_real(out, e->number); sb_addc(out, 'i'); return;
	case MX_STRING: sb_addf(out, "\"%s\"", e->word); return;
	case MX_NAME: sb_add(out, e->word); return;
	case MX_ALL: sb_addc(out, ':'); return;
	case MX_END: sb_add(out, "end"); return;
	case MX_MATRIX:
		sb_addc(out, '[');
		print_list(e, 0, "; ", out);
		sb_addc(out, ']');
		return;
	case MX_ROW: print_list(e, 0, ", ", out); return;
	case MX_APPLY:
		mx_print(e->a.at[0], out);
		sb_addc(out, '(');
		print_list(e, 1, ", ", out);
		sb_addc(out, ')');
		return;
	case MX_IF: print_if(e, out); return;
	case MX_SWITCH: print_switch(e, out); return;
	default: print_parts(e, out);
	}
}
