// A counter-current heat exchanger as families, and the same written out equation by equation: a loop of a family does
// the same operations on the same numbers, so with an explicit solver both agree to the last bit. In the end the cold
// side takes up what the hot side gives.
//! run --stop 2 --solver {euler,heun,rk4} --step 0.01
//! final Th[1] = final["h1"]
//! final Tc[1] = final["c1"]
//! final Q[1] = final["q1"]
//! final Th[2] = final["h2"]
//! final Tc[2] = final["c2"]
//! final Q[2] = final["q2"]
//! final Th[7] = final["h7"]
//! final Tc[7] = final["c7"]
//! final Q[7] = final["q7"]
//! final Th[8] = final["h8"]
//! final Tc[8] = final["c8"]
//! final Q[8] = final["q8"]
//! run --stop 60 --tol 1e-8 --solver {auto,cvode}
//! value 3*(final["Thin"] - final["Th[8]"]) = 2*(final["Tc[1]"] - final["Tcin"]) +- 1e-6
//! final Th[4] = final["h4"] +- 1e-6
model HeatExchanger
  parameter Integer N = 8;
  parameter Real k[N] = {0.1*i for i in 1:N}, f = 3, g = 2;
  Real Thin = 360 + sin(time)*exp(-time), Tcin = 290;
  Real Th[N](start = {300 + i for i in 1:N}, each fixed = true), Tc[N](each start = 280, each fixed = true), Q[N];
  Real h1(start = 300 + 1, fixed = true), c1(start = 280, fixed = true), q1, h2(start = 300 + 2, fixed = true),
      c2(start = 280, fixed = true), q2, h3(start = 300 + 3, fixed = true), c3(start = 280, fixed = true), q3,
      h4(start = 300 + 4, fixed = true), c4(start = 280, fixed = true), q4, h5(start = 300 + 5, fixed = true),
      c5(start = 280, fixed = true), q5, h6(start = 300 + 6, fixed = true), c6(start = 280, fixed = true), q6,
      h7(start = 300 + 7, fixed = true), c7(start = 280, fixed = true), q7, h8(start = 300 + 8, fixed = true),
      c8(start = 280, fixed = true), q8;
equation
  Q = k.*(Th - Tc);
  der(Th[1]) = f*(Thin - Th[1]) - Q[1];
  for i in 2:N loop
    der(Th[i]) = f*(Th[i - 1] - Th[i]) - Q[i];
  end for;
  for i in 1:N - 1 loop
    der(Tc[i]) = g*(Tc[i + 1] - Tc[i]) + Q[i];
  end for;
  der(Tc[N]) = g*(Tcin - Tc[N]) + Q[N];
  q1 = k[1]*(h1 - c1);
  der(h1) = f*(Thin - h1) - q1;
  der(c1) = g*(c2 - c1) + q1;
  q2 = k[2]*(h2 - c2);
  der(h2) = f*(h1 - h2) - q2;
  der(c2) = g*(c3 - c2) + q2;
  q3 = k[3]*(h3 - c3);
  der(h3) = f*(h2 - h3) - q3;
  der(c3) = g*(c4 - c3) + q3;
  q4 = k[4]*(h4 - c4);
  der(h4) = f*(h3 - h4) - q4;
  der(c4) = g*(c5 - c4) + q4;
  q5 = k[5]*(h5 - c5);
  der(h5) = f*(h4 - h5) - q5;
  der(c5) = g*(c6 - c5) + q5;
  q6 = k[6]*(h6 - c6);
  der(h6) = f*(h5 - h6) - q6;
  der(c6) = g*(c7 - c6) + q6;
  q7 = k[7]*(h7 - c7);
  der(h7) = f*(h6 - h7) - q7;
  der(c7) = g*(c8 - c7) + q7;
  q8 = k[8]*(h8 - c8);
  der(h8) = f*(h7 - h8) - q8;
  der(c8) = g*(Tcin - c8) + q8;
end HeatExchanger;
