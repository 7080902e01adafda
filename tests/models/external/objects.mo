// External objects: made once before their first use and ended once, in arrays, given to components and functions, and
// inside of a record. The objects count; what they say when they end (they are ended in reverse order) shows how often
// they were used.
//! class Objects.Use
//! run --stop 1
//! final k = 10 + 5
//! final local = 2 + 15
//! final part.n = 2 + 5
//! final made = 7
//! final fromRecord = 21
//! value [m["text"] for m in j["messages"] if m["code"] == "R0324"] \
//!     = ["ended r 21", "ended b 7", "ended a 1", "ended c 15"]
//! run --stop 1 --solver {euler,cvode,dirk}
//! final k = 15
// An error in a function: the objects are still ended.
//! run --stop 1 -p most=0.3
//! status failed
//! message R0320 counted past 0.3
//! message R0324 ended c
// An object that cannot be made.
//! run --stop 1 -p first=-1
//! status failed
//! message R0320 no object
// In both tiers of code.
//! class Objects.Long
//! run --stop 1
//! final n = 2000
package Objects
  class Counter
    extends ExternalObject;
    function constructor
      input Integer start;
      input String name;
      output Counter c;
    external "C" c = counter_new(start, name) annotation(Include = "
#include <stdlib.h>
#include <string.h>
#include \"ModelicaUtilities.h\"
typedef struct { int n; char name[20]; } counter;
static void *counter_new(int start, const char *name)
{
	counter *c = start < 0 ? NULL : malloc(sizeof *c);
	if (c) {
		c->n = start;
		strncpy(c->name, name, 20);
		c->name[19] = 0;
	}
	return c;
}
static void counter_end(void *object)
{
	counter *c = object;
	if (strcmp(c->name, \"local\") != 0)
		ModelicaFormatMessage(\"ended %s %d\\n\", c->name, c->n);
	free(c);
}
static int counter_up(void *object, double u, double most)
{
	if (u > most)
		ModelicaFormatError(\"counted past %g\", most);
	return ++((counter *)object)->n;
}
");
    end constructor;
    function destructor
      input Counter c;
    external "C" counter_end(c) annotation(Include = "");
    end destructor;
  end Counter;

  impure function up
    input Counter c;
    input Real u = 0;
    input Real most = 1;
    output Integer n;
  external "C" n = counter_up(c, u, most) annotation(Include = "");
  end up;

  impure function twice "makes an object of its own in each call"
    input Integer start;
    output Integer n;
  protected
    Counter c = Counter(start, "local");
  algorithm
    n := up(c);
    n := up(c);
  end twice;

  record Holder
    Counter c;
    Real factor;
  end Holder;

  model Part
    parameter Counter c;
    Integer n(start = 0, fixed = true);
  equation
    when sample(0.1, 0.2) then
      n = up(c);
    end when;
  end Part;

  model Use
    parameter Integer first = 10;
    parameter Real most = 1;
    Counter c = Counter(first, "c");
    Counter pair[2] = {Counter(i, if i == 1 then "a" else "b") for i in 1:2};
    parameter Holder r(c = Counter(20, "r"), factor = 2);
    Part part(c = pair[2]);
    Integer k(start = 0, fixed = true), local(start = 0, fixed = true), fromRecord(start = 0, fixed = true);
    parameter Integer made = twice(5);
  equation
    when sample(0, 0.25) then
      k = up(c, time, most);
    end when;
    when k >= 15 then
      local = twice(k);
    end when;
    when time >= 0.45 then
      fromRecord = up(r.c);
    end when;
  end Use;

  model Long "an object that is used very often, so that the second compiler has time to come"
    Counter c = Counter(0, "local");
    Integer n(start = 0, fixed = true);
  equation
    when sample(0.00025, 0.0005) then
      n = up(c);
    end when;
  end Long;
end Objects;
