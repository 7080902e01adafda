// GenerateEvents (3.6, 18.3): relations of a function that asks for it make events where it is called; without the
// annotation they do not. The limiter changes its piece at time 1 and 3; the Integer `level` of a function with events
// is a discrete variable.
//! class FunctionEvents.Use
//! run --stop 4 --tol 1e-9 --solver {cvode,dirk}
//! check j["events"]["state"] == 2
//! y = min(max(t - 1, 0), 2) +- 1e-9
//! changes level = [1, 3] +- 1e-9
//! integral(4) = 2**2/2 + 2 +- 1e-8
package FunctionEvents
  function limited
    input Real u, high;
    output Real y;
  algorithm
    if u < 0 then
      y := 0;
    elseif u > high then
      y := high;
    else
      y := u;
    end if;
    annotation(GenerateEvents = true);
  end limited;

  function pieces
    input Real u;
    output Integer n;
  algorithm
    n := if u < 0 then 1 else 2;
    if u > 2 then
      n := n + 1;
    end if;
    annotation(GenerateEvents = true);
  end pieces;

  model Use
    Real x(start = -1, fixed = true);
    Real y = limited(x, 2);
    Integer level = pieces(x);
    Real integral(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(integral) = y;
  end Use;
end FunctionEvents;
