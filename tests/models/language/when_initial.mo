// A when acts at initialisation where initial() is its condition or an element of its vector, and nowhere else (3.6,
// 8.6).
//! run --stop 0.25
//! x(0) = 0
//! y(0) = 2
//! z(0) = 0
//! w(0) = 3
//! x(0.1) = 2
//! z(0.2) = 0
model WhenInitial
  function same
    input Boolean b;
    output Boolean c;
  algorithm
    c := b;
  end same;
  Real x(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
  Real w(start = 0);
equation
  when {same(initial()), sample(0.1, 0.1)} then
    x = 2;
  end when;
  when {initial(), sample(0.1, 0.1)} then
    y = 2;
  end when;
  when same(initial()) then
    z = 2;
  end when;
  when initial() then
    w = 3;
  end when;
end WhenInitial;
