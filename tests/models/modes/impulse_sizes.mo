// What is finite is nothing beside an impulse: abs(i) is an impulse of the size of that of i, max(i, 0) one of its
// positive part. Two capacitors of 1 F and 3 F are joined at 1 s; the charge that goes over is 3/4 of v1 - v2. Of a
// square, and of a product with what jumps, the equations do not tell: that is said (E100, E133, R0231).
//! class ImpulseSizes.Sizes
//! run --stop 2 -p a={4,0,-4} -p b={0,2}
//| Q = lambda f: 0.75*(f["a"] - f["b"])
// beside the impulse: the integral of abs(time - 2*i), of 1 + 2*min(i, 3), of max(max(i, -i)/2, time)
//! final gone = abs(Q(final)) +- 1e-9
//! final forth = max(Q(final), 0) +- 1e-9
//! final back = min(Q(final), 0) +- 1e-9
//! final moved = 2 + 2*abs(Q(final)) +- 1e-6
//! final less = 2 + 2*min(Q(final), 0) +- 1e-6
//! final half = 2 + abs(Q(final))/2 +- 1e-6
//! final nested = 3*max(abs(Q(final)) - 0.5*abs(Q(final)), -Q(final)) +- 1e-6
//! final v1 = 0.25*final["a"] + 0.75*final["b"] +- 1e-9
//! class ImpulseSizes.Open
//! run --stop 2
//! message R0231 'square' jumps
//! message R0231 'heat' jumps
//! final v1 = 1 +- 1e-9
//! final square = 0
package ImpulseSizes
  partial model Two
    parameter Real a = 4, b = 0;
    Real v1(start = a, fixed = true), v2(start = b, fixed = true), i;
  equation
    der(v1) = -i;
    3*der(v2) = i;
    if time > 1 then
      v1 = v2;
    else
      i = 0;
    end if;
  end Two;
  model Sizes
    extends Two;
    Real gone(start = 0, fixed = true), forth(start = 0, fixed = true), back(start = 0, fixed = true);
    Real moved(start = 0, fixed = true), less(start = 0, fixed = true), half(start = 0, fixed = true),
        nested(start = 0, fixed = true);
  equation
    der(gone) = abs(i);
    der(forth) = max(i, 0);
    der(back) = min(i, 0);
    der(moved) = abs(time - 2*i);
    der(less) = 1 + 2*min(i, 3);
    der(half) = noEvent(max(max(i, -i)/2, time));
    der(nested) = 3*max(abs(i) - 0.5*abs(-i), -i);
  end Sizes;
  model Open
    extends Two;
    Real square(start = 0, fixed = true), heat(start = 0, fixed = true);
  equation
    der(square) = i^2;
    der(heat) = abs(i)*v1;
  end Open;
end ImpulseSizes;
