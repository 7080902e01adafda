// Conditions in which a discrete value stands beside something that moves: each is watched, at the time that a closed
// form gives. x = t - 1; the discrete values keep their start values 2 and true up to the end, and what is delayed with
// them.
//! run --stop 3.9 --solver {auto,cvode,dirk}
//| from math import *
//! changes product = [1] +- 1e-7
//! changes power = [3] +- 1e-7
//! changes choice = [2] +- 1e-7
//! changes wave = [pi/12, pi/12 + pi] +- 1e-7
//! changes late = [3] +- 1e-7
//! changes passed = [2] +- 1e-7
//! changes inside = [7/3] +- 1e-7
//! changes called = [2.25] +- 1e-7
//! changes steps = [0.5, 1, 1.5, 2, 2.5, 3, 3.5] +- 1e-7
//! changes positive = [1] +- 1e-7
//! changes one = [1] +- 1e-7
// what was pre(d)*x one second before
//! back(3.9) = 3.8 +- 1e-6
model DiscreteFactors
  function inlined
    input Real u; input Real v;
    output Real y;
  algorithm
    y := u*v - 1;
    annotation(Inline = true);
  end inlined;
  function kept
    input Real u; input Real v;
    output Real y;
  algorithm
    y := u*v;
  end kept;
  Real x(start = -1, fixed = true), back;
  discrete Integer d(start = 2, fixed = true), steps(start = -2, fixed = true);
  discrete Boolean b(start = true, fixed = true);
  Integer product(start = 0, fixed = true), power(start = 0, fixed = true), choice(start = 0, fixed = true),
    wave(start = 0, fixed = true),
    late(start = 0, fixed = true), passed(start = 0, fixed = true), inside(start = 0, fixed = true),
    called(start = 0, fixed = true),
    positive(start = 0, fixed = true), one(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(100, 1) then
    d = pre(d) + 1;
    b = not pre(b);
  end when;
  when pre(d)*x >= 0 then
    product = pre(product) + 1;
  end when;
  when x^pre(d) >= 4 and x > 0 then
    power = pre(power) + 1;
  end when;
  when (if pre(b) then x else 0) > 1 then
    choice = pre(choice) + 1;
  end when;
  when sin(pre(d)*time) > 0.5 then
    wave = pre(wave) + 1;
  end when;
  when delay(d, 0.1)*x >= 4 then
    late = pre(late) + 1;
  end when;
  when time >= 4 - pre(d)*x then
    passed = pre(passed) + 1;
  end when;
  when inlined(pre(d), x) > 5/3 then
    inside = pre(inside) + 1;
  end when;
  when kept(pre(d), x) > 2.5 then
    called = pre(called) + 1;
  end when;
  steps = integer(pre(d)*x);
  back = delay(pre(d)*x, 1);
  when sign(x) > 0 then
    positive = pre(positive) + 1;
  end when;
  when sign(x) == 1 then
    one = pre(one) + 1;
  end when;
end DiscreteFactors;
