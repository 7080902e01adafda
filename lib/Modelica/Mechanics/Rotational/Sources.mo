within Modelica.Mechanics.Rotational;
package Sources "Sources of motion and of torque"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Units.SI;

  model Position "A motion whose angle is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "the signal is differentiated; else it goes through a filter";
    parameter SI.Frequency f_crit = 50 "cut-off frequency of the filter";
    SI.Angle phi(stateSelect = if exact then StateSelect.default else StateSelect.prefer) "angle";
    SI.AngularVelocity w(start = 0, stateSelect = if exact then StateSelect.default else StateSelect.prefer) "speed";
    SI.AngularAcceleration a(start = 0) "acceleration";
    Modelica.Blocks.Interfaces.RealInput phi_ref(unit = "rad", displayUnit = "deg")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit;
    constant Real af = 1.3617 "s coefficient of a Bessel filter";
    constant Real bf = 0.6180 "s*s coefficient of a Bessel filter";
  initial equation
    if not exact then
      phi = phi_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    if exact then
      phi = phi_ref;
    else
      a = ((phi_ref - phi)*w_crit - af*w)*(w_crit/bf);
    end if;
  end Position;

  model Speed "A motion whose speed is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "the signal is differentiated; else it goes through a filter";
    parameter SI.Frequency f_crit = 50 "cut-off frequency of the filter";
    SI.Angle phi(start = 0, fixed = true, stateSelect = StateSelect.prefer) "angle";
    SI.AngularVelocity w(stateSelect = if exact then StateSelect.default else StateSelect.prefer) "speed";
    SI.AngularAcceleration a "acceleration";
    Modelica.Blocks.Interfaces.RealInput w_ref(unit = "rad/s")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit;
  initial equation
    if not exact then
      w = w_ref;
    end if;
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    if exact then
      w = w_ref;
      a = 0;
    else
      a = der(w);
      a = (w_ref - w)*w_crit;
    end if;
  end Speed;

  model Accelerate "A motion whose acceleration is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi(start = 0, fixed = true, stateSelect = StateSelect.prefer) "angle";
    SI.AngularVelocity w(start = 0, fixed = true, stateSelect = StateSelect.prefer) "speed";
    SI.AngularAcceleration a "acceleration";
    Modelica.Blocks.Interfaces.RealInput a_ref(unit = "rad/s2")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    phi = flange.phi - phi_support;
    w = der(phi);
    a = der(w);
    a = a_ref;
  end Accelerate;

  model Move "A motion whose angle, speed and acceleration are signals"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Angle phi "angle";
    Modelica.Blocks.Interfaces.RealInput u[3] "angle, speed and acceleration"
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  protected
    function position "The first signal, whose derivatives are the others"
      extends Modelica.Icons.Function;
      input Real q_qd_qdd[3];
      input Real dummy "the time, so that the result varies";
      output Real q;
    algorithm
      q := q_qd_qdd[1];
      annotation(derivative(noDerivative = q_qd_qdd) = position_der, InlineAfterIndexReduction = true);
    end position;

    function position_der "The second signal"
      extends Modelica.Icons.Function;
      input Real q_qd_qdd[3];
      input Real dummy;
      input Real dummy_der;
      output Real qd;
    algorithm
      qd := q_qd_qdd[2];
      annotation(derivative(noDerivative = q_qd_qdd, order = 2) = position_der2, InlineAfterIndexReduction = true);
    end position_der;

    function position_der2 "The third signal"
      extends Modelica.Icons.Function;
      input Real q_qd_qdd[3];
      input Real dummy;
      input Real dummy_der;
      input Real dummy_der2;
      output Real qdd;
    algorithm
      qdd := q_qd_qdd[3];
      annotation(InlineAfterIndexReduction = true);
    end position_der2;
  equation
    phi = flange.phi - phi_support;
    phi = position(u, time);
  end Move;

  model Torque "A torque that is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    flange.tau = -tau;
  end Torque;

  model Torque2 "A torque between two flanges that is a signal"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput tau(unit = "N.m")
      annotation(Placement(transformation(origin = {0, 40}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    flange_a.tau = tau;
    flange_b.tau = -tau;
  end Torque2;

  model ConstantSpeed "A constant speed"
    extends Interfaces.PartialTorque;
    parameter SI.AngularVelocity w_fixed "speed";
    SI.AngularVelocity w "speed";
  equation
    w = der(phi);
    w = w_fixed;
  end ConstantSpeed;

  model ConstantTorque "A constant torque"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_constant "torque";
    SI.AngularVelocity w "speed";
    SI.Torque tau "torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    tau = tau_constant;
  end ConstantTorque;

  model LinearSpeedDependentTorque "A torque that is proportional to the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "torque at the nominal speed; negative for a load";
    parameter Boolean TorqueDirection = true "the same direction for both directions of motion";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps) "nominal speed";
    SI.AngularVelocity w "speed";
    SI.Torque tau "torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    if TorqueDirection then
      tau = tau_nominal*abs(w/w_nominal);
    else
      tau = tau_nominal*(w/w_nominal);
    end if;
  end LinearSpeedDependentTorque;

  model QuadraticSpeedDependentTorque "A torque that is proportional to the square of the speed"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "torque at the nominal speed; negative for a load";
    parameter Boolean TorqueDirection = true "the same direction for both directions of motion";
    parameter SI.AngularVelocity w_nominal(min = Modelica.Constants.eps) "nominal speed";
    SI.AngularVelocity w "speed";
    SI.Torque tau "torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    if TorqueDirection then
      tau = tau_nominal*(w/w_nominal)^2;
    else
      tau = tau_nominal*smooth(1, if w >= 0 then (w/w_nominal)^2 else -(w/w_nominal)^2);
    end if;
  end QuadraticSpeedDependentTorque;

  model TorqueStep "A step of torque"
    extends Interfaces.PartialTorque;
    parameter SI.Torque stepTorque(start = 1) "height of the step";
    parameter SI.Torque offsetTorque(start = 0) "torque before the step";
    parameter SI.Time startTime = 0 "when it steps";
    SI.Torque tau "torque at the flange";
  equation
    tau = -flange.tau;
    tau = offsetTorque + (if time < startTime then 0 else stepTorque);
  end TorqueStep;

  model SignTorque "A torque whose sign follows the speed, smooth around zero"
    extends Interfaces.PartialTorque;
    parameter SI.Torque tau_nominal "torque; negative for a load";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp;
    parameter SI.AngularVelocity w0(final min = Modelica.Constants.eps,
      start = 0.1) "speed from which on it is nearly whole";
    SI.AngularVelocity w "speed";
    SI.Torque tau "torque at the flange";
  equation
    w = der(phi);
    tau = -flange.tau;
    if reg == Modelica.Blocks.Types.Regularization.Exp then
      tau = tau_nominal*(2/(1 + Modelica.Math.exp(-w/(0.01*w0))) - 1);
    elseif reg == Modelica.Blocks.Types.Regularization.Sine then
      tau = tau_nominal*smooth(1, if abs(w) >= w0 then sign(w) else
        Modelica.Math.sin(Modelica.Constants.pi/2*w/w0));
    elseif reg == Modelica.Blocks.Types.Regularization.Linear then
      tau = tau_nominal*(if abs(w) >= w0 then sign(w) else w/w0);
    else
      tau = tau_nominal*(if abs(w) >= w0 then sign(w) else
        sign(w)*(1 - Modelica.Math.cos(Modelica.Constants.pi/2*w/w0)));
    end if;
  end SignTorque;
end Sources;
