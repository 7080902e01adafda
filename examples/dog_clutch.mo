// A dog clutch: teeth that engage at once, or not at all. A motor turns one side; the other side, with the load, stands
// still. When the teeth engage, the two speeds become one, and the momentum determines its value: (J1*w1 + J2*w2)/(J1 +
// J2). At this instant the torque of the clutch is infinite, but its integral over the instant is not: `blow` is what
// the teeth must bear, in N.m.s, and it jumps with every engagement.
model DogClutch "Momentum is kept"
  parameter Real J1(unit = "kg.m2") = 1 "motor";
  parameter Real J2(unit = "kg.m2") = 3 "load";
  parameter Real friction(unit = "N.m.s/rad") = 1;
  Real w1(start = 0, fixed = true, unit = "rad/s");
  Real w2(start = 0, fixed = true, unit = "rad/s");
  Real tau(unit = "N.m") "what the clutch transmits";
  Real blow(start = 0, fixed = true, unit = "N.m.s") "the integral of it";
  Real motor(unit = "N.m") = 10 - w1;
  Boolean engaged = time > 1 and time < 3 or time > 4;
equation
  J1*der(w1) = motor - tau;
  J2*der(w2) = tau - friction*w2;
  der(blow) = tau;
  if engaged then
    w1 = w2;
  else
    tau = 0;
  end if;
  annotation(experiment(StopTime = 6));
end DogClutch;
