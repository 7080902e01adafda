// Two prescribed temperatures at one port.
//! env MODELICAPATH=library
//! error S0116 6:35
//! says 'hot' and 'cold' prescribe the same potential ('hot.port.T')
model M
  Parts.Temperature hot(T = 400), cold(T = 300);
  Parts.Conductor wall;
equation
  connect(hot.port, wall.a);
  connect(wall.a, cold.port);
end M;
