within Spice;
model TLine "T: a line without losses, by delay"
  extends Interfaces.TwoPorts;
  parameter Real Z0 = 50 "characteristic impedance, ohm";
  parameter Real TD = notGiven "delay, s";
  parameter Boolean TD_given = TD < 0.9*notGiven;
  parameter Real F = 1e9 "frequency of NL, Hz";
  parameter Real NL = 0.25 "length in wave lengths at F";
  parameter Real IC[4] = zeros(4) "v1, i1, v2, i2 at the start";
  parameter Boolean UIC = false "start at IC";
protected
  final parameter Real delayTime = if TD_given then TD else NL/F;
  final parameter Real first = IC[3] + Z0*IC[4] "wave at the first end at the start, V";
  final parameter Real second = IC[1] + Z0*IC[2] "wave at the second end at the start, V";
  Real w1 "wave that leaves the first end, V";
  Real w2 "wave that leaves the second end, V";
equation
  w1 = v1 + Z0*i1;
  w2 = v2 + Z0*i2;
  v1 - Z0*i1 = if initial() then (if UIC then first else w2) else
    (if UIC and time < delayTime then first else delay(w2, delayTime));
  v2 - Z0*i2 = if initial() then (if UIC then second else w1) else
    (if UIC and time < delayTime then second else delay(w1, delayTime));
end TLine;
