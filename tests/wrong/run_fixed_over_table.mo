// A hat of a table over a state, between two fixed steps: x should become 0.01 and stays 0.
//! options --stop 10 --solver heun
//! good
//! warning R0285
//! says most from time 5.24 to 5.26
//! says 'x' is off by about 0.01
//! says give a step of 0.002 or less
model run_fixed_over_table
  function look
    input Real u;
    input Real t[:, 2];
    output Real y;
  protected
    Integer i;
  algorithm
    i := 1;
    while i < size(t, 1) - 1 and u >= t[i + 1, 1] loop
      i := i + 1;
    end while;
    y := t[i, 2] + (u - t[i, 1])*(t[i + 1, 2] - t[i, 2])/(t[i + 1, 1] - t[i, 1]);
  end look;
  parameter Real t[5, 2] = [0, 0; 5.24, 0; 5.25, 1; 5.26, 0; 10, 0];
  Real p(start = 0, fixed = true), x(start = 0, fixed = true);
equation
  der(p) = 1;
  der(x) = look(p, t);
end run_fixed_over_table;
