// A room of another tool, an FMU, and a thermostat in Modelica around it. The heating switches at 293 K and 295 K; one
// sees the temperature go to and fro between them. Room.fmu is made from the folder (docs/fmu.md).
block Room
external "FMI";
  annotation(__Saltus(fmu = "Room.fmu"));
end Room;

model Thermostat
  Room room(T_out = 268);
  parameter Real P = 3000 "heating";
  discrete Boolean on(start = true, fixed = true);
equation
  when room.T > 295 then
    on = false;
  elsewhen room.T < 293 then
    on = true;
  end when;
  room.P = if on then P else 0;
  annotation(experiment(StopTime = 14400, Interval = 60));
end Thermostat;
