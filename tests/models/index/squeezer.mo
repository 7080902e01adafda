// Andrews' squeezing mechanism of the test set for IVP solvers (Mazzia and Magherini, Bari; Hairer and Wanner VII.7):
// seven angles, six constraints that close three loops, index 3, one degree of freedom that turns twice and a half in
// 0.03 s. No fixed choice of a state would do. Published values at the end.
//! run --stop 0.03 --tol 1e-9 --solver {auto,cvode}
//! final be = 0.1581077119629904e2 +- 2e-5
//! final th = -0.1575637105984298e2 +- 2e-5
//! final ga = 0.4082224013073101e-1 +- 1e-6
//! final ph = -0.5347301163226948 +- 1e-6
//! final de = 0.5244099658805304 +- 1e-6
//! final om = 0.5347301163226948 +- 1e-6
//! final ep = 0.1048080741042263e1 +- 1e-6
//! final w[1] = 0.1139920302151208e4 +- 2e-2
//! final w[2] = -0.1424379294994111e4 +- 2e-2
//! final w[3] = 0.1103291221937134e2 +- 2e-3
//! value max(abs(7e-3*cos(b) - 28e-3*cos(b + t) - 35e-3*sin(g) + 0.03635) \
//!     for b, t, g in zip(col('be'), col('th'), col('ga'))) = 0 +- 1e-13
//! value max(abs(7e-3*sin(b) - 28e-3*sin(b + t) - 2e-2*sin(o + p) + 4e-2*cos(p) + 0.00227) \
//!     for b, t, o, p in zip(col('be'), col('th'), col('om'), col('ep'))) = 0 +- 1e-13
model Squeezer
  parameter Real xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072, c0 = 4530,
    d = 28e-3, da = 115e-4, e = 2e-2,
    ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5, ss = 35e-3, sa = 1874e-5, sb = 1043e-5, sc = 18e-3, sd = 2e-2,
    ta = 2308e-5, tb = 916e-5,
    u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2, zt = 4e-2, fa = 1421e-5, mom = 33e-3;
  parameter Real m1 = 0.04325, m2 = 0.00365, m3 = 0.02373, m4 = 0.00706, m5 = 0.07050, m6 = 0.00706, m7 = 0.05498;
  parameter Real i1 = 2.194e-6, i2 = 4.410e-7, i3 = 5.255e-6, i4 = 5.667e-7, i5 = 1.169e-5, i6 = 5.667e-7,
      i7 = 1.912e-5;
  Real be(start = -0.0617138900142764), th(start = 0, fixed = true), ga(start = 0.455279819163070),
    ph(start = 0.222668390165886),
    de(start = 0.487364979543843), om(start = -0.222668390165886), ep(start = 1.23054744454982);
  Real w[7](start = {0, 0, 0, 0, 0, 0, 0}, fixed = {false, true, false, false, false, false, false}), f[7], l[6], g[6];
  Real xd, yd, length, force, fx, fy;
equation
  der(be) = w[1];
  der(th) = w[2];
  der(ga) = w[3];
  der(ph) = w[4];
  der(de) = w[5];
  der(om) = w[6];
  der(ep) = w[7];
  xd = sd*cos(ga) + sc*sin(ga) + xb;
  yd = sd*sin(ga) - sc*cos(ga) + yb;
  length = sqrt((xd - xc)^2 + (yd - yc)^2);
  force = -c0*(length - l0)/length;
  fx = force*(xd - xc);
  fy = force*(yd - yc);
  f[1] = mom - m2*da*rr*w[2]*(w[2] + 2*w[1])*sin(th);
  f[2] = m2*da*rr*w[1]^2*sin(th);
  f[3] = fx*(sc*cos(ga) - sd*sin(ga)) + fy*(sd*cos(ga) + sc*sin(ga));
  f[4] = m4*zt*(e - ea)*w[5]^2*cos(ph);
  f[5] = -m4*zt*(e - ea)*w[4]*(w[4] + 2*w[5])*cos(ph);
  f[6] = -m6*u*(zf - fa)*w[7]^2*cos(om);
  f[7] = m6*u*(zf - fa)*w[6]*(w[6] + 2*w[7])*cos(om);
  // the mass matrix times the accelerations, and the forces of the constraints
  (m1*ra^2 + m2*(rr^2 - 2*da*rr*cos(th) + da^2) + i1 + i2)*der(w[1]) + (m2*(da^2 - da*rr*cos(th)) + i2)*der(w[2])
    = f[1] - (-rr*sin(be) + d*sin(be + th))*(l[1] + l[3] + l[5]) - (rr*cos(be) - d*cos(be + th))*(l[2] + l[4] + l[6]);
  (m2*(da^2 - da*rr*cos(th)) + i2)*der(w[1]) + (m2*da^2 + i2)*der(w[2])
    = f[2] - d*sin(be + th)*(l[1] + l[3] + l[5]) + d*cos(be + th)*(l[2] + l[4] + l[6]);
  (m3*(sa^2 + sb^2) + i3)*der(w[3]) = f[3] + ss*cos(ga)*l[1] + ss*sin(ga)*l[2];
  (m4*(e - ea)^2 + i4)*der(w[4]) + (m4*((e - ea)^2 + zt*(e - ea)*sin(ph)) + i4)*der(w[5])
    = f[4] + e*cos(ph + de)*l[3] + e*sin(ph + de)*l[4];
  (m4*((e - ea)^2 + zt*(e - ea)*sin(ph)) + i4)*der(w[4])
    + (m4*(zt^2 + 2*zt*(e - ea)*sin(ph) + (e - ea)^2) + m5*(ta^2 + tb^2) + i4 + i5)*der(w[5])
    = f[5] - (-e*cos(ph + de) + zt*sin(de))*l[3] - (-e*sin(ph + de) - zt*cos(de))*l[4];
  (m6*(zf - fa)^2 + i6)*der(w[6]) + (m6*((zf - fa)^2 - u*(zf - fa)*sin(om)) + i6)*der(w[7])
    = f[6] - zf*sin(om + ep)*l[5] + zf*cos(om + ep)*l[6];
  (m6*((zf - fa)^2 - u*(zf - fa)*sin(om)) + i6)*der(w[6])
    + (m6*((zf - fa)^2 - 2*u*(zf - fa)*sin(om) + u^2) + m7*(ua^2 + ub^2) + i6 + i7)*der(w[7])
    = f[7] - (zf*sin(om + ep) - u*cos(ep))*l[5] - (-zf*cos(om + ep) - u*sin(ep))*l[6];
  g[1] = rr*cos(be) - d*cos(be + th) - ss*sin(ga) - xb;
  g[2] = rr*sin(be) - d*sin(be + th) + ss*cos(ga) - yb;
  g[3] = rr*cos(be) - d*cos(be + th) - e*sin(ph + de) - zt*cos(de) - xa;
  g[4] = rr*sin(be) - d*sin(be + th) + e*cos(ph + de) - zt*sin(de) - ya;
  g[5] = rr*cos(be) - d*cos(be + th) - zf*cos(om + ep) - u*sin(ep) - xa;
  g[6] = rr*sin(be) - d*sin(be + th) - zf*sin(om + ep) + u*cos(ep) - ya;
  g[1] = 0;
  g[2] = 0;
  g[3] = 0;
  g[4] = 0;
  g[5] = 0;
  g[6] = 0;
end Squeezer;
