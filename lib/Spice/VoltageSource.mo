within Spice;
model VoltageSource "V: a constant voltage"
  extends Interfaces.Voltage;
equation
  w = DC;
end VoltageSource;
