// A capacitance that is zero in the text makes no state. With another value, given to the run, there is one: in models
// with modes too, in the mode in which the run begins and in one that is entered later, and also where the value comes
// through another parameter. Without a voltage before it, v begins at 0 and rises as 1 - exp(-t/C); after a second the
// source is 3.
//! class ZeroIsStructural.First
//! run --stop 1 --tol 1e-9
//! v = 1 +- 1e-9
//! run --stop 1 --tol 1e-9 -p A={0.5,1}
//! final v = 1 - exp(-1/(2*final['A'])) +- 1e-7
//! class ZeroIsStructural.Then
//! run --stop 2 --tol 1e-9
//! final v = 1 +- 1e-9
//! run --stop 2 --tol 1e-9 -p A={0.5,1}
//! final v = 1 + 2*exp(-1/(2*final['A'])) +- 1e-7
package ZeroIsStructural
  model First
    parameter Real A = 0, C = 2*A;
    Real v(start = 0, fixed = C > 0), i, w;
  equation
    C*der(v) = i;
    i = 1 - v;
    if time < 5 then w = 3; else w + i = 2; end if;
  end First;
  model Then
    parameter Real A = 0, C = 2*A;
    Real v, i;
  equation
    if time < 1 then
      v = 3; i = 2;
    else
      C*der(v) = i; i = 1 - v;
    end if;
  end Then;
end ZeroIsStructural;
