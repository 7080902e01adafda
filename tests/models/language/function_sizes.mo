// The size of a local array of a function is an element of a constant, which is computed by a function itself: it must
// have its value before the first parameter that calls f. f(k) is the sum 1 + ... + rows[k], of rows = {2, 3}.
//! run --stop 1
//! p = 6
//! q = 3
//! x = 9 + t +- 1e-14
//! run --stop 1 -p k=2
//! q = 6
model FunctionSizes
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
  Real x = p + q + time;
end FunctionSizes;
