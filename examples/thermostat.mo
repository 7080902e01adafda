// A room with a heater that a thermostat switches on below 19 degrees and off above 21.
//
// The temperature goes up and down between the two limits; the heater is a Boolean that remembers its state between the
// events (a hysteresis).
model Thermostat "Room, heater, hysteresis"
  parameter Real outside(unit = "degC") = 5;
  parameter Real power(unit = "W") = 2000;
  parameter Real capacity(unit = "J/K") = 1.5e5;
  parameter Real loss(unit = "W/K") = 80;
  Real T(start = 15, fixed = true, unit = "degC") "temperature of the room";
  Boolean on(start = true, fixed = true) "the heater is on";
equation
  on = pre(on) and not T > 21 or T < 19;
  capacity*der(T) = (if on then power else 0) - loss*(T - outside);
  annotation(experiment(StopTime = 7200));
end Thermostat;
