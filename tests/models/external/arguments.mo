// What goes to external C and comes back: Strings, sizes, arrays of Integers, messages.
//! class Arguments.Use
//! run --stop 0
//! final n = 5
//! final joined_length = 11
//! value [final["back[%d]" % i] for i in (1, 2, 3)] = [3, 1, 2]
//! message R0323 what a lot
//! message R0324 hello
package Arguments
  function join
    input String a, b;
    output String c;
  external "C" c = join(a, b) annotation(Include = "
#include <stdlib.h>
#include <string.h>
#include \"ModelicaUtilities.h\"
static const char *join(const char *a, const char *b)
{
	char *all = ModelicaAllocateString(strlen(a) + strlen(b));
	strcpy(all, a);
	strcat(all, b);
	return all;
}
static int count(const int *list, size_t n, const char *text)
{
	int sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += list[i];
	if (sum > 4)
		ModelicaWarning(\"what a lot\");
	ModelicaMessage(text);
	return sum;
}
static void turn(const int *from, int *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[(i + 1) % n] = from[i];
}
");
  end join;
  impure function count
    input Integer list[:];
    input String text;
    output Integer n;
  external "C" n = count(list, size(list, 1), text) annotation(Include = "");
  end count;
  function turn
    input Integer list[:];
    output Integer turned[size(list, 1)];
  external "C" turn(list, turned, size(list, 1)) annotation(Include = "");
  end turn;
  model Use
    parameter Integer n = count({2, 3}, "hello");
    parameter String joined = join("hello ", "world");
    parameter Integer joined_length = if joined == "hello world" then 11 else 0;
    parameter Integer back[3] = turn({1, 2, 3});
  end Use;
end Arguments;
