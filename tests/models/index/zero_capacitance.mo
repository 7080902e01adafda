// A capacitor beside a resistor, of a capacitance that is zero by a parameter, directly or through a variable that is
// computed from it. Then it has no state and no current: v = R*i(t) with i = 3*t. With a capacitance, v follows with T
// = R*C.
//! run
//! v = 6*t +- 1e-12
//! check j["states"] == 0
//! run -p Cap=0.5
//! v = 6*(t - 1 + exp(-t)) +- 1e-4
//! message U0104
model M
  parameter Real R = 2, Cap = 0;
  final parameter Real C = Cap;
  Real v, iC, k, c;
equation
  k = smooth(1, noEvent(if v > 0 then 1 else 2));
  c = C*k;
  iC = C*der(v) - (c - C*k)*der(v);
  3*time = v/R + iC;
end M;
