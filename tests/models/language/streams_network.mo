// A network of volumes with a flow that turns around: mass and enthalpy are conserved, whatever the direction
// (specification 3.6, 15.2, 15.3).
//! class Two
//! run --stop 6.283185307179586 --tol 1e-9
// m_flow = sin(t) from left to right: m = 5 - (1 - cos t), and back; the first half carries h_left = 10, so right gets
// 10*2 in it, and the way back carries what has been mixed there: (5*20 + 2*10)/7
//! final left.m = 5 +- 1e-6
//! final right.m = 5 +- 1e-6
//! right.h(3.141592653589793) = 120/7 +- 1e-5
//! final right.h = 120/7 +- 1e-5
//! final left.h = (3*10 + 2*120/7)/5 +- 1e-5
//! check max(abs(a + b - 150) for a, b in zip(col("left.U"), col("right.U"))) < 1e-4
//! class Row
//! run --stop 3 --tol 1e-8
// what is in all of them and what has left are what was there and what came: sum of U + out = sum at 0 + in
//! check max(abs(x) for x in col("balance")) < 1e-5
//! check max(abs(x) for x in col("mass")) < 1e-6
// the same with a substance vector
//! check max(abs(x) for x in col("substances")) < 1e-5
//! class Tank
//! run --stop 2 --tol 1e-8
// three sources into one volume with an array of connectors: U = 3 + (1*2 + 2*5 + 3*10)*t, m = 1 + 6*t
//! tank.U = 3 + 42*t +- 1e-6
//! tank.m = 1 + 6*t +- 1e-6
//! tank.h(1) = 45/7 +- 1e-6
connector Port
  parameter Integer n = 0;
  Real p;
  flow Real m_flow;
  stream Real h_outflow;
  stream Real X_outflow[n];
end Port;

model Volume
  parameter Integer n = 0, ports = 2;
  parameter Real m0 = 1, h0 = 3, X0[n] = fill(0.5, n);
  Port port[ports](each n = n);
  Real m(start = m0, fixed = true), U(start = m0*h0, fixed = true), h = U/m;
  Real mX[n](start = m0*X0, each fixed = true);
equation
  der(m) = sum(port.m_flow);
  der(U) = port.m_flow*actualStream(port.h_outflow);
  for k in 1:n loop
    der(mX[k]) = port.m_flow*actualStream(port.X_outflow[k]);
  end for;
  for i in 1:ports loop
    port[i].p = m;
    port[i].h_outflow = h;
    port[i].X_outflow = mX/m;
  end for;
end Volume;

model Pump
  parameter Integer n = 0;
  Port a(n = n), b(n = n);
  Real u;
equation
  a.m_flow = u;
  a.m_flow + b.m_flow = 0;
  b.h_outflow = inStream(a.h_outflow);
  a.h_outflow = inStream(b.h_outflow);
  b.X_outflow = inStream(a.X_outflow);
  a.X_outflow = inStream(b.X_outflow);
end Pump;

model Pipe
  parameter Integer n = 0;
  parameter Real k = 1;
  Port a(n = n), b(n = n);
equation
  a.m_flow = k*(a.p - b.p);
  a.m_flow + b.m_flow = 0;
  b.h_outflow = inStream(a.h_outflow);
  a.h_outflow = inStream(b.h_outflow);
  b.X_outflow = inStream(a.X_outflow);
  a.X_outflow = inStream(b.X_outflow);
end Pipe;

model Source
  parameter Real m = 1, h = 1;
  Port port;
equation
  port.m_flow = -m;
  port.h_outflow = h;
end Source;

model Two
  Volume left(m0 = 5, h0 = 10, ports = 1), right(m0 = 5, h0 = 20, ports = 1);
  Pump pump(u = sin(time));
equation
  connect(left.port[1], pump.a);
  connect(pump.b, right.port[1]);
end Two;

model Row "volumes and pipes in a row, with a branch in the middle"
  parameter Integer N = 6;
  Volume v[N](each n = 2, m0 = linspace(1, 2, N), h0 = linspace(3, 9, N), each X0 = {0.2, 0.8});
  Pipe pipe[N](each n = 2, k = linspace(0.5, 1.5, N));
  Pump pump(n = 2, u = 0.3*sin(4*time));
  Volume side(n = 2, ports = 1, m0 = 3, h0 = 1, X0 = {0.9, 0.1}),
      last(n = 2, ports = 1, m0 = 0.5, h0 = 20, X0 = {0, 1});
  Real balance = sum(v.U) + side.U + last.U - sum(v.m0.*v.h0) - 3 - 10;
  Real mass = sum(v.m) + side.m + last.m - sum(v.m0) - 3.5;
  Real substances = sum(v[i].mX[1] for i in 1:N) + side.mX[1] + last.mX[1] - 0.2*sum(v.m0) - 2.7;
equation
  for i in 1:N - 1 loop
    connect(v[i].port[2], pipe[i].a);
    connect(pipe[i].b, v[i + 1].port[1]);
  end for;
  connect(v[N].port[2], pipe[N].a);
  connect(pipe[N].b, last.port[1]);
  connect(pump.a, side.port[1]);
  connect(pump.b, pipe[3].a);
end Row;

model Tank
  Source s[3](m = {1, 2, 3}, h = {2, 5, 10});
  Volume tank(ports = 3);
equation
  connect(s.port, tank.port);
end Tank;
