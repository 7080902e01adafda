// Questions about activations that have no name.
//! error M0954 5:22
//! error M0954 9:12
model M
  parameter Real T = interval(Activation(1));
  Activation e = Activation(1), f = Activation(2); Integer n(start = 0, fixed = true);
equation
  when e then
    n = if active(e or f) then 1 else 2;
  end when;
end M;
