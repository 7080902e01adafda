// An inertia from a table of parameters, by a number that changes in the instant in which it is joined with another
// (both are 3 then): momentum is kept, and the table has no value before the instant that would be another.
//! run --stop 2
//! value right('a', 1) = 0.5 +- 1e-6
//! value right('b', 1) = 0.5 +- 1e-6
//! value col('a')[-1] = 0.5 + 1/3 +- 1e-6
model ParameterByNumber
  parameter Real p[2] = {1, 2};
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), t;
  Integer k(start = 1, fixed = true);
equation
  when time >= 1 then k = 2; end when;
  (1 + p[k])*der(a) = 2 - t;
  3*der(b) = t;
  if k > 1 then a = b; else t = 0; end if;
end ParameterByNumber;
