within Spice;
model Mosfet3 "M, level 3: semi-empirical"
  extends Interfaces.Mosfet(final LEVEL = 3, MJSW = 0.33);
protected
  final parameter Real narrow = DELTA*0.5*pi*silicon/coxa/W "effect of the width";
  final parameter Real feedback = ETA*8.14e-22/(coxa*Leff^3);
  final parameter Real fast = charge*NFS*1e4/coxa "of the fast surface states";
  Real root "of phi - vbs";
  Real gammas "bulk threshold of the short channel";
  Real body "effect of the bulk charge along the channel";
  Real qbulk "bulk charge over the oxide capacitance, V";
  Real vth(nominal = 1) "threshold, V";
  Real slope "of the weak inversion";
  Real vgx(nominal = 1) "gate-source voltage, at least von, V";
  Real gate "reduction of the mobility by the gate";
  Real vc(nominal = 1) "voltage of velocity saturation over the channel, V";
  Real vdx(nominal = 1) "drain-source voltage, at most vdsat, V";
  Real drain "reduction of the mobility along the channel";
  Real isat(nominal = 1e-3) "current before the channel is shortened, A";
  Real shortening "part of the channel that is lost";
equation
  root = noEvent(if vb <= 0 then sqrt(phi - vb) else sqrt(phi)/(1 + vb/(2*phi)));
  gammas = gamma*Functions.shortChannel(xd*root, XJ, LD, Leff);
  body = gammas/(4*root) + narrow;
  qbulk = gammas*root + narrow*root^2;
  vth = vbi - feedback*vx + qbulk;
  slope = if NFS > 0 then 1 + fast + qbulk/(2*root^2) else 0;
  von = vth + vt*slope;
  vgx = noEvent(max(vg, von));
  gate = 1/(1 + THETA*(vgx - vth));
  vc = if VMAX > 0 then Leff*VMAX/(uo*gate) else 0;
  vdsat = Functions.saturation3((vgx - vth)/(1 + body), vc);
  vdx = noEvent(min(vx, vdsat));
  drain = if VMAX > 0 then 1/(1 + vdx/vc) else 1;
  isat = kp*w/Leff*gate*drain*(vgx - vth - 0.5*(1 + body)*vdx)*vdx;
  shortening = Functions.shortening3(noEvent(max(vx - vdsat, 0)), xd, KAPPA, Leff, VMAX, drain, vc);
  ichannel = isat/(1 - shortening)*(if NFS > 0
    then Functions.limitedExp(noEvent(min((vg - von)/(vt*max(slope, 1)), 0)), 1)
    else noEvent(if vg > von then 1 else 0));
end Mosfet3;
