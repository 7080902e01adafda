within Spice;
model Diode "D: junction diode"
  extends Interfaces.TwoTerminal;
  extends Interfaces.Tempered;
  parameter Integer LEVEL = 1 "1, or 3: geometry counts";
  parameter Real AREA = 1 "area factor";
  parameter Real PJ = 0 "perimeter factor";
  parameter Real MULT = 1 "devices in parallel";
  parameter Boolean OFF = false "guess of the operating point: blocking";
  parameter Real IC = 0 "voltage at the start, V";
  parameter Boolean UIC = false "start at IC";
  parameter Real IS = 1e-14 "saturation current, A";
  parameter Real JSW = 0 "sidewall saturation current, A";
  parameter Real N = 1 "emission coefficient";
  parameter Real NS = 1 "sidewall emission coefficient";
  parameter Real RS = 0 "series resistance, ohm";
  parameter Real TRS1 = 0 "1/K";
  parameter Real TRS2 = 0 "1/K^2";
  parameter Real TT = 0 "transit time, s";
  parameter Real TTT1 = 0 "1/K";
  parameter Real TTT2 = 0 "1/K^2";
  parameter Real CJO = 0 "depletion capacitance at 0 V, F";
  parameter Real VJ = 1 "junction potential, V";
  parameter Real M = 0.5 "grading coefficient";
  parameter Real TM1 = 0 "1/K";
  parameter Real TM2 = 0 "1/K^2";
  parameter Real CJP = 0 "sidewall capacitance at 0 V, F";
  parameter Real PHP = 1 "sidewall junction potential, V";
  parameter Real MJSW = 0.33 "sidewall grading coefficient";
  parameter Real FC = 0.5 "where the depletion capacitance goes on as a line";
  parameter Real FCS = 0.5 "the same for the sidewall";
  parameter Real IKF = 0 "forward knee current, A; 0: none";
  parameter Real IKR = 0 "reverse knee current, A; 0: none";
  parameter Real ISR = 0 "recombination saturation current, A";
  parameter Real NR = 2 "recombination emission coefficient";
  parameter Real JTUN = 0 "tunneling saturation current, A";
  parameter Real JTUNSW = 0 "sidewall tunneling saturation current, A";
  parameter Real NTUN = 30 "tunneling emission coefficient";
  parameter Real XTITUN = 3 "exponent of the tunneling current";
  parameter Real KEG = 1 "factor of EG of the tunneling current";
  parameter Real BV = notGiven "breakdown voltage, V, positive";
  parameter Boolean BV_given = BV < 0.9*notGiven;
  parameter Real IBV = 1e-3 "current at the breakdown voltage, A";
  parameter Real NBV = N "breakdown emission coefficient";
  parameter Real TCV = 0 "temperature coefficient of BV, 1/K";
  parameter Real IBVL = 0 "current of the low-level breakdown at BV, A";
  parameter Real NBVL = 1 "its emission coefficient";
  parameter Real TBV1 = 0 "temperature coefficient of BV, 1/K";
  parameter Real TBV2 = 0 "1/K^2";
  parameter Real EG = 1.11 "gap, eV";
  parameter Real XTI = 3 "exponent of the saturation current";
  parameter Integer TLEV = 0 "equations of temperature";
  parameter Integer TLEVC = 0 "equations of temperature of the capacitance";
  parameter Real CTA = 0 "area capacitance, 1/K (TLEVC = 1)";
  parameter Real CTP = 0 "sidewall capacitance, 1/K (TLEVC = 1)";
  parameter Real TPB = 0 "area potential, V/K (TLEVC = 1)";
  parameter Real TPHP = 0 "sidewall potential, V/K (TLEVC = 1)";
  parameter Real GMIN = 1e-12 "conductance beside the junction, S";
  parameter Real ILIM = 1e6 "current beyond which junctions are lines, A";
  parameter Real KF = 0 "flicker noise: coefficient";
  parameter Real AF = 1 "flicker noise: exponent";
  Real noise[2] = zeros(2) "of RS in V, of the junction in A";
  Real vd(nominal = 1) "voltage of the junction, V";
  Real id(nominal = 1e-3) "current of the junction, A";
  Real q(stateSelect = StateSelect.prefer, nominal = max(tCJ + tCJP + tTT*GMIN, 1e-30)) "charge, C";
protected
  final parameter Real dT = T - Tn;
  final parameter Real lr = log(T/Tn);
  final parameter Real a = AREA*MULT;
  final parameter Real pj = PJ*MULT;
  final parameter Real tIS = a*IS*exp((T/Tn - 1)*EG/(N*vt) + XTI/N*lr);
  final parameter Real tJSW = pj*JSW*exp((T/Tn - 1)*EG/(N*vt) + XTI/N*lr);
  final parameter Real tISR = a*ISR*exp((T/Tn - 1)*EG/(NR*vt) + XTI/NR*lr);
  final parameter Real tunneling = (a*JTUN + pj*JTUNSW)*exp((T/Tn - 1)*EG*KEG/vt + XTITUN*lr);
  final parameter Real tM = min(M*(1 + TM1*dT + TM2*dT^2), 0.9);
  final parameter Real tVJ = if TLEVC == 0 then Functions.potentialAt(VJ, T, Tn) else VJ - TPB*(T - Tref);
  final parameter Real tCJ = a*CJO*(if TLEVC == 0 then Functions.capacitanceFactor(VJ, tM, T, Tn) else
    1 + CTA*(T - Tref))
    annotation(Evaluate = true);
  final parameter Real tPHP = if TLEVC == 0 then Functions.potentialAt(PHP, T, Tn) else PHP - TPHP*(T - Tref);
  final parameter Real tCJP = pj*CJP*(if TLEVC == 0 then Functions.capacitanceFactor(PHP, MJSW, T, Tn) else
    1 + CTP*(T - Tref))
    annotation(Evaluate = true);
  final parameter Real tTT = TT*(1 + TTT1*dT + TTT2*dT^2) annotation(Evaluate = true);
  final parameter Real tRS = RS/a*(1 + TRS1*dT + TRS2*dT^2) annotation(Evaluate = true);
  final parameter Real atBV = BV*(1 - TCV*dT + TBV1*dT + TBV2*dT^2);
  final parameter Real tBV = if BV_given then Functions.breakdownVoltage(atBV, a*IBV, tIS, NBV*vt, vt) else 1e9;
  final parameter Real tIBVL = if BV_given then a*IBVL else 0 annotation(Evaluate = true);
  final parameter Real most = Functions.exponentMost(tIS + tJSW + tISR, ILIM);
  Real vi(nominal = 1) "potential behind the series resistance, V";
equation
  p.v - vi = tRS*i + noise[1];
  vd = vi - n.v;
  id = Functions.diodeCurrent(vi - n.v, tIS, N*vt, tJSW, NS*vt, tISR, NR*vt, tVJ, tM, tunneling, NTUN*vt, tBV, NBV*vt,
    a*IKF, a*IKR, GMIN, most) - (if tIBVL > 0 then tIBVL*Functions.limitedExp(-(atBV + vi - n.v)/(NBVL*vt), most)
    else 0);
  q = Functions.depletion(vi - n.v, tCJ, tVJ, tM, FC) + Functions.depletion(vi - n.v, tCJP, tPHP, MJSW, FCS) + tTT*id;
  i = id + noise[2] + (if initial() then (if UIC then (q - Functions.depletion(IC, tCJ, tVJ, tM, FC) -
    Functions.depletion(IC, tCJP, tPHP, MJSW, FCS))/instant else 0) else der(q));
end Diode;
