/* A car with five gears accelerates at full throttle. When it shifts, and how its gears are made, decides how soon it
   is fast: nine numbers, found by saltus optimise (docs/optimise.md).

       saltus run examples/car.mo --plot
       saltus optimise examples/car.mo --min 'time_when(speed >= 100)' --vary 'T in [0.1, 20]' --vary 'gear in [0.1,
       10]'

   The torque is a table that a cubic spline goes through, without a knot at the second and the second last point: a
   polynomial, and a cube that begins at each other point between the ends. */
model Car "A car with five gears: when to shift, and which gears are best?"
  parameter Real T[4](each unit = "s") = {4, 4, 4, 4} "How long each gear is used, but for the last";
  parameter Real gear[5] = {3.2, 1.8, 1.3, 1, 0.8} "Gear ratios";
  parameter Real v0(unit = "m/s") = 10/3.6 "Speed at the start";
  parameter Real a = 0.004 "Friction of the engine";
  parameter Real b = 0.005^2 "Drag of the air";
  parameter Real c = 0.05 "Speed of the car by that of the engine in a gear of 1";
  parameter Real q = 0.003 "Acceleration by torque";
  parameter Real rpm_table[10] = {0, 600, 800, 1000, 2000, 3000, 4000, 5000, 6000, 8000};
  parameter Real torque_table[10] = {0, 10, 40, 100, 200, 280, 360, 350, 200, 0};
  Real g "The ratio of the gear that is engaged";
  Real v(unit = "m/s", start = v0, fixed = true);
  Real x(unit = "m", start = 0, fixed = true) "Distance";
  Real speed(unit = "km/h") = 3.6*v;
  Real w(unit = "rad/s") = g*v/c "Speed of the engine";
  Real rpm = w*30/3.14159265358979 "The same in turns per minute";
  Real torque;
  Real power = torque*w "Of the engine";
protected
  final parameter Real knot[6] = rpm_table[3:8]/1000;
  Real r "What the table is read at: beyond its ends as there";
  parameter Real s[10](each fixed = false) "Coefficients of the spline";
initial equation
  for i in 1:10 loop
    torque_table[i] = sum(s[j]*(rpm_table[i]/1000)^(j - 1) for j in 1:4) +
      sum(s[4 + j]*max(rpm_table[i]/1000 - knot[j], 0)^3 for j in 1:6);
  end for;
equation
  g = if time < T[1] then gear[1]
    elseif time < T[1] + T[2] then gear[2]
    elseif time < T[1] + T[2] + T[3] then gear[3]
    elseif time < T[1] + T[2] + T[3] + T[4] then gear[4]
    else gear[5];
  r = noEvent(max(0, min(rpm, rpm_table[10])))/1000;
  torque = sum(s[j]*r^(j - 1) for j in 1:4) + sum(s[4 + j]*noEvent(max(r - knot[j], 0))^3 for j in 1:6);
  der(v) = (g^2*torque*q/c - a*w - b*v^2)*c/g;
  der(x) = v;
  annotation(experiment(StopTime = 40, Interval = 0.1));
end Car;
