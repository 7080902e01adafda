// The longitudinal motion of a small business jet. Level flight with a given speed is found by trim; it has a fast, well
// damped motion (the short period) and a slow one (the phugoid), which linearise shows.
//
//     saltus trim aircraft.mo --free alpha,theta,elevator,thrust --zero 'der(V),der(gamma),der(q),gamma'
//     saltus linearise aircraft.mo --inputs elevator --outputs theta --plot bode=aircraft_bode.svg
//     saltus trim aircraft.mo --free V,alpha,gamma,elevator --zero 'der(V),der(gamma),der(q),der(theta)'
//
// Point mass with rigid pitch, in the axes of the wind; forces are those of a linear aerodynamic model.

model Aircraft
  parameter Real m(unit = "kg") = 4500, S(unit = "m2") = 21.5, c(unit = "m") = 2.1, Iy(unit = "kg.m2") = 25000;
  parameter Real rho(unit = "kg/m3") = 1.225, g(unit = "m/s2") = 9.81;
  parameter Real CL0 = 0.25, CLa = 5.1, CLe = 0.36 "lift";
  parameter Real CD0 = 0.028, k = 0.052 "drag: CD0 + k*CL^2";
  parameter Real Cm0 = 0.04, Cma = -0.9, Cmq = -14, Cme = -1.1 "pitching moment";
  input Real elevator(start = 0, unit = "rad"), thrust(start = 5000, unit = "N");
  output Real V(start = 90, fixed = true, unit = "m/s", nominal = 100);
  output Real gamma(start = 0, fixed = true, unit = "rad") "angle of climb";
  output Real theta(start = 0.05, fixed = true, unit = "rad");
  Real q(start = 0, fixed = true, unit = "rad/s");
  Real alpha(unit = "rad") = theta - gamma;
  Real CL = CL0 + CLa*alpha + CLe*elevator, CD = CD0 + k*CL^2;
  Real Cm = Cm0 + Cma*alpha + Cmq*q*c/(2*V) + Cme*elevator;
  Real pressure = rho*V^2/2;
equation
  m*der(V) = thrust*cos(alpha) - pressure*S*CD - m*g*sin(gamma);
  m*V*der(gamma) = thrust*sin(alpha) + pressure*S*CL - m*g*cos(gamma);
  der(theta) = q;
  Iy*der(q) = pressure*S*c*Cm;
end Aircraft;
