// Antibodies that enter a tissue and react there, in 200 cells (Akzo Nobel): two equations a cell, the supply ends at t
// = 5. Stiff, sparse.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008, whose report shows these four of the
// 400.
model MedicalAkzo
  constant Integer shown[:] = {79, 149, 199, 239};
  constant Real published[:] = {0.2339942217046434e-3, 0.3595616017506735e-3, 0.11737412926802e-3,
      0.68600948191191e-11};
  constant Integer N = 200;
  parameter Real k = 100, c = 4;
  parameter Real dz = 1/N;
  parameter Real beta[N] = {(i*dz - 1)^4/c^2/dz^2 for i in 1:N};
  parameter Real alpha[N] = {(i*dz - 1)^3/c^2/dz for i in 1:N};
  Real y[2*N](start = {if mod(i, 2) == 1 then 0 else 1 for i in 1:2*N}, each fixed = true, each nominal = 1e-3);
  Real supply = if time <= 5 then 2 else 0;
equation
  der(y[1]) = beta[1]*(supply - 2*y[1] + y[3]) + alpha[1]*(y[3] - supply) - k*y[1]*y[2];
  for i in 2:N - 1 loop
    der(y[2*i - 1]) = beta[i]*(y[2*i - 3] - 2*y[2*i - 1] + y[2*i + 1]) + alpha[i]*(y[2*i + 1] - y[2*i - 3])
        - k*y[2*i - 1]*y[2*i];
  end for;
  der(y[2*N - 1]) = -k*y[2*N - 1]*y[2*N];
  for i in 1:N loop
    der(y[2*i]) = -k*y[2*i - 1]*y[2*i];
  end for;
  annotation(experiment(StopTime = 20));
end MedicalAkzo;
