// A bouncing ball whose bounces accumulate.
//! run
//! error R0202 11:3
//! says 1.354
model M
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
  annotation(experiment(StopTime = 3));
end M;
