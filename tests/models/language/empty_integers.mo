// Sums, products and arrays over nothing have the type of what they would be made of: Integers stay Integers.
//! run --stop 1
//! s(1) = 0 +- 0
//! p(1) = 1 +- 0
//! filled(1) = 0 +- 0
//! both(1) = 0 +- 0
//! called(1) = 0 +- 0
//! nested(1) = 0 +- 0
//! dot(1) = 0 +- 0
//! parts(1) = 0 +- 0
model EmptyIntegers
  function total
    input Integer x[:];
    output Integer y;
  algorithm
    y := sum(x[i] for i in 1:size(x, 1));
  end total;
  model Part
    Boolean b = time > 0.5;
  end Part;
  parameter Integer n = 0;
  Part part[n];
  parameter Integer e[n] = {2*i for i in 1:n};
  parameter Integer m[2, 0] = {{i*j for i in 1:0} for j in 1:2};
  parameter Boolean b[0] = {i > 2 for i in 1:0};
  parameter String t[0] = {String(i) for i in 1:0};
  Integer s = sum(i for i in 1:0);
  Integer p = product(i for i in 1:0);
  Integer filled = sum(fill(1, 0));
  Integer both = sum(e) + sum(e[i] for i in 1:n) + sum(m);
  Integer called = total({i for i in 1:0}) + total(fill(1, 0));
  Integer nested = sum(sum(i*j for i in 1:j) for j in 0:0);
  Integer dot = e*e;
  Integer parts = sum(if not part[i].b then 2 else 0 for i in 1:n);
end EmptyIntegers;
