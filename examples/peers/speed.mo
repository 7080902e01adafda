model Speed "A sampled controller of the speed of a motor"
  input Real w(unit = "rad/s");
  output Real u(unit = "V");
  parameter Real wanted = 50;
  discrete Real x(start = 0, fixed = true), held(start = 0, fixed = true);
equation
  when sample(0, 0.01) then
    x = pre(x) + 0.01*(wanted - w);
    held = 0.1*(wanted - w) + 2*x;
  end when;
  u = min(24, held);
end Speed;
