// A condition that turns ten thousand times in each step, in a function of which nothing is known.
//! options --stop 1
//! good
//! warning R0212 18:3
model run_too_fast
  function wave
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for k in 1:1000 loop
      y := y + (if k < 3 then sin(k*1e6*u) else 0);
    end for;
  end wave;
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  when wave(x) > 2 then
    reinit(z, 1);
  end when;
  der(z) = 0;
end run_too_fast;
