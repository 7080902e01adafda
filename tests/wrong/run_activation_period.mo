// A period that becomes negative by a parameter.
//! run
//! options -p T=-1
//! error R0728 7:18
model M
  parameter Real T = 1;
  Activation e = Activation(T);
  Integer n(start = 0, fixed = true);
equation
  when e then n = pre(n) + 1; end when;
  annotation(experiment(StopTime = 3));
end M;
