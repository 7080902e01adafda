within Spice;
model Mosfet1 "M, level 1: after Shichman and Hodges"
  extends Interfaces.Mosfet(final LEVEL = 1);
protected
  final parameter Real lambda = if LAMBDA_given then LAMBDA else 0;
  final parameter Real beta = kp*w/Leff;
  Real root "of phi - vbs";
equation
  root = Functions.bulkRoot(vb, phi);
  von = vbi + gamma*root;
  vdsat = noEvent(max(vg - von, 0));
  ichannel = beta*(1 + lambda*vx)*noEvent(if vx < vdsat then vx*(vdsat - vx/2) else vdsat^2/2);
end Mosfet1;
