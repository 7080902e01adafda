within Modelica.Mechanics.Translational;
package Interfaces "Flanges and partial components"
  extends Modelica.Icons.InterfacesPackage;
  import Modelica.Units.SI;

  connector Flange "A flange"
    SI.Position s "place of the flange";
    flow SI.Force f "force on the component";
  end Flange;

  connector Flange_a "A flange that is drawn full"
    extends Flange;
    annotation(defaultComponentName = "flange_a", Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}},
        lineColor = {0, 127, 0}, fillColor = {0, 127, 0}, fillPattern = FillPattern.Solid)}));
  end Flange_a;

  connector Flange_b "A flange that is drawn empty"
    extends Flange;
    annotation(defaultComponentName = "flange_b", Icon(graphics = {Rectangle(extent = {{-98, 100}, {102, -100}},
        lineColor = {0, 127, 0}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  end Flange_b;

  connector Support "The flange of a housing"
    extends Flange;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {160, 160, 160},
        fillColor = {200, 200, 200}, fillPattern = FillPattern.Solid)}));
  end Support;

  model InternalSupport "The housing inside of a component"
    input SI.Force f "force on the housing, given by the component";
    SI.Position s "place of the housing";
    Flange_a flange annotation(Placement(transformation(extent = {{-10, -10}, {10, 10}})));
  equation
    flange.f = f;
    flange.s = s;
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
    Support support(s = s_support, f = -flange.f) if useSupport annotation(Placement(transformation(extent = {{-10,
      -110}, {10, -90}})));
  protected
    SI.Position s_support "place of the housing";
  equation
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryOneFlangeAndSupport2;

  partial model PartialElementaryTwoFlangesAndSupport2 "Two flanges, and a housing of equations"
    parameter Boolean useSupport = false "there is a flange for the housing";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Support support(s = s_support, f = -flange_a.f - flange_b.f) if useSupport
      annotation(Placement(transformation(extent = {{-10, -110}, {10, -90}})));
  protected
    SI.Position s_support "place of the housing";
  equation
    if not useSupport then
      s_support = 0;
    end if;
  end PartialElementaryTwoFlangesAndSupport2;

  partial model PartialCompliant "Stretch between two flanges, which have no mass"
    SI.Position s_rel(start = 0) "flange_b.s - flange_a.s";
    SI.Force f "force between the flanges";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
  end PartialCompliant;

  partial model PartialCompliantWithRelativeStates "Stretch between two flanges, with relative states"
    parameter SI.Position s_nominal(min = 0.0) = 1e-4 "size of the relative place, for the solver";
    parameter StateSelect stateSelect = StateSelect.prefer "whether relative place and speed are states";
    SI.Position s_rel(start = 0, stateSelect = stateSelect,
      nominal = if s_nominal >= Modelica.Constants.eps then s_nominal else 1) "flange_b.s - flange_a.s";
    SI.Velocity v_rel(start = 0, stateSelect = stateSelect) "relative speed";
    SI.Acceleration a_rel(start = 0) "relative acceleration";
    SI.Force f "force between the flanges";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    flange_b.f = f;
    flange_a.f = -f;
  end PartialCompliantWithRelativeStates;

  partial model PartialAbsoluteSensor "A sensor of one flange"
    extends Modelica.Icons.RectangularSensor;
    Flange_a flange annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  equation
    flange.f = 0;
  end PartialAbsoluteSensor;

  partial model PartialRelativeSensor "A sensor of two flanges"
    extends Modelica.Icons.RectangularSensor;
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    flange_a.f + flange_b.f = 0;
  end PartialRelativeSensor;

  partial model PartialForce "A source of force"
    extends PartialElementaryOneFlangeAndSupport2;
    SI.Position s "place of the flange relative to the housing";
  equation
    s = flange.s - s_support;
  end PartialForce;

  partial model PartialFriction "Coulomb's friction: two surfaces stick or slide"
    parameter SI.Velocity v_small = 1e-3 "a speed beyond which a jump turns sliding round";
    SI.Velocity v_relfric "relative speed of the surfaces";
    SI.Acceleration a_relfric "relative acceleration of the surfaces";
    SI.Force f0 "friction at speed 0, forwards";
    SI.Force f0_max "what is needed to break loose";
    Boolean free "the surfaces do not touch";
    Real sa(final unit = "1") "along the curve of friction: a force where they stick, else an acceleration";
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
    constant SI.Acceleration unitAcceleration = 1 annotation(HideResult = true);
    constant SI.Force unitForce = 1 annotation(HideResult = true);
  equation
    startForward = pre(mode) == Stuck and
      (sa > f0_max/unitForce or pre(startForward) and sa > f0/unitForce) or
      pre(mode) == Backward and v_relfric > v_small or initial() and v_relfric > 0;
    startBackward = pre(mode) == Stuck and
      (sa < -f0_max/unitForce or pre(startBackward) and sa < -f0/unitForce) or
      pre(mode) == Forward and v_relfric < -v_small or initial() and v_relfric < 0;
    locked = not free and not (pre(mode) == Forward or startForward or pre(mode) == Backward or startBackward);
    a_relfric/unitAcceleration = if locked then 0 elseif free then sa elseif startForward then
      sa - f0_max/unitForce elseif startBackward then sa + f0_max/unitForce elseif pre(mode) == Forward then
      sa - f0_max/unitForce else sa + f0_max/unitForce;
    mode = if free then Free elseif (pre(mode) == Forward or pre(mode) == Free or startForward) and v_relfric > 0 then
      Forward elseif (pre(mode) == Backward or pre(mode) == Free or startBackward) and v_relfric < 0 then Backward else
      Stuck;
  end PartialFriction;

  partial model PartialRigid "A rigid body of length L between two flanges"
    parameter SI.Length L(start = 0) "length";
    SI.Position s "place of the middle";
    Flange_a flange_a annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Flange_b flange_b annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    flange_a.s = s - L/2;
    flange_b.s = s + L/2;
  end PartialRigid;
end Interfaces;
