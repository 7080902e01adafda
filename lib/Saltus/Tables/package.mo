within Saltus;
package Tables "Tables over one, two and three variables"
  type Between = enumeration(
    floor "the sample before",
    ceil "the sample after",
    nearest "the nearest sample; half way the one after",
    linear "straight lines",
    notAKnot "cubic spline, its third derivative is continuous at the second sample and the last but one",
    natural "cubic spline, its second derivative is zero at the ends",
    clamped "cubic spline, its first derivative is zero at the ends",
    akima "cubics with slopes after Akima (1970)",
    fritschButland "cubics that are monotone where the samples are (1984)",
    steffen "cubics with extrema at samples only (1990)") "Between samples";
  type Beyond = enumeration(
    zero "zero",
    hold "the first, or the last, sample",
    line "the straight line through the two outermost samples",
    repeat "the samples again") "Beyond the samples";

  function slopes "Slopes of cubics at the samples"
    input Real X[:] "rising";
    input Real Y[size(X, 1)];
    input Between between;
    output Real d[size(X, 1)];
  external "C" Saltus_tableSlopes(X, size(X, 1), Y, Integer(between), d);
  end slopes;

  function cubic "By values and slopes at both ends of an interval of the length h"
    input Real p "part of the interval, from 0 to 1";
    input Real h, a, slopeA, b, slopeB;
    output Real y;
  algorithm
    y := (1 + 2*p)*(1 - p)^2*a + p^2*(3 - 2*p)*b + h*p*(1 - p)*((1 - p)*slopeA - p*slopeB);
    annotation(Inline = true, smoothOrder = 3);
  end cubic;

  block Axis "Where u is on an axis: interval, part of it, side"
    parameter Real X[:] "rising";
    parameter Beyond left = Beyond.hold, right = Beyond.hold;
    input Real u;
    output Integer k "number of the interval";
    output Real p "part of the interval; of `line` also below 0 and above 1";
    output Integer side "-1 and 1: before and behind the samples, which are not repeated there; 0 otherwise";
    output Boolean off "there the value is zero";
  protected
    parameter Integer n = size(X, 1);
    parameter Boolean repeats = left == Beyond.repeat or right == Beyond.repeat;
    Integer out = if u < X[1] then -1 elseif u > X[n] then 1 else 0;
    Integer turns;
    Real v "u, shifted to the samples";
  equation
    assert(n >= 2, "a table needs two samples in each direction");
    for i in 2:n loop
      assert(X[i] > X[i - 1], "the samples of a table must rise: " + String(X[i]) + " comes after " + String(X[i - 1]));
    end for;
    turns = if repeats then
      (if out < 0 and left == Beyond.repeat or out > 0 and right == Beyond.repeat then integer((u - X[1])/(X[n] - X[1]))
      else 0)
      else 0;
    side = if out < 0 and left <> Beyond.repeat or out > 0 and right <> Beyond.repeat then out else 0;
    off = side < 0 and left == Beyond.zero or side > 0 and right == Beyond.zero;
    v = if side < 0 and left == Beyond.hold then X[1] elseif side > 0 and right == Beyond.hold then X[n]
      else u - turns*(X[n] - X[1]);
    k = 1 + sum(if v >= X[i] then 1 else 0 for i in 2:n - 1);
    p = (v - X[k])/(X[k + 1] - X[k]);
  end Axis;

  block Lookup "y over u, by samples"
    parameter Real X[:] "rising";
    parameter Real Y[size(X, 1)];
    parameter Between between = Between.linear annotation(Evaluate = true);
    parameter Beyond left = Beyond.hold, right = Beyond.hold annotation(Evaluate = true);
    input Real u;
    output Real y;
  protected
    Axis axis(X = X, left = left, right = right, u = u);
    parameter Boolean steps = between == Between.floor or between == Between.ceil or between == Between.nearest;
    parameter Boolean lines = between == Between.linear;
    parameter Real d[size(X, 1)] = if steps or lines then zeros(size(X, 1)) else slopes(X, Y, between);
    Boolean later "of steps: the sample after";
    Real straight = Y[axis.k] + axis.p*(Y[axis.k + 1] - Y[axis.k]);
  equation
    later = if between == Between.floor then axis.p >= 1 elseif between == Between.ceil then axis.p > 0
      elseif between == Between.nearest then axis.p >= 0.5 else false;
    // behind the end steps go on with the last sample, which nobody would see otherwise
    y = if axis.off and not (steps and axis.side > 0) then 0
      elseif steps and axis.off then Y[size(Y, 1)]
      elseif lines or axis.side <> 0 then straight
      elseif steps then (if later then Y[axis.k + 1] else Y[axis.k])
      else cubic(axis.p, X[axis.k + 1] - X[axis.k], Y[axis.k], d[axis.k], Y[axis.k + 1], d[axis.k + 1]);
  end Lookup;

  block Lookup2D "y over u[1] and u[2]: linear in one direction, then in the other"
    parameter Real X1[:], X2[:] "rising";
    parameter Real Y[size(X1, 1), size(X2, 1)];
    parameter Beyond left[2] = fill(Beyond.hold, 2), right[2] = fill(Beyond.hold, 2) "of u[1] and of u[2]";
    input Real u[2];
    output Real y;
  protected
    Axis a(X = X1, left = left[1], right = right[1], u = u[1]), b(X = X2, left = left[2], right = right[2], u = u[2]);
  equation
    y = if a.off or b.off then 0
      else (1 - a.p)*((1 - b.p)*Y[a.k, b.k] + b.p*Y[a.k, b.k + 1])
        + a.p*((1 - b.p)*Y[a.k + 1, b.k] + b.p*Y[a.k + 1, b.k + 1]);
  end Lookup2D;

  block Lookup3D "y over u[1], u[2] and u[3]: linear in one direction after the other"
    parameter Real X1[:], X2[:], X3[:] "rising";
    parameter Real Y[size(X1, 1), size(X2, 1), size(X3, 1)];
    parameter Beyond left[3] = fill(Beyond.hold, 3), right[3] = fill(Beyond.hold, 3) "of each of u";
    input Real u[3];
    output Real y;
  protected
    Axis a(X = X1, left = left[1], right = right[1], u = u[1]), b(X = X2, left = left[2], right = right[2], u = u[2]);
    Axis c(X = X3, left = left[3], right = right[3], u = u[3]);
    Real low = (1 - b.p)*line(Y[a.k, b.k, c.k], Y[a.k, b.k, c.k + 1], c.p)
      + b.p*line(Y[a.k, b.k + 1, c.k], Y[a.k, b.k + 1, c.k + 1], c.p);
    Real high = (1 - b.p)*line(Y[a.k + 1, b.k, c.k], Y[a.k + 1, b.k, c.k + 1], c.p)
      + b.p*line(Y[a.k + 1, b.k + 1, c.k], Y[a.k + 1, b.k + 1, c.k + 1], c.p);
  equation
    y = if a.off or b.off or c.off then 0 else (1 - a.p)*low + a.p*high;
  end Lookup3D;

  function line "From a to b"
    input Real a, b, p;
    output Real y;
  algorithm
    y := (1 - p)*a + p*b;
    annotation(Inline = true, smoothOrder = 3);
  end line;
end Tables;
