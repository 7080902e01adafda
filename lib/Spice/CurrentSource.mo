within Spice;
model CurrentSource "I: a constant current"
  extends Interfaces.Current;
equation
  w = DC;
end CurrentSource;
