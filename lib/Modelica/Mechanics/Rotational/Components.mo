within Modelica.Mechanics.Rotational;
package Components "Bodies, springs, dampers, gears and friction"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model Inertia "A body that turns"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Inertia J(min = 0, start = 1) "moment of inertia";
    parameter StateSelect stateSelect = StateSelect.default "whether phi and w are states";
    SI.Angle phi(stateSelect = stateSelect) "angle";
    SI.AngularVelocity w(stateSelect = stateSelect) "speed";
    SI.AngularAcceleration a "acceleration";
  equation
    phi = flange_a.phi;
    phi = flange_b.phi;
    w = der(phi);
    a = der(w);
    J*a = flange_a.tau + flange_b.tau;
    annotation(Icon(graphics = {Rectangle(extent = {{-50, 50}, {50, -50}}, fillColor = {224, 224, 224},
        fillPattern = FillPattern.HorizontalCylinder, radius = 10), Rectangle(extent = {{-100, 10}, {-50, -10}},
        fillColor = {192, 192, 192}, fillPattern = FillPattern.HorizontalCylinder),
      Rectangle(extent = {{50, 10}, {100, -10}}, fillColor = {192, 192, 192},
        fillPattern = FillPattern.HorizontalCylinder),
      Text(extent = {{-150, 100}, {150, 60}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -60}, {150, -90}}, textString = "J=%J")}));
  end Inertia;

  model Disc "A rigid disc without inertia, with a twist of the flanges"
    extends Interfaces.PartialTwoFlanges;
    parameter SI.Angle deltaPhi = 0 "angle from flange_a to flange_b";
    SI.Angle phi "angle of the middle";
  equation
    flange_a.phi = phi - deltaPhi/2;
    flange_b.phi = phi + deltaPhi/2;
    0 = flange_a.tau + flange_b.tau;
  end Disc;

  model ElastoBacklash "A spring beside a damper, with a backlash"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalSpringConstant c(final min = Modelica.Constants.small, start = 1.0e5) "stiffness";
    parameter SI.RotationalDampingConstant d(final min = 0, start = 0) "damping";
    parameter SI.Angle b(final min = 0) = 0 "whole backlash";
    parameter SI.Angle phi_rel0 = 0 "relative angle of the middle of the backlash";
  protected
    final parameter SI.Angle bMax = b/2;
    final parameter SI.Angle bMin = -bMax;
    SI.Torque tau_c "torque of the spring";
    SI.Torque tau_d "torque of the damper";
    SI.Angle phi_diff = phi_rel - phi_rel0;
    constant SI.Angle bEps = 1e-10 "a smaller backlash is none";
  equation
    if initial() then
      tau_c = if abs(b) <= bEps then c*phi_diff elseif phi_diff > 1.5*bMax then c*(phi_diff - bMax) elseif
        phi_diff < 1.5*bMin then c*(phi_diff - bMin) else c/3*phi_diff;
      tau_d = d*w_rel;
      tau = tau_c + tau_d;
      lossPower = tau_d*w_rel;
    else
      tau_c = if abs(b) <= bEps then c*phi_diff elseif phi_diff > bMax then
        c*(phi_diff - bMax) elseif phi_diff < bMin then
        c*(phi_diff - bMin) else 0;
      tau_d = d*w_rel;
      tau = if abs(b) <= bEps then tau_c + tau_d elseif phi_diff > bMax then
        smooth(0, noEvent(if tau_c + tau_d <= 0 then 0 else tau_c + min(tau_c, tau_d))) elseif phi_diff < bMin then
        smooth(0, noEvent(if tau_c + tau_d >= 0 then 0 else tau_c + max(tau_c, tau_d))) else 0;
      lossPower = if abs(b) <= bEps then tau_d*w_rel elseif phi_diff > bMax then
        smooth(0, noEvent(if tau_c + tau_d <= 0 then 0 else min(tau_c, tau_d)*w_rel)) elseif phi_diff < bMin then
        smooth(0, noEvent(if tau_c + tau_d >= 0 then 0 else max(tau_c, tau_d)*w_rel)) else 0;
    end if;
  end ElastoBacklash;

  model Clutch "Friction between two flanges, with a force that is a signal"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5] "rows of speed and friction coefficient, from speed 0 upwards";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Real peak(final min = 1) = 1 "what is needed to break loose, over the friction at speed 0";
    parameter Real cgeo(final min = 0) = 1 "torque over friction coefficient and normal force";
    parameter SI.Force fn_max(final min = 0, start = 1) "greatest normal force";
    Real mu "friction coefficient, with the sign of the friction";
    SI.Force fn "normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "normal force over fn_max"
      annotation(Placement(transformation(origin = {0, 110}, extent = {{20, -20}, {-20, 20}}, rotation = 90)));
  protected
    parameter Real mu0 = Friction.coefficient(table, 0) "at speed 0";
    parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D(
      "NoName", "NoName", mu_pos, {2}, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints, false);
  equation
    w_relfric = w_rel;
    a_relfric = a_rel;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = mu0*cgeo*fn;
    tau0_max = peak*tau0;
    mu = if startForward then Friction.coefficient(table, w_rel) elseif startBackward then
      -Friction.coefficient(table, -w_rel) elseif pre(mode) == Forward then Friction.coefficient(table, w_rel) else
      -Friction.coefficient(table, -w_rel);
    tau = if locked then sa*unitTorque elseif free then 0 else cgeo*fn*mu;
    lossPower = tau*w_relfric;
  end Clutch;

  model IdealGear "A gear without losses"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    parameter Real ratio(start = 1) "flange_a.phi over flange_b.phi";
    SI.Angle phi_a "angle of flange_a relative to the housing";
    SI.Angle phi_b "angle of flange_b relative to the housing";
  equation
    phi_a = flange_a.phi - phi_support;
    phi_b = flange_b.phi - phi_support;
    phi_a = ratio*phi_b;
    0 = ratio*flange_a.tau + flange_b.tau;
  end IdealGear;

  model IdealPlanetary "A planetary gear without losses"
    parameter Real ratio(start = 100/50) "teeth of the ring over teeth of the sun";
    Interfaces.Flange_a sun annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Flange_a carrier annotation(Placement(transformation(extent = {{-110, 30}, {-90, 50}})));
    Interfaces.Flange_b ring annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    (1 + ratio)*carrier.phi = sun.phi + ratio*ring.phi;
    ring.tau = ratio*sun.tau;
    carrier.tau = -(1 + ratio)*sun.tau;
  end IdealPlanetary;

  model IdealGearR2T "A gear from turning to motion along a line"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter Real ratio(final unit = "rad/m", start = 1) "angle over distance";
  equation
    flangeR.phi - internalSupportR.phi = ratio*(flangeT.s - internalSupportT.s);
    0 = ratio*flangeR.tau + flangeT.f;
  end IdealGearR2T;

  model IdealRollingWheel "A wheel that rolls without sliding"
    extends Interfaces.PartialElementaryRotationalToTranslational;
    parameter SI.Distance radius(start = 0.3) "radius";
  equation
    (flangeR.phi - internalSupportR.phi)*radius = flangeT.s - internalSupportT.s;
    0 = radius*flangeT.f + flangeR.tau;
  end IdealRollingWheel;

  model Fixed "A flange that does not move"
    parameter SI.Angle phi0 = 0 "angle";
    Interfaces.Flange_b flange annotation(Placement(transformation(extent = {{10, -10}, {-10, 10}})));
  equation
    flange.phi = phi0;
  end Fixed;

  model Spring "A linear spring"
    extends Interfaces.PartialCompliant;
    parameter SI.RotationalSpringConstant c(final min = 0, start = 1.0e5) "stiffness";
    parameter SI.Angle phi_rel0 = 0 "relative angle without torque";
  equation
    tau = c*(phi_rel - phi_rel0);
  end Spring;

  model Damper "A linear damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalDampingConstant d(final min = 0, start = 0) "damping";
  equation
    tau = d*w_rel;
    lossPower = tau*w_rel;
  end Damper;

  model SpringDamper "A linear spring beside a linear damper"
    extends Interfaces.PartialCompliantWithRelativeStates;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter SI.RotationalSpringConstant c(final min = 0, start = 1.0e5) "stiffness";
    parameter SI.RotationalDampingConstant d(final min = 0, start = 0) "damping";
    parameter SI.Angle phi_rel0 = 0 "relative angle without torque of the spring";
  protected
    SI.Torque tau_c "torque of the spring";
    SI.Torque tau_d "torque of the damper";
  equation
    tau_c = c*(phi_rel - phi_rel0);
    tau_d = d*w_rel;
    tau = tau_c + tau_d;
    lossPower = tau_d*w_rel;
  end SpringDamper;

  model RelativeStates "Makes the relative motion of two flanges states"
    extends Interfaces.PartialTwoFlanges;
    parameter StateSelect stateSelect = StateSelect.prefer;
    SI.Angle phi_rel(start = 0, stateSelect = stateSelect) "flange_b.phi - flange_a.phi";
    SI.AngularVelocity w_rel(start = 0, stateSelect = stateSelect) "relative speed";
    SI.AngularAcceleration a_rel(start = 0) "relative acceleration";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    w_rel = der(phi_rel);
    a_rel = der(w_rel);
    flange_a.tau = 0;
    flange_b.tau = 0;
  end RelativeStates;

  model Brake "Friction against the housing, with a force that is a signal"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real mu_pos[:, 2] = [0, 0.5] "rows of speed and friction coefficient, from speed 0 upwards";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Real peak(final min = 1) = 1 "what is needed to break loose, over the friction at speed 0";
    parameter Real cgeo(final min = 0) = 1 "torque over friction coefficient and normal force";
    parameter SI.Force fn_max(final min = 0, start = 1) "greatest normal force";
    SI.Angle phi "angle relative to the housing";
    SI.Torque tau "torque of the brake";
    SI.AngularVelocity w "speed";
    SI.AngularAcceleration a "acceleration";
    Real mu "friction coefficient, with the sign of the friction";
    SI.Force fn "normal force";
    Modelica.Blocks.Interfaces.RealInput f_normalized "normal force over fn_max"
      annotation(Placement(transformation(origin = {0, 110}, extent = {{20, -20}, {-20, 20}}, rotation = 90)));
  protected
    parameter Real mu0 = Friction.coefficient(table, 0) "at speed 0";
    parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D(
      "NoName", "NoName", mu_pos, {2}, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints, false);
  equation
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    w = der(phi);
    a = der(w);
    w_relfric = w;
    a_relfric = a;
    flange_a.tau + flange_b.tau - tau = 0;
    fn = fn_max*f_normalized;
    free = fn <= 0;
    tau0 = mu0*cgeo*fn;
    tau0_max = peak*tau0;
    mu = if startForward then Friction.coefficient(table, w) elseif startBackward then
      -Friction.coefficient(table, -w) elseif pre(mode) == Forward then Friction.coefficient(table, w) else
      -Friction.coefficient(table, -w);
    tau = if locked then sa*unitTorque elseif free then 0 else cgeo*fn*mu;
    lossPower = tau*w_relfric;
  end Brake;

  model BearingFriction "Friction of a bearing, with a torque that depends on the speed"
    extends Interfaces.PartialElementaryTwoFlangesAndSupport2;
    extends Interfaces.PartialFriction;
    extends Modelica.Thermal.HeatTransfer.Interfaces.PartialElementaryConditionalHeatPortWithoutT;
    parameter Real tau_pos[:, 2] = [0, 1] "rows of speed and torque, from speed 0 upwards";
    parameter Modelica.Blocks.Types.Smoothness smoothness = Modelica.Blocks.Types.Smoothness.LinearSegments;
    parameter Real peak(final min = 1) = 1 "what is needed to break loose, over the friction at speed 0";
    SI.Angle phi "angle relative to the housing";
    SI.Torque tau "torque of the friction";
    SI.AngularVelocity w "speed";
    SI.AngularAcceleration a "acceleration";
  protected
    parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D(
      "NoName", "NoName", tau_pos, {2}, smoothness, Modelica.Blocks.Types.Extrapolation.LastTwoPoints, false);
  equation
    tau0 = Friction.coefficient(table, 0);
    tau0_max = peak*tau0;
    phi = flange_a.phi - phi_support;
    flange_b.phi = flange_a.phi;
    w = der(phi);
    a = der(w);
    w_relfric = w;
    a_relfric = a;
    free = false;
    flange_a.tau + flange_b.tau - tau = 0;
    tau = if locked then sa*unitTorque elseif startForward then Friction.coefficient(table,
      w) elseif startBackward then
      -Friction.coefficient(table, -w) elseif pre(mode) == Forward then Friction.coefficient(table, w) else
      -Friction.coefficient(table, -w);
    lossPower = tau*w_relfric;
  end BearingFriction;

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
