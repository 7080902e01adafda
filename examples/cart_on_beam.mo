// A cart rolls on a beam that a torque turns. The cart cannot stand still off the centre without a torque:
//
//     saltus trim cart_on_beam.mo --free T -p z0=1 -p zobj=1        T = m*g*z = 19.62
//     saltus trim cart_on_beam.mo --free z,theta,T --zero 'der(v),der(w),z - 1'
//     saltus linearise cart_on_beam.mo --outputs z,theta

model CartOnBeam
  parameter Real h = 1 "height of the cart's centre above the axis", m = 2, J = 10, g = 9.81;
  parameter Real z0 = 0, theta0 = 0, zobj = 0;
  parameter Real slope = 1 "of the gravity along the beam";
  parameter Real by_torque = 1 "1: T is a torque on the beam; 0: it is a force on the cart along the beam";
  input Real T(start = 0), reference(start = 0);
  output Real z(start = z0, fixed = true), theta(start = theta0, fixed = true);
  output Real integral(start = 0, fixed = true) "of what z is off";
  Real v(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(z) = v;
  der(theta) = w;
  der(integral) = z - zobj - reference;
  m*der(v) = m*z*w^2 - slope*m*g*sin(theta) + (1 - by_torque)*T;
  (J + m*z^2)*der(w) = by_torque*T - 2*m*z*v*w - m*g*z*cos(theta) + m*g*h*sin(theta);
end CartOnBeam;
