within Modelica.Mechanics.Rotational;
package Interfaces "Flanges and partial components"
  extends Modelica.Icons.InterfacesPackage;
  import Modelica.Units.SI;

  connector Flange "A flange"
    SI.Angle phi "angle of the flange";
    flow SI.Torque tau "torque on the component";
  end Flange;

  connector Flange_a "A flange that is drawn full"
    extends Flange;
    annotation(defaultComponentName = "flange_a", Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}},
        lineColor = {95, 127, 95}, fillColor = {95, 127, 95}, fillPattern = FillPattern.Solid)}));
  end Flange_a;

  connector Flange_b "A flange that is drawn empty"
    extends Flange;
    annotation(defaultComponentName = "flange_b", Icon(graphics = {Ellipse(extent = {{-98, 100}, {102, -100}},
        lineColor = {95, 127, 95}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  end Flange_b;

  connector Support "The flange of a housing"
    extends Flange;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {160, 160, 160},
        fillColor = {200, 200, 200}, fillPattern = FillPattern.Solid)}));
  end Support;

  model InternalSupport "The housing inside of a component"
    input SI.Torque tau "torque on the housing, given by the component";
    SI.Angle phi "angle of the housing";
    Flange_a flange annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  equation
    flange.tau = tau;
    flange.phi = phi;
  end InternalSupport;

  partial model PartialTwoFlanges "Two flanges"
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  end PartialTwoFlanges;

  partial model PartialOneFlangeAndSupport "A flange, and a housing of components"
    parameter Boolean useSupport = false "there is a flange for the housing";
    Flange_b flange annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support support if useSupport annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  protected
    Support internalSupport;
    Components.Fixed fixed if not useSupport;
  equation
    connect(support, internalSupport);
    connect(internalSupport, fixed.flange);
  end PartialOneFlangeAndSupport;

  partial model PartialTwoFlangesAndSupport "Two flanges, and a housing of components"
    parameter Boolean useSupport = false "there is a flange for the housing";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support support if useSupport annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  protected
    Support internalSupport;
    Components.Fixed fixed if not useSupport;
  equation
    connect(support, internalSupport);
    connect(internalSupport, fixed.flange);
  end PartialTwoFlangesAndSupport;

  partial model PartialElementaryOneFlangeAndSupport2 "A flange, and a housing of equations"
    parameter Boolean useSupport = false "there is a flange for the housing";
    Flange_b flange annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support support(phi = phi_support,
      tau = -flange.tau) if useSupport annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  protected
    SI.Angle phi_support "angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;

  partial model PartialElementaryTwoFlangesAndSupport2 "Two flanges, and a housing of equations"
    parameter Boolean useSupport = false "there is a flange for the housing";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support support(phi = phi_support, tau = -flange_a.tau - flange_b.tau) if useSupport
      annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  protected
    SI.Angle phi_support "angle of the housing";
  equation
    if not useSupport then
      phi_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;

  partial model PartialCompliant "Twist between two flanges, which have no mass"
    SI.Angle phi_rel(start = 0) "flange_b.phi - flange_a.phi";
    SI.Torque tau "torque between the flanges";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end PartialCompliant;

  partial model PartialCompliantWithRelativeStates "Twist between two flanges, with relative states"
    parameter SI.Angle phi_nominal(min = 0.0) = 1e-4 "size of the relative angle, for the solver";
    parameter StateSelect stateSelect = StateSelect.prefer "whether relative angle and speed are states";
    SI.Angle phi_rel(start = 0, stateSelect = stateSelect,
      nominal = if phi_nominal >= Modelica.Constants.eps then phi_nominal else 1) "flange_b.phi - flange_a.phi";
    SI.AngularVelocity w_rel(start = 0, stateSelect = stateSelect) "relative speed";
    SI.AngularAcceleration a_rel(start = 0) "relative acceleration";
    SI.Torque tau "torque between the flanges";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_b.tau = tau;
    flange_a.tau = -tau;
  end PartialCompliantWithRelativeStates;

  partial model PartialAbsoluteSensor "A sensor of one flange"
    extends Modelica.Icons.RoundSensor;
    Flange_a flange annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  equation
    flange.tau = 0;
  end PartialAbsoluteSensor;

  partial model PartialRelativeSensor "A sensor of two flanges"
    extends Modelica.Icons.RoundSensor;
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    flange_a.tau + flange_b.tau = 0;
  end PartialRelativeSensor;

  partial model PartialTorque "A source of torque"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "angle of the flange relative to the housing";
  equation
    phi = flange.phi - phi_support;
  end PartialTorque;

  partial model PartialFriction "Coulomb's friction: two surfaces stick or slide"
    parameter SI.AngularVelocity w_small = 1.0e10 "a speed beyond which a jump turns sliding round";
    SI.AngularVelocity w_relfric "relative speed of the surfaces";
    SI.AngularAcceleration a_relfric "relative acceleration of the surfaces";
    SI.Torque tau0 "friction at speed 0, forwards";
    SI.Torque tau0_max "what is needed to break loose";
    Boolean free "the surfaces do not touch";
    Real sa(final unit = "1") "along the curve of friction: a torque where they stick, else an acceleration";
    Boolean startForward(start = false, fixed = true) "they break loose forwards";
    Boolean startBackward(start = false, fixed = true) "they break loose backwards";
    Boolean locked(start = false) "they stick, and do not break loose";
    constant Integer Unknown = 3 "not known yet";
    constant Integer Free = 2 "no friction";
    constant Integer Forward = 1 "sliding forwards";
    constant Integer Stuck = 0 "sticking, or breaking loose";
    constant Integer Backward = -1 "sliding backwards";
    Integer mode(final min = Backward, final max = Unknown, start = Unknown, fixed = true) "what they do";
  protected
    constant SI.AngularAcceleration unitAcceleration = 1 annotation(HideResult = true);
    constant SI.Torque unitTorque = 1 annotation(HideResult = true);
  equation
    startForward = pre(mode) == Stuck and
      (sa > tau0_max/unitTorque or pre(startForward) and sa > tau0/unitTorque) or
      pre(mode) == Backward and w_relfric > w_small or initial() and w_relfric > 0;
    startBackward = pre(mode) == Stuck and
      (sa < -tau0_max/unitTorque or pre(startBackward) and sa < -tau0/unitTorque) or
      pre(mode) == Forward and w_relfric < -w_small or initial() and w_relfric < 0;
    locked = not free and not (pre(mode) == Forward or startForward or pre(mode) == Backward or startBackward);
    a_relfric/unitAcceleration = if locked then 0 elseif free then sa elseif startForward then
      sa - tau0_max/unitTorque elseif startBackward then sa + tau0_max/unitTorque elseif pre(mode) == Forward then
      sa - tau0_max/unitTorque else sa + tau0_max/unitTorque;
    mode = if free then Free elseif (pre(mode) == Forward or pre(mode) == Free or startForward) and w_relfric > 0 then
      Forward elseif (pre(mode) == Backward or pre(mode) == Free or startBackward) and w_relfric < 0 then Backward else
      Stuck;
  end PartialFriction;

  partial model PartialElementaryRotationalToTranslational "From turning to motion along a line"
    parameter Boolean useSupportR = false "there is a flange for the housing that may turn";
    parameter Boolean useSupportT = false "there is a flange for the housing that may move";
    Flange_a flangeR annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Modelica.Mechanics.Translational.Interfaces.Flange_b flangeT
      annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support supportR if useSupportR annotation(Placement(transformation(extent = {{-110, -110}, {-90, -90}})));
    Modelica.Mechanics.Translational.Interfaces.Support supportT if useSupportT
      annotation(Placement(transformation(extent = {{90, -110}, {110, -90}})));
  protected
    InternalSupport internalSupportR(tau = -flangeR.tau);
    Modelica.Mechanics.Translational.Interfaces.InternalSupport internalSupportT(f = -flangeT.f);
    Components.Fixed fixedR if not useSupportR;
    Modelica.Mechanics.Translational.Components.Fixed fixedT if not useSupportT;
  equation
    connect(internalSupportR.flange, supportR);
    connect(internalSupportR.flange, fixedR.flange);
    connect(fixedT.flange, internalSupportT.flange);
    connect(internalSupportT.flange, supportT);
  end PartialElementaryRotationalToTranslational;
end Interfaces;
