// Where functions that are not pure may be called (3.6, 12.3): each call counts one on, so that the calls can be
// counted by their results: two at each of the ten ticks.
//! run --stop 1.05
//! final p = 1
//! check final["i"] >= 2
//! final n = 10
//! final m = 10
//! final q = 7
//! value final["last"] - final["first"] = 18
model Impure
  impure function count "Gives one more at each call"
    input Real dummy = 0;
    output Integer n;
  external "C" n = impure_count() annotation(Include =
      "static long long impure_count_now; static int impure_count(void) { return (int)++impure_count_now; }");
  end count;
  function unmarked "Impure itself, because it calls an impure function"
    input Real u;
    output Integer n;
  algorithm
    n := count(u);
  end unmarked;
  impure function marked = count;
  function harmless "The call is declared to be of no consequence"
    input Real u;
    output Real y;
  algorithm
    y := u + 0*pure(count(u));
  end harmless;
  parameter Integer p = count() "The value of a parameter";
  Integer i(start = 0), n(start = 0, fixed = true), m(start = 0, fixed = true), first(start = 0, fixed = true),
      last(start = 0, fixed = true);
  Real q = harmless(7), r = pure(harmless(count_pure));
  constant Real count_pure = 3;
initial equation
  pre(i) = count(time);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
    i = pre(i);
    last = marked(time);
    first = if pre(n) == 0 then last else pre(first);
  end when;
algorithm
  when sample(0.1, 0.1) then
    m := pre(m) + (if unmarked(time) > 0 then 1 else 0);
  end when;
end Impure;
