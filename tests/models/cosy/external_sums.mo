// Used by external_sums.cosy: functions with arrays whose sizes are computed, inputs of any size, and a protected
// table.
//! run --stop 1 --input u=2
//! y = 2 + 2*4 + 3*8 +- 1e-12
model Sums
  function weighted "w[1]*u + ... + w[n]*u^n with w[i] = i, for n elements"
    input Real u;
    input Integer n;
    output Real y;
  protected
    Real powers[n + 1];
    Real weights[2, n];
  algorithm
    powers[1] := u;
    for i in 1:n loop
      powers[i + 1] := powers[i]*u;
      weights[1, i] := i;
      weights[2, i] := powers[i];
    end for;
    y := 0;
    for i in 1:n loop
      y := y + weights[1, i]*weights[2, i];
    end for;
  end weighted;
  parameter Integer n = 3;
  input Real u;
  output Real y;
equation
  y = weighted(u, n);
end Sums;
