// Comprehensions and reductions: sum, product, min and max over iterators, nested, with a range that depends on
// another, with array constructors.
//! run --stop 1
//! final a = sum(i*i for i in range(1, 11))
//! final b = 2*4*6*8
//! final c = min((i - 3.5)**2 for i in range(1, 7))
//! final d = max(i*(7 - i) for i in range(1, 7))
//! final e[2,3] = 2**3
//! final f = sum(i + 10*j for i in range(1, 4) for j in range(1, 3))
//! final g[3] = 3.0*1.5
//! final h = sum(sum(1.0/j for j in range(1, i + 1)) for i in range(1, 5)) +- 1e-14
//! final k = 0
//! final l[2] = 8
model Comprehensions
  parameter Real v[4] = {2, 4, 6, 8};
  Real a = sum(i^2 for i in 1:10);
  Real b = product(x for x in v);
  Real c = min((i - 3.5)^2 for i in 1:6);
  Real d = max(i*(7 - i) for i in 1:6);
  Real e[2, 3] = {{i^j for j in 1:3} for i in 1:2};
  Real f = sum(i + 10*j for i in 1:3, j in 1:2);
  Real g[3] = {i*1.5 for i in 1:3};
  Real h = sum(sum(1/j for j in 1:i) for i in 1:4);
  Real k = sum(i for i in 1:0);
  Real l[3] = {2*x for x in v[1:3]};
end Comprehensions;
