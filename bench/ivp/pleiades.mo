// The Pleiades: seven stars in a plane, of the masses 1 to 7, with near encounters. Not stiff.
// `published`: Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008.
model Pleiades
  constant Integer shown[:] = 1:28;
  constant Real published[:] = {0.3706139143970502, 0.3237284092057233e1, -0.3222559032418324e1, 0.6597091455775310,
    0.3425581707156584,
    0.1562172101400631e1, -0.7003092922212495, -0.3943437585517392e1, -0.3271380973972550e1, 0.5225081843456543e1,
    -0.2590612434977470e1,
    0.1198213693392275e1, -0.2429682344935824, 0.1091449240428980e1, 0.3417003806314313e1, 0.1354584501625501e1,
    -0.2590065597810775e1,
    0.2025053734714242e1, -0.1155815100160448e1, -0.8072988170223021, 0.5952396354208710, -0.3741244961234010e1,
    0.3773459685750630,
    0.9386858869551073, 0.3667922227200571, -0.3474046353808490, 0.2344915448180937e1, -0.1947020434263292e1};
  Real y[28](start = {3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4, 0, 0, 0, 0, 0, 1.75, -1.5, 0, 0, 0, -1.25, 1, 0,
      0}, each fixed = true);
  Real cube[7, 7];
equation
  for i in 1:7 loop
    for j in 1:7 loop
      cube[i, j] = if i < j then ((y[i] - y[j])^2 + (y[i + 7] - y[j + 7])^2)^1.5 elseif i > j then cube[j, i] else 1;
    end for;
    der(y[i + 14]) = sum(j*(y[j] - y[i])/cube[i, j] for j in 1:7);
    der(y[i + 21]) = sum(j*(y[j + 7] - y[i + 7])/cube[i, j] for j in 1:7);
  end for;
  for i in 1:14 loop
    der(y[i]) = y[i + 14];
  end for;
  annotation(experiment(StopTime = 3));
end Pleiades;
