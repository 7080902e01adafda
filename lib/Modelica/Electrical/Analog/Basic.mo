within Modelica.Electrical.Analog;
package Basic "Basic components"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model Ground "Where the potential is zero"
    Interfaces.Pin p annotation(Placement(transformation(extent = {{-10, 90}, {10, 110}})));
  equation
    p.v = 0;
    annotation(Icon(graphics = {Line(points = {{-60, 50}, {60, 50}}, color = {0, 0, 255}),
      Line(points = {{-40, 30}, {40, 30}}, color = {0, 0, 255}), Line(points = {{-20, 10}, {20, 10}}, color = {0, 0,
        255}),
      Line(points = {{0, 90}, {0, 50}}, color = {0, 0, 255}),
      Text(extent = {{-150, -10}, {150, -50}}, textString = "%name", textColor = {0, 0, 255})}));
  end Ground;

  model Resistor "A resistor, whose resistance may depend on its temperature"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter SI.Resistance R(start = 1) "resistance at T_ref";
    parameter SI.Temperature T_ref = 300.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "R_actual = R*(1 + alpha*(T_heatPort - T_ref))";
    SI.Resistance R_actual;
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps,
      "The resistance is not positive at this temperature.");
    R_actual = R*(1 + alpha*(T_heatPort - T_ref));
    v = R_actual*i;
    LossPower = v*i;
    annotation(Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}), Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255}),
      Text(extent = {{-150, 90}, {150, 50}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -40}, {150, -80}}, textString = "R=%R")}));
  end Resistor;

  model Conductor "A conductor, whose conductance may depend on its temperature"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter SI.Conductance G(start = 1) "conductance at T_ref";
    parameter SI.Temperature T_ref = 300.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "G_actual = G/(1 + alpha*(T_heatPort - T_ref))";
    SI.Conductance G_actual;
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps,
      "The conductance is not positive at this temperature.");
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
    annotation(Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -30}}, lineColor = {0, 0, 255},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Line(points = {{-90, 0}, {-70, 0}}, color = {0, 0, 255}), Line(points = {{70, 0}, {90, 0}}, color = {0, 0, 255}),
      Text(extent = {{-150, 90}, {150, 50}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -40}, {150, -80}}, textString = "G=%G")}));
  end Conductor;

  model Capacitor "A capacitor"
    extends Interfaces.OnePort(v(start = 0));
    parameter SI.Capacitance C(start = 1) "capacitance";
  equation
    i = C*der(v);
    annotation(Icon(graphics = {Line(points = {{-6, 28}, {-6, -28}}, color = {0, 0, 255}),
      Line(points = {{6, 28}, {6, -28}}, color = {0, 0, 255}), Line(points = {{-90, 0}, {-6, 0}}, color = {0, 0, 255}),
      Line(points = {{6, 0}, {90, 0}}, color = {0, 0, 255}),
      Text(extent = {{-150, 90}, {150, 50}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -40}, {150, -80}}, textString = "C=%C")}));
  end Capacitor;

  model Inductor "A coil"
    extends Interfaces.OnePort(i(start = 0));
    parameter SI.Inductance L(start = 1) "inductance";
  equation
    L*der(i) = v;
    annotation(Icon(graphics = {Line(points = {{-60, 0}, {-45, 14}, {-30, 0}}, smooth = Smooth.Bezier, color = {0,
      0, 255}),
      Line(points = {{-30, 0}, {-15, 14}, {0, 0}}, smooth = Smooth.Bezier, color = {0, 0, 255}),
      Line(points = {{0, 0}, {15, 14}, {30, 0}}, smooth = Smooth.Bezier, color = {0, 0, 255}),
      Line(points = {{30, 0}, {45, 14}, {60, 0}}, smooth = Smooth.Bezier, color = {0, 0, 255}),
      Line(points = {{-90, 0}, {-60, 0}}, color = {0, 0, 255}), Line(points = {{60, 0}, {90, 0}}, color = {0, 0, 255}),
      Text(extent = {{-150, 90}, {150, 50}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -40}, {150, -80}}, textString = "L=%L")}));
  end Inductor;

  model SaturatingInductor "A coil whose core saturates"
    extends Interfaces.OnePort(i(start = 0));
    parameter SI.Current Inom(start = 1) "current at which the inductance is Lnom";
    parameter SI.Inductance Lnom(start = 1) "inductance at Inom";
    parameter SI.Inductance Lzer(start = 2*Lnom) "inductance at small currents";
    parameter SI.Inductance Linf(start = Lnom/2) "inductance at large currents";
    SI.Inductance Lact(start = Lzer) "inductance now: flux over current";
    SI.MagneticFlux Psi "flux";
  protected
    parameter SI.Current Ipar(start = Inom/10, fixed = false) "how soon it saturates";
  initial equation
    (Lnom - Linf) = (Lzer - Linf)*Ipar/Inom*(Modelica.Constants.pi/2 - Modelica.Math.atan(Ipar/Inom));
  equation
    assert(Lzer > Lnom and Lnom > Linf, "The inductances have to be in the order Lzer > Lnom > Linf.");
    Psi = Linf*i + (Lzer - Linf)*Ipar*Modelica.Math.atan(i/Ipar);
    Lact = Linf + (Lzer - Linf)*(if noEvent(abs(i) < 1e-6*Ipar) then 1 else Modelica.Math.atan(i/Ipar)*Ipar/i);
    v = der(Psi);
  end SaturatingInductor;

  model Transformer "Two coils with a mutual inductance"
    extends Interfaces.TwoPort(i1(start = 0), i2(start = 0));
    parameter SI.Inductance L1(start = 1) "inductance at the left";
    parameter SI.Inductance L2(start = 1) "inductance at the right";
    parameter SI.Inductance M(start = 1) "mutual inductance";
  equation
    v1 = L1*der(i1) + M*der(i2);
    v2 = M*der(i1) + L2*der(i2);
  end Transformer;

  model M_Transformer "N coils with mutual inductances"
    parameter Integer N(final min = 1) = 3 "number of coils";
  protected
    parameter Integer dimL = div(N*(N + 1), 2);
  public
    parameter SI.Inductance L[dimL] = {1, 0.1, 0.2, 2, 0.3, 3} "rows of the upper half of the matrix of inductances";
    Interfaces.PositivePin p[N] annotation(Placement(transformation(extent = {{-110, -70}, {-90, 70}})));
    Interfaces.NegativePin n[N] annotation(Placement(transformation(extent = {{90, -70}, {110, 70}})));
    SI.Voltage v[N];
    SI.Current i[N](each start = 0, each fixed = true);
    final parameter SI.Inductance Lm[N, N] = {{L[(min(r, c) - 1)*N - div((min(r, c) - 1)*(min(r, c) - 2), 2) +
      max(r, c) - min(r, c) + 1] for c in 1:N} for r in 1:N} "the whole matrix";
  equation
    for k in 1:N loop
      v[k] = p[k].v - n[k].v;
      p[k].i = i[k];
      n[k].i = -i[k];
    end for;
    v = Lm*der(i);
  end M_Transformer;

  model Gyrator "A gyrator"
    extends Interfaces.TwoPort;
    parameter SI.Conductance G1(start = 1);
    parameter SI.Conductance G2(start = 1);
  equation
    i1 = G2*v2;
    i2 = -G1*v1;
  end Gyrator;

  model RotationalEMF "A machine that turns: voltage and speed, current and torque are proportional"
    parameter Boolean useSupport = false "there is a flange for the housing";
    parameter SI.ElectricalTorqueConstant k(start = 1) "torque per current";
    SI.Voltage v;
    SI.Current i;
    SI.Angle phi "angle from the housing to the shaft";
    SI.AngularVelocity w;
    SI.Torque tau "torque at the flange";
    SI.Torque tauElectrical "torque on the shaft";
    Interfaces.PositivePin p
      annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
    Interfaces.NegativePin n
      annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange
      annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Mechanics.Rotational.Interfaces.Support support if useSupport
      annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  protected
    Modelica.Mechanics.Rotational.Components.Fixed fixed if not useSupport;
    Modelica.Mechanics.Rotational.Interfaces.InternalSupport internalSupport(tau = -tau);
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
    phi = flange.phi - internalSupport.phi;
    w = der(phi);
    k*w = v;
    tau = -k*i;
    tauElectrical = -tau;
    tau = flange.tau;
    connect(internalSupport.flange, support);
    connect(internalSupport.flange, fixed.flange);
  end RotationalEMF;

  model TranslationalEMF "A machine that moves along a line: voltage and speed, current and force are proportional"
    parameter Boolean useSupport = false "there is a flange for the housing";
    parameter Real k(final unit = "N/A", start = 1) "force per current";
    SI.Voltage v;
    SI.Current i;
    SI.Position s "place relative to the housing";
    SI.Velocity vel;
    SI.Force f "force at the flange";
    SI.Force fElectrical "force on the slider";
    Interfaces.PositivePin p
      annotation(Placement(transformation(origin = {0, 100}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
    Interfaces.NegativePin n
      annotation(Placement(transformation(origin = {0, -100}, extent = {{-10, -10}, {10, 10}}, rotation = 90)));
    Modelica.Mechanics.Translational.Interfaces.Flange_b flange
      annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Modelica.Mechanics.Translational.Interfaces.Support support if useSupport
      annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  protected
    Modelica.Mechanics.Translational.Components.Fixed fixed if not useSupport;
    Modelica.Mechanics.Translational.Interfaces.InternalSupport internalSupport(f = -f);
  equation
    v = p.v - n.v;
    p.i + n.i = 0;
    i = p.i;
    s = flange.s - internalSupport.s;
    vel = der(s);
    k*vel = v;
    f = -k*i;
    fElectrical = -f;
    f = flange.f;
    connect(internalSupport.flange, support);
    connect(internalSupport.flange, fixed.flange);
  end TranslationalEMF;

  model VCV "A voltage that a voltage controls"
    extends Interfaces.TwoPort;
    parameter Real gain(start = 1);
  equation
    v2 = v1*gain;
    i1 = 0;
  end VCV;

  model VCC "A current that a voltage controls"
    extends Interfaces.TwoPort;
    parameter SI.Conductance transConductance(start = 1);
  equation
    i2 = v1*transConductance;
    i1 = 0;
  end VCC;

  model CCV "A voltage that a current controls"
    extends Interfaces.TwoPort;
    parameter SI.Resistance transResistance(start = 1);
  equation
    v2 = i1*transResistance;
    v1 = 0;
  end CCV;

  model CCC "A current that a current controls"
    extends Interfaces.TwoPort;
    parameter Real gain(start = 1);
  equation
    i2 = i1*gain;
    v1 = 0;
  end CCC;

  model OpAmp "An operational amplifier with a smooth limit at its supply voltages"
    parameter Real Slope(start = 10000) "gain at small signals";
    Interfaces.PositivePin in_p annotation(Placement(transformation(extent = {{-110, -60}, {-90, -40}})));
    Interfaces.NegativePin in_n annotation(Placement(transformation(extent = {{-90, 40}, {-110, 60}})));
    Interfaces.PositivePin out annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Interfaces.PositivePin VMax annotation(Placement(transformation(extent = {{-10, 60}, {10, 80}})));
    Interfaces.NegativePin VMin annotation(Placement(transformation(extent = {{-10, -80}, {10, -60}})));
    SI.Voltage vin "input";
  protected
    Real f "half of the span of the supply over the gain";
  equation
    in_p.i = 0;
    in_n.i = 0;
    VMax.i = 0;
    VMin.i = 0;
    vin = in_p.v - in_n.v;
    f = 2/(VMax.v - VMin.v)*max(abs(Slope), Modelica.Constants.small);
    out.v = (VMax.v + VMin.v)/2 + sign(Slope)*(VMax.v - VMin.v)/2*f*vin/(1 + abs(f*vin));
  end OpAmp;

  model VariableResistor "A resistor whose resistance is a signal"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter SI.Temperature T_ref = 300.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "R_actual = R*(1 + alpha*(T_heatPort - T_ref))";
    SI.Resistance R_actual;
    Modelica.Blocks.Interfaces.RealInput R(unit = "Ohm")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps,
      "The resistance is not positive at this temperature.");
    R_actual = R*(1 + alpha*(T_heatPort - T_ref));
    v = R_actual*i;
    LossPower = v*i;
  end VariableResistor;

  model VariableConductor "A conductor whose conductance is a signal"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter SI.Temperature T_ref = 300.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0 "G_actual = G/(1 + alpha*(T_heatPort - T_ref))";
    SI.Conductance G_actual;
    Modelica.Blocks.Interfaces.RealInput G(unit = "S")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    assert(1 + alpha*(T_heatPort - T_ref) >= Modelica.Constants.eps,
      "The conductance is not positive at this temperature.");
    G_actual = G/(1 + alpha*(T_heatPort - T_ref));
    i = G_actual*v;
    LossPower = v*i;
  end VariableConductor;

  model VariableCapacitor "A capacitor whose capacitance is a signal"
    extends Interfaces.OnePort;
    parameter SI.Capacitance Cmin = Modelica.Constants.eps "least capacitance";
    parameter SI.Voltage IC = 0 "voltage at the start";
    parameter Boolean UIC = false "the voltage at the start is IC";
    SI.ElectricCharge Q "charge";
    Modelica.Blocks.Interfaces.RealInput C(unit = "F")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  initial equation
    if UIC then
      v = IC;
    end if;
  equation
    assert(C >= 0, "The capacitance is negative: " + String(C));
    Q = noEvent(max(C, Cmin))*v;
    i = der(Q);
  end VariableCapacitor;

  model VariableInductor "A coil whose inductance is a signal"
    extends Interfaces.OnePort;
    parameter SI.Inductance Lmin = Modelica.Constants.eps "least inductance";
    parameter SI.Current IC = 0 "current at the start";
    parameter Boolean UIC = false "the current at the start is IC";
    SI.MagneticFlux Psi "flux";
    Modelica.Blocks.Interfaces.RealInput L(unit = "H")
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  initial equation
    if UIC then
      i = IC;
    end if;
  equation
    assert(L >= 0, "The inductance is negative: " + String(L));
    Psi = noEvent(max(L, Lmin))*i;
    v = der(Psi);
  end VariableInductor;

  model Potentiometer "A resistor with a contact that moves along it"
    extends Interfaces.ConditionalHeatPort(T = T_ref);
    parameter SI.Resistance R(start = 1) "resistance of the whole at T_ref";
    parameter SI.Temperature T_ref = 293.15;
    parameter SI.LinearTemperatureCoefficient alpha = 0;
    parameter Boolean useRinput = false "the place of the contact is a signal";
    parameter Real rConstant(final min = 0, final max = 1) = 0.5 "place of the contact, from pin_n at 0 to pin_p at 1";
    SI.Resistance Rp "between pin_p and the contact";
    SI.Resistance Rn "between the contact and pin_n";
    Interfaces.PositivePin pin_p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.PositivePin contact annotation(Placement(transformation(extent = {{90, -110}, {110, -90}})));
    Interfaces.NegativePin pin_n annotation(Placement(transformation(extent = {{110, -10}, {90, 10}})));
    Modelica.Blocks.Interfaces.RealInput r if useRinput
      annotation(Placement(transformation(origin = {0, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Modelica.Blocks.Sources.Constant rConst(final k = rConstant) if not useRinput;
    Modelica.Blocks.Interfaces.RealInput rInt;
  equation
    connect(r, rInt);
    connect(rConst.y, rInt);
    Rp = R*(1 + alpha*(T_heatPort - T_ref))*(1 - min(1, max(0, rInt)));
    Rn = R*(1 + alpha*(T_heatPort - T_ref))*min(1, max(0, rInt));
    pin_p.v - contact.v = Rp*pin_p.i;
    pin_n.v - contact.v = Rn*pin_n.i;
    pin_p.i + pin_n.i + contact.i = 0;
    LossPower = (pin_p.v - contact.v)*pin_p.i + (pin_n.v - contact.v)*pin_n.i;
  end Potentiometer;
end Basic;
