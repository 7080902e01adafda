// The longitudinal motion of a medium-sized transport aircraft, with the data of B. L. Stevens and F. L. Lewis,
// Aircraft Control and Simulation (Wiley), in feet, slugs and degrees as there. Level flight is found by trim, at sea
// level and at a height of 30000 feet:
//
//     saltus trim aircraft.mo --free theta,throttle,elevator
//     saltus trim aircraft.mo --free theta,throttle,elevator -p V.start=500 -p h.start=30000
//
// The fast motion (the short period) and the slow one (the phugoid) are eigenvalues there.
//
//     saltus linearise aircraft.mo --steady --inputs elevator --outputs theta --plot bode=aircraft.svg

model Aircraft
  parameter Real S = 2170, c = 17.5, m = 5000, Iy = 4.1e6, g = 32.17 "wing, mass, inertia";
  parameter Real T0 = 60000, TV = -38, ze = 2 "thrust at rest, by speed; its arm";
  parameter Real CL0 = 0.2, CLa = 0.085, CD0 = 0.016, K = 0.042 "lift by degree, drag";
  parameter Real Cm0 = 0.05, Cma = -0.022, Cme = -0.016 "moment, by degree";
  parameter Real Cmq = -16, Cmr = -6 "moment by the rates of pitch and angle of attack";
  input Real throttle(start = 0.3), elevator(start = 0) "part of 1; degrees";
  output Real V(start = 170, fixed = true, nominal = 100) "ft/s";
  output Real theta(start = 0.1, fixed = true) "pitch, rad";
  output Real alpha(start = 0.1, fixed = true) "angle of attack, rad";
  Real q(start = 0, fixed = true) "rad/s";
  Real h(start = 0, fixed = true, nominal = 1000) "ft";
  Real pressure = 0.5*2.377e-3*(1 - 0.703e-5*h)^4.14*V^2;
  Real degrees = 57.29578*alpha, CL = CL0 + CLa*degrees, CD = CD0 + K*CL^2;
  Real thrust = (T0 + TV*V)*throttle, gamma = theta - alpha;
  Real damping = 0.5*c*(Cmq*q + Cmr*der(alpha))/V;
equation
  m*der(V) = thrust*cos(alpha) - pressure*S*CD - m*g*sin(gamma);
  m*V*der(alpha) = -thrust*sin(alpha) - pressure*S*CL + m*(V*q + g*cos(gamma));
  der(theta) = q;
  Iy*der(q) = pressure*S*c*(Cm0 + Cma*degrees + Cme*elevator + damping) + thrust*ze;
  der(h) = V*sin(gamma);
end Aircraft;
