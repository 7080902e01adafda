// Euler's equations of a free rigid body: energy and angular momentum are constant, here with I = (1, 2, 3) over many
// turns.
//! run --stop 50 --tol {1e-6,1e-9} --solver {auto,adams,erk,cvode,ida,dirk,rodas}
//! energy = (0.01 + 2 + 3)/2 +- 1e3*tol
//! momentum = 0.01 + 4 + 9 +- 5e3*tol
model RigidBody
  parameter Real I[3] = {1, 2, 3};
  Real w[3](start = {0.1, 1, 1}, each fixed = true);
  Real energy = (I .* w)*w/2;
  Real momentum = (I .* w)*(I .* w);
equation
  I[1]*der(w[1]) = (I[2] - I[3])*w[2]*w[3];
  I[2]*der(w[2]) = (I[3] - I[1])*w[3]*w[1];
  I[3]*der(w[3]) = (I[1] - I[2])*w[1]*w[2];
end RigidBody;
