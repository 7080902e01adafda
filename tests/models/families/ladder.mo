// A ladder of resistors and capacitors as arrays of components give it: potentials, flows and node equations, thirteen
// arrays and as many families, most of them equalities; at the last node the sum of currents has another form. With the
// inlet at 0 the voltages sin((2k - 1) pi i/(2N + 1)) decay together, at the rate -4/(R C) sin((2k - 1) pi/(4N + 2))^2;
// here k = 2.
//| lam = -4/(2*0.1)*sin(3*pi/82)**2
//! run --stop 2 --tol 1e-9 --solver {auto,cvode}
//! final cv[1] = sin(3*pi/41)*exp(lam*2) +- 1e-7
//! final rpv[8] = sin(3*pi*7/41)*exp(lam*2) +- 1e-7
//! final cni[20] = -0.1*lam*sin(3*pi*20/41)*exp(lam*2) +- 1e-7
//! final rni[20] = final["cni[20]"]
//! final gi = final["rpi[1]"] +- 1e-9
//! final si = -final["rpi[1]"]
//! value j["states"] = 20
model Ladder
  parameter Integer N = 20;
  constant Real pi = 3.141592653589793;
  parameter Real R[N] = fill(2, N), C[N] = fill(0.1, N);
  Real rv[N], ri[N], rpv[N], rnv[N], rpi[N], rni[N];
  Real cv[N](start = {sin(3*pi*i/(2*N + 1)) for i in 1:N}, each fixed = true), ci[N], cpv[N], cnv[N], cpi[N], cni[N];
  Real vin = 0, gi, si;
equation
  for i in 1:N loop
    rv[i] = rpv[i] - rnv[i];
    0 = rpi[i] + rni[i];
    ri[i] = rpi[i];
    R[i]*ri[i] = rv[i];
    cv[i] = cpv[i] - cnv[i];
    0 = cpi[i] + cni[i];
    ci[i] = cpi[i];
    C[i]*der(cv[i]) = ci[i];
  end for;
  rpv[1] = vin;
  si + rpi[1] = 0;
  for i in 1:N-1 loop
    rnv[i] = rpv[i+1];
  end for;
  for i in 1:N loop
    rnv[i] = cpv[i];
    cnv[i] = 0;
  end for;
  for i in 1:N-1 loop
    rni[i] + rpi[i+1] + cpi[i] = 0;
  end for;
  rni[N] + cpi[N] = 0;
  gi + sum(cni) = 0;
end Ladder;
