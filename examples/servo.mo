// A servo drive whose gains are to be chosen: how fast does it settle, and how far does it overshoot?
//
// A motor turns a load through a position loop with the gain kp and a velocity feedback kd; its voltage is limited. One
// run shows one choice of the gains. A sweep shows all of them:
//
//     saltus sweep examples/servo.mo -p 'kp=lin(5, 60, 23)' -p 'kd=lin(0.2, 4, 20)' \
//         --measure 'settling(phi, 0.02, 1)' --measure 'overshoot(phi, 1)' --plot=servo.svg
//
// Settling has a valley between the gains that overshoot and those that creep; where it is grey, the servo has not
// settled within two seconds.
model Servo "A position servo with a limited voltage"
  parameter Real kp(unit = "V/rad") = 20 "gain of the position";
  parameter Real kd(unit = "V.s/rad") = 1 "gain of the velocity";
  parameter Real most(unit = "V") = 12 "the amplifier gives no more";
  parameter Real J(unit = "kg.m2") = 0.02 "inertia of motor and load";
  parameter Real k(unit = "N.m/V") = 0.1 "torque for a volt";
  parameter Real d(unit = "N.m.s/rad") = 0.02 "friction and back electromotive force";
  Real phi(unit = "rad", start = 0, fixed = true) "angle; it is to go to 1";
  Real w(unit = "rad/s", start = 0, fixed = true) "speed";
  Real u(unit = "V") "voltage";
equation
  u = max(-most, min(most, kp*(1 - phi) - kd*w));
  der(phi) = w;
  J*der(w) = k*u - d*w;
  annotation(experiment(StopTime = 2));
end Servo;
