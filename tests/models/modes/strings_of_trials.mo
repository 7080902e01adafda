// A look for a second mode leaves no trace in a String that the rates depend on.
//! run --stop 2
//! y = t +- 1e-9
model StringsOfTrials
  function speed
    input String s;
    output Real v;
  algorithm
    v := if s == "n+" then 5 else 1;
  end speed;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Boolean tied = x < 0.2;
  String s;
  Real a(start = 1, fixed = true), b(start = 0, fixed = true), t;
equation
  der(x) = -x;
  der(y) = speed(s);
  der(a) = -a - t;
  der(b) = t - b;
  if tied then a = b; else t = 0; end if;
  s = "n" + (if x >= -0.5 then "-" else "+");
end StringsOfTrials;
