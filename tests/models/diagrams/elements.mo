// Two sources that read each other's variables, through elements of one array and through equations between: each has
// its left limit there, and there is no loop.
//! class Elements
//! run --stop 3.9
//! final x[1] = 7
//! final x[2] = 8
//! message none
//! class Connected
//! run --stop 3.9
//! final one.y = 8
//! final other.y = 9
//! message none
model Elements "x[1] at 0, 1, 2, 3: x[2] + 1; x[2] at 0.5, 1.5, ...: x[1] + 1; begins with x[2] = 0"
  Activation a = Activation(1), b = Activation(1, 0.5, "other");
  Real x[2](each start = 0, each fixed = true);
equation
  when a then
    x[1] = x[2] + 1;
  end when;
  when b then
    x[2] = x[1] + 1;
  end when;
end Elements;

model Connected "the same through ports that are elements of arrays"
  block Add
    parameter Integer n = 1;
    Saltus.Diagrams.Interfaces.RealInput u[n];
    Saltus.Diagrams.Interfaces.ActivationInput e;
    Saltus.Diagrams.Interfaces.RealOutput y(start = 1, fixed = true);
  equation
    when e then
      y = sum(u) + 1;
    end when;
  end Add;
  Add one, other;
  Activation a = Activation(1), b = Activation(1, 0.5, "other");
equation
  one.e = a;
  other.e = b;
  connect(one.y, other.u[1]);
  connect(other.y, one.u[1]);
end Connected;
