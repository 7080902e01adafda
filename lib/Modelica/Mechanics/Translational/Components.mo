within Modelica.Mechanics.Translational;
package Components "Bodies, springs, dampers, gears and friction"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model Mass "A body that moves along a line"
    extends Interfaces.PartialRigid(L = 0, s(start = 0, stateSelect = stateSelect));
    parameter SI.Mass m(min = 0, start = 1) "mass";
    parameter StateSelect stateSelect = StateSelect.default "whether s and v are states";
    SI.Velocity v(start = 0, stateSelect = stateSelect) "speed";
    SI.Acceleration a(start = 0) "acceleration";
  equation
    v = der(s);
    a = der(v);
    m*a = flange_a.f + flange_b.f;
    annotation(Icon(graphics = {Rectangle(extent = {{-55, 30}, {55, -30}}, lineColor = {0, 127, 0},
        fillColor = {160, 215, 160}, fillPattern = FillPattern.Solid), Line(points = {{-100, 0}, {-55, 0}},
        color = {0, 127, 0}), Line(points = {{55, 0}, {100, 0}}, color = {0, 127, 0}),
      Text(extent = {{-150, 85}, {150, 45}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -45}, {150, -75}}, textString = "m=%m")}));
  end Mass;

  model Rod "A rod without mass"
    extends Interfaces.PartialRigid;
  equation
    0 = flange_a.f + flange_b.f;
  end Rod;

  model ElastoGap "A spring beside a damper that touch only where s_rel is less than s_rel0"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalSpringConstant c(final min = 0, start = 1) "stiffness";
    parameter SI.TranslationalDampingConstant d(final min = 0, start = 1) "damping";
    parameter SI.Position s_rel0 = 0 "relative place at which they touch";
    parameter SI.Force f_ref(min = 0) = c*s_ref "force of the spring where it is pressed by s_ref";
    parameter SI.Length s_ref(min = Modelica.Constants.eps) = 1;
    parameter Real n(final min = 1) = 1 "exponent of the spring: f_c = -f_ref*|(s_rel - s_rel0)/s_ref|^n";
    Boolean contact "they touch";
  protected
    SI.Force f_c "force of the spring";
    SI.Force f_d "force of the damper, which is never more than that of the spring, so that nothing sticks";
  equation
    contact = s_rel < s_rel0;
    f_c = smooth(1, noEvent(if contact then -f_ref*abs((s_rel - s_rel0)/s_ref)^n else 0));
    f_d = smooth(0, noEvent(if contact then min(max(d*v_rel, f_c), -f_c) else 0));
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end ElastoGap;

  model IdealGearR2T "A gear from turning to motion along a line"
    extends Modelica.Mechanics.Rotational.Components.IdealGearR2T;
  end IdealGearR2T;

  model IdealRollingWheel "A wheel that rolls without sliding"
    extends Modelica.Mechanics.Rotational.Components.IdealRollingWheel;
  end IdealRollingWheel;

  model Fixed "A flange that does not move"
    parameter SI.Position s0 = 0 "place";
    Interfaces.Flange_b flange annotation(Placement(transformation(extent = {{10, -10}, {-10, 10}})));
  equation
    flange.s = s0;
  end Fixed;

  model Spring "A linear spring"
    extends Interfaces.PartialCompliant;
    parameter SI.TranslationalSpringConstant c(final min = 0, start = 1) "stiffness";
    parameter SI.Position s_rel0 = 0 "relative place without force";
  equation
    f = c*(s_rel - s_rel0);
  end Spring;

  model Damper "A linear damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalDampingConstant d(final min = 0, start = 0) "damping";
  equation
    f = d*v_rel;
    lossPower = f*v_rel;
  end Damper;

  model SpringDamper "A linear spring beside a linear damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.TranslationalSpringConstant c(final min = 0, start = 1) "stiffness";
    parameter SI.TranslationalDampingConstant d(final min = 0, start = 0) "damping";
    parameter SI.Position s_rel0 = 0 "relative place without force of the spring";
  protected
    SI.Force f_c "force of the spring";
    SI.Force f_d "force of the damper";
  equation
    f_c = c*(s_rel - s_rel0);
    f_d = d*v_rel;
    f = f_c + f_d;
    lossPower = f_d*v_rel;
  end SpringDamper;

  model RelativeStates "Makes the relative motion of two flanges states"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer;
    SI.Position s_rel(start = 0, stateSelect = stateSelect) "flange_b.s - flange_a.s";
    SI.Velocity v_rel(start = 0, stateSelect = stateSelect) "relative speed";
    SI.Acceleration a_rel(start = 0) "relative acceleration";
  equation
    s_rel = flange_b.s - flange_a.s;
    v_rel = der(s_rel);
    a_rel = der(v_rel);
    flange_a.f = 0;
    flange_b.f = 0;
  end RelativeStates;

  model Brake "Friction against the housing, with a force that is a signal"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5] "rows of speed and friction coefficient, from speed 0 upwards";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Real peak(final min = 1) = 1 "what is needed to break loose, over the friction at speed 0";
    parameter Real cgeo(final min = 0) = 1 "force over friction coefficient and normal force";
    parameter SI.Force fn_max(final min = 0, start = 1) "greatest normal force";
    SI.Position s "place relative to the housing";
    SI.Force f "force of the brake";
    SI.Velocity v "speed";
    SI.Acceleration a "acceleration";
    Real mu "friction coefficient, with the sign of the friction";
    SI.Force fn "normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "normal force over fn_max"
      annotation(Placement(transformation(origin = {0, 110}, extent = {{20, -20}, {-20, 20}}, rotation = 90)));
  protected
    parameter Real mu0 = Friction.coefficient(table, 0) "at speed 0";
    parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D(
      "NoName", "NoName", mu_pos, {2}, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints, false);
  equation
    s = flange_a.s - s_support;
    flange_b.s = flange_a.s;
    v = der(s);
    a = der(v);
    v_relfric = v;
    a_relfric = a;
    flange_a.f + flange_b.f - f = 0;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    f0 = mu0*cgeo*fn;
    f0_max = peak*f0;
    mu = if startForward then Friction.coefficient(table, v) elseif startBackward then
      -Friction.coefficient(table, -v) elseif pre(mode) == Forward then Friction.coefficient(table, v) else
      -Friction.coefficient(table, -v);
    f = if locked then sa*unitForce elseif free then 0 else cgeo*fn*mu;
    lossPower = f*v_relfric;
  end Brake;

  model SupportFriction "Friction of a guide, with a force that depends on the speed"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real f_pos[:, 2] = [0, 1] "rows of speed and force, from speed 0 upwards";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Real peak(final min = 1) = 1 "what is needed to break loose, over the friction at speed 0";
    SI.Position s "place relative to the housing";
    SI.Force f "force of the friction";
    SI.Velocity v "speed";
    SI.Acceleration a "acceleration";
  protected
    parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D(
      "NoName", "NoName", f_pos, {2}, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints, false);
  equation
    f0 = Friction.coefficient(table, 0);
    f0_max = peak*f0;
    s = flange_a.s - s_support;
    flange_b.s = flange_a.s;
    v = der(s);
    a = der(v);
    v_relfric = v;
    a_relfric = a;
    free = false;
    flange_a.f + flange_b.f - f = 0;
    f = if locked then sa*unitForce elseif startForward then Friction.coefficient(table, v) elseif startBackward then
      -Friction.coefficient(table, -v) elseif pre(mode) == Forward then Friction.coefficient(table, v) else
      -Friction.coefficient(table, -v);
    lossPower = f*v_relfric;
  end SupportFriction;

  package Friction "What components with friction share"
    function coefficient "The value of the table at a speed"
      extends Modelica.Icons.Function;
      input Modelica.Blocks.Types.ExternalCombiTable1D table;
      input Real speed;
      output Real mu;
    algorithm
      mu := Modelica.Blocks.Tables.Internal.getTable1DValue(table, 1, speed);
      annotation(Inline = true);
    end coefficient;
  end Friction;
end Components;
