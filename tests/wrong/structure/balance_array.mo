// An array of components of a class that lacks an equation.
//! env MODELICAPATH=library
//! error S0113 5:7
//! says the 20 components 'cell' (class 'Cell') have 1 equation for 2 unknowns: one is missing in each
model Cell
  Parts.HeatPort a, b;
  parameter Real G = 2;
equation
  a.Q_flow + b.Q_flow = 0;
end Cell;

model M
  Cell cell[20];
  Parts.Temperature hot(T = 400), cold(T = 300);
equation
  connect(hot.port, cell[1].a);
  for i in 1:19 loop
    connect(cell[i].b, cell[i + 1].a);
  end for;
  connect(cell[20].b, cold.port);
end M;
