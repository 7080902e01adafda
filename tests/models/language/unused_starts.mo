// Starts that are not used are told in one message for all of them; equal values are no contradiction, whatever they
// are computed from.
//! class UnusedStarts.Different
//! run --stop 1
//! message S0207 'a.other', 'b.other', 'c.other', 'd.other' and 2 more
//! value sum(m["code"] == "S0207" for m in j["messages"]) = 1
//! value [final[k + ".x"] for k in "abcdef"] = [2*exp(-1)]*6 +- 1e-5
//! class UnusedStarts.Equal
//! run --stop 1
//! message none
package UnusedStarts
  model Part
    parameter Real x0 = 2, other0 = 3;
    Real x(start = x0, fixed = true);
    Real other(start = other0);
  equation
    der(x) = -x;
    other = x;
  end Part;

  model Different
    Part a, b, c, d, e, f;
  end Different;

  model Equal
    parameter Real start = 2;
    Part a(x0 = start, other0 = 4 - start), b(x0 = 1 + 1, other0 = start);
  end Equal;
end UnusedStarts;
