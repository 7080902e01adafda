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
      (if out < 0 and left == Beyond.repeat or out > 0 and right == Beyond.repeat then integer((u - X[1])/(X[n] -
      X[1])) else 0)
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

  function interpolate "The value of a curve by samples: all methods, as a function"
    input Real X[:] "rising";
    input Real Y[size(X, 1)];
    input Real u "where it is read";
    input Between between = Between.linear;
    input Beyond left = Beyond.zero "before the first sample";
    input Beyond right = Beyond.zero "behind the last one";
    output Real y;
  protected
    Integer n = size(X, 1), k = 1;
    Real v = u, p, slope[size(X, 1)];
    Beyond beyond = if u < X[1] then left else right;
    Boolean outside = u < X[1] or u > X[size(X, 1)];
  algorithm
    assert(n >= 2, "a table needs two samples in each direction");
    for i in 2:n loop
      assert(X[i] > X[i - 1], "the samples of a table must rise: " + String(X[i]) + " comes after " + String(X[i - 1]));
    end for;
    if outside and beyond == Beyond.repeat then
      v := u - floor((u - X[1])/(X[n] - X[1]))*(X[n] - X[1]);
      outside := false;
    end if;
    for i in 2:n - 1 loop
      k := if v >= X[i] then i else k;
    end for;
    p := (v - X[k])/(X[k + 1] - X[k]);
    if outside and beyond == Beyond.zero then
      y := 0;
    elseif outside and beyond == Beyond.hold then
      y := if u < X[1] then Y[1] else Y[n];
    elseif outside or between == Between.linear then
      y := Y[k] + p*(Y[k + 1] - Y[k]);
    elseif between == Between.floor then
      y := if p >= 1 then Y[k + 1] else Y[k];
    elseif between == Between.ceil then
      y := if p > 0 then Y[k + 1] else Y[k];
    elseif between == Between.nearest then
      y := if p >= 0.5 then Y[k + 1] else Y[k];
    else
      slope := slopes(X, Y, between);
      y := cubic(p, X[k + 1] - X[k], Y[k], slope[k], Y[k + 1], slope[k + 1]);
    end if;
  end interpolate;

  function interpolateGrid "The value between samples on a grid: linear in one direction after the other"
    input Integer sizes[:] "numbers of samples in the directions";
    input Real X[:] "where they are, rising: those of the first direction, then those of the second, ...";
    input Real Y[:] "samples; the last direction runs fastest";
    input Real u[size(sizes, 1)] "where it is read; beyond the samples the outermost ones are held";
    output Real y;
  protected
    Integer d = size(sizes, 1), first = 0, place, rest, k[size(sizes, 1)];
    Real p[size(sizes, 1)], weight;
  algorithm
    assert(size(X, 1) == sum(sizes), "a table on a grid needs " + String(sum(sizes)) + " places of samples, and not "
      + String(size(X, 1)));
    assert(size(Y, 1) == product(sizes), "a table on a grid needs " + String(product(sizes)) + " samples, and not "
      + String(size(Y, 1)));
    for j in 1:d loop
      assert(sizes[j] >= 2, "a table needs two samples in each direction");
      k[j] := 1;
      for i in 2:sizes[j] loop
        assert(X[first + i] > X[first + i - 1], "the samples of a table must rise: " + String(X[first + i])
          + " comes after " + String(X[first + i - 1]));
        k[j] := if i < sizes[j] and u[j] >= X[first + i] then i else k[j];
      end for;
      p[j] := min(max((u[j] - X[first + k[j]])/(X[first + k[j] + 1] - X[first + k[j]]), 0), 1);
      first := first + sizes[j];
    end for;
    y := 0;
    for corner in 0:integer(2^d + 0.5) - 1 loop
      rest := corner;
      place := 0;
      weight := 1;
      for j in 1:d loop
        weight := weight*(if mod(rest, 2) == 1 then p[j] else 1 - p[j]);
        place := place*sizes[j] + k[j] - 1 + mod(rest, 2);
        rest := div(rest, 2);
      end for;
      y := y + weight*Y[place + 1];
    end for;
  end interpolateGrid;

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
