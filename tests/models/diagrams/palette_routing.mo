// Blocks of Saltus.Diagrams.Routing, each by its definition; x = sin(t), z = cos(t).
//! class Ways
//! run --stop 6 --step 0.5
//! same.y = sin(t) +- 1e-12
//! demux.y[2] = cos(t) +- 1e-12
//! some.y[1] = 7
//! some.y[2] = sin(t) +- 1e-12
//! some.y[3] = 7
//! changed.y[1] = sin(t) +- 1e-12
//! changed.y[2] = 2*t +- 1e-12
//! changed.y[3] = 1
//! wide.y[3] = sin(t) +- 1e-12
//! value [right('switch2.y', t) for t in (1, 2, 5)] = [10, -10, 10]
//! changes switch2.y = [pi/2, 3*pi/2] +- 1e-9
//! value [right('switchN.y', t) for t in (0.5, 1.5, 2.5, 5)] = [100, 100, 200, 300]
//! value [right('either.y', t) for t in (0.5, 2.5)] = [1, 2]
//! value [right('first.y', t) for t in (0.5, 1.5, 2.5, 4.5)] = [-5, 1, 2, 3]
//! value [right('out.y[1]', t) for t in (0, 1, 2, 3)] = [0, 1, 2, 3]
//! value [right('out.y[2]', t) for t in (0, 1, 2, 3)] = [0, 0, 2, 2]
//! final text.y = "x = 6.000 s"
model Ways
  import Saltus.Diagrams.*;
  Real x = sin(time), z = cos(time);
  Routing.Identity same(u = x);
  Routing.Mux mux(n = 3, u = {x, z, 7});
  Routing.Demux demux;
  Routing.Extractor some(indices = {3, 1, 3});
  Routing.Assignment changed(indices = {3, 2}, v = {1, 2*time});
  Routing.ScalarExpand wide(n = 3, u = x);
  Routing.Switch2 switch2(control = z, u1 = 10, u2 = -10);
  Routing.SwitchN switchN(n = 3, control = integer(time), u = {100, 200, 300});
  Routing.ConditionalSelect either(c = time < 1, u1 = 1, u2 = 2);
  Routing.ConditionalNSelect first(n = 3, c = {time > 1 and time < 2, time > 1 and time < 3, time > 3}, u = {1, 2, 3},
    otherwise = -5);
  Activations.SampleClock a(period = 1), b(period = 2);
  Routing.SelectOutput out(u = time);
  Routing.FormattedString text(u = time, before = "x = ", behind = " s", format = ".3f");
equation
  connect(mux.y, demux.u);
  connect(mux.y, some.u);
  connect(mux.y, changed.u);
  connect(a.o, out.e[1]);
  connect(b.o, out.e[2]);
end Ways;
