/* How two tokens stand beside each other on a line. */
#include "front/modelica/format/format.h"
#include "front/modelica/syntax/lex.h"

static bool is_name(int id) { return id == MO_W_IDENT; }

/* Words that take their bracket as a function takes its arguments. */
static bool called(int id)
{
	switch (id) {
	case MO_W_DER:
	case MO_W_INITIAL:
	case MO_W_PURE:
	case MO_W_CONNECT:
	case MO_W_ANNOTATION:
	case MO_W_ENUMERATION:
		return true;
	default: return false;
	}
}

static bool ends_reference(int id) { return is_name(id) || id == MO_W_RBRACKET || id == MO_W_RPAREN; }
static bool opens(int id) { return id == MO_W_LPAREN || id == MO_W_LBRACKET || id == MO_W_LBRACE; }
static bool closes(int id) { return id == MO_W_RPAREN || id == MO_W_RBRACKET || id == MO_W_RBRACE; }
static bool tight(int id) { return id == MO_W_STAR || id == MO_W_SLASH || id == MO_W_CARET || id == MO_W_COLON; }

/* `2. * x` would read as 2 .* x to other tools, and 1.:n is hard on the eye. */
static bool ends_in_dot(const mo_laid *l, const char *text)
{
	return l->token->id == MO_W_NUMBER && text[l->token->end - 1] == '.';
}

bool mo_space_between(const mo_laid *left, const mo_laid *right, const char *text)
{
	int a = left->token->id, b = right->token->id;
	if (left->importing && b == MO_W_DOT_STAR)
		return false;
	if (opens(a) || closes(b) || b == MO_W_COMMA || b == MO_W_SEMICOLON)
		return false;
	if (a == MO_W_COMMA || a == MO_W_SEMICOLON)
		return true;
	if (a == MO_W_DOT)
		return false;
	if (b == MO_W_DOT)
		return !ends_reference(a) && !tight(a) && !left->unary;
	if (b == MO_W_LPAREN)
		return !(ends_reference(a) || called(a) || left->unary || tight(a));
	if (b == MO_W_LBRACKET && (ends_reference(a) || a == MO_W_RBRACE))
		return false;
	if (left->unary)
		return false;
	if (tight(a) || tight(b))
		return ends_in_dot(left, text);
	return true;
}
