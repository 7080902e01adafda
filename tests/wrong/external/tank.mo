model Tank
  parameter Real a = 2;
  input Real q;
  output Real y(start = 1, fixed = true);
equation
  a*der(y) = q - y;
end Tank;
model Leaky
  input Real q;
  output Real y = q - hole;
end Leaky;
model Machine
  input Real q;
  output Real y;
  block A
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end A;
  inner Integer n(start = 0);
  A a;
equation
  initialState(a);
  y = q + n;
end Machine;
