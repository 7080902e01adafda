// The size of a local array of a function is an element of a constant, which is computed by a function itself: it must
// have its value before the first parameter that calls f or g. f(k) is the sum 1 + ... + rows[k], of rows = {2, 3}; in
// g nothing but the size of the array reads the constant.
//! run --stop 1
//! first = 3
//! p = 6
//! q = 3
//! x = 9 + t +- 1e-14
//! run --stop 1 -p k=2
//! q = 6
model FunctionSizes
  parameter Real first = g(2);
  parameter Real p = f(2);
  parameter Integer k = 1;
  parameter Real q = f(k);
  package Table
    constant Integer rows[2] = {same(2), 3};
    function same
      input Integer n;
      output Integer m;
    algorithm
      m := n;
      annotation(Inline = false);
    end same;
  end Table;
  function f
    input Integer k;
    output Real y;
  protected
    Real s[Table.rows[k]];
  algorithm
    for i in 1:size(s, 1) loop
      s[i] := i;
    end for;
    y := sum(s);
  end f;
  function g
    input Integer k;
    output Real y;
  protected
    Real s[Table.rows[k]];
  algorithm
    s[1] := 1;
    s[2] := 2;
    y := s[1] + s[2];
    annotation(Inline = false);
  end g;
  Real x = p + q + time;
end FunctionSizes;
