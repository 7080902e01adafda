// A motor from noisy data: what are its resistance, its constant and its inertia?
//
// The voltage is switched on for two seconds and off again. motor_fit.csv has speed and current at 25 Hz, as cheap
// sensors see them: with noise of 1 rad/s and 0.1 A, and with gaps. It was made with R = 1.2, k = 0.05, J = 3e-4 and d
// = 1e-5.
//
//     saltus fit motor_fit.mo --data motor_fit.csv --vary R,k,J,d --sigma w=1,i=0.1 --plot motor_fit.svg
//
// The estimates come back with their standard errors. With the speed alone, R and J cannot be told apart (docs/fit.md).
model MotorFit
  parameter Real R(unit = "Ohm") = 1 "resistance";
  parameter Real L(unit = "H") = 1e-3 "inductance";
  parameter Real k(unit = "N.m/A") = 0.1 "constant of the motor";
  parameter Real J(unit = "kg.m2") = 1e-4 "inertia";
  parameter Real d(unit = "N.m.s/rad") = 1e-6 "friction";
  parameter Real U(unit = "V") = 12 "voltage";
  Real u(unit = "V") = if time < 2 then U else 0;
  Real i(unit = "A", start = 0, fixed = true);
  Real w(unit = "rad/s", start = 0, fixed = true);
equation
  L*der(i) = u - R*i - k*w;
  J*der(w) = k*i - d*w;
  annotation(experiment(StopTime = 4, Tolerance = 1e-7));
end MotorFit;
