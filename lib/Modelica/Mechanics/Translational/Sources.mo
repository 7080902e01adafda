within Modelica.Mechanics.Translational;
package Sources "Sources of motion and of force"
  extends Modelica.Icons.SourcesPackage;
  import Modelica.Units.SI;

  model Position "A motion whose place is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "the signal is differentiated; else it goes through a filter";
    parameter SI.Frequency f_crit = 50 "cut-off frequency of the filter";
    SI.Position s(stateSelect = if exact then StateSelect.default else StateSelect.prefer) "place";
    SI.Velocity v(start = 0, stateSelect = if exact then StateSelect.default else StateSelect.prefer) "speed";
    SI.Acceleration a(start = 0) "acceleration";
    Modelica.Blocks.Interfaces.RealInput s_ref(unit = "m")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit;
    constant Real af = 1.3617 "s coefficient of a Bessel filter";
    constant Real bf = 0.6180 "s*s coefficient of a Bessel filter";
  initial equation
    if not exact then
      s = s_ref;
    end if;
  equation
    s = flange.s - s_support;
    v = der(s);
    a = der(v);
    if exact then
      s = s_ref;
    else
      a = ((s_ref - s)*w_crit - af*v)*(w_crit/bf);
    end if;
  end Position;

  model Speed "A motion whose speed is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    parameter Boolean exact = false "the signal is differentiated; else it goes through a filter";
    parameter SI.Frequency f_crit = 50 "cut-off frequency of the filter";
    SI.Position s(start = 0, fixed = true, stateSelect = StateSelect.prefer) "place";
    SI.Velocity v(stateSelect = if exact then StateSelect.default else StateSelect.prefer) "speed";
    SI.Acceleration a "acceleration";
    Modelica.Blocks.Interfaces.RealInput v_ref(unit = "m/s")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  protected
    parameter SI.AngularFrequency w_crit = 2*Modelica.Constants.pi*f_crit;
  initial equation
    if not exact then
      v = v_ref;
    end if;
  equation
    s = flange.s - s_support;
    v = der(s);
    if exact then
      v = v_ref;
      a = 0;
    else
      a = der(v);
      a = (v_ref - v)*w_crit;
    end if;
  end Speed;

  model Accelerate "A motion whose acceleration is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Position s(start = 0, fixed = true, stateSelect = StateSelect.prefer) "place";
    SI.Velocity v(start = 0, fixed = true, stateSelect = StateSelect.prefer) "speed";
    SI.Acceleration a "acceleration";
    Modelica.Blocks.Interfaces.RealInput a_ref(unit = "m/s2")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    s = flange.s - s_support;
    v = der(s);
    a = der(v);
    a = a_ref;
  end Accelerate;

  model Move "A motion whose place, speed and acceleration are signals"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    SI.Position s "place";
    Modelica.Blocks.Interfaces.RealInput u[3] "place, speed and acceleration"
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
    s = flange.s - s_support;
    s = position(u, time);
  end Move;

  model Force "A force that is a signal"
    extends Interfaces.PartialElementaryOneFlangeAndSupport2;
    Modelica.Blocks.Interfaces.RealInput f(unit = "N")
      annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
  equation
    flange.f = -f;
  end Force;

  model Force2 "A force between two flanges that is a signal"
    extends Interfaces.PartialTwoFlanges;
    Modelica.Blocks.Interfaces.RealInput f(unit = "N")
      annotation(Placement(transformation(origin = {0, 40}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  equation
    flange_a.f = f;
    flange_b.f = -f;
  end Force2;

  model ConstantSpeed "A constant speed"
    extends Interfaces.PartialForce;
    parameter SI.Velocity v_fixed "speed";
    SI.Velocity v "speed";
  equation
    v = der(s);
    v = v_fixed;
  end ConstantSpeed;

  model ConstantForce "A constant force"
    extends Interfaces.PartialForce;
    parameter SI.Force f_constant "force";
    SI.Velocity v "speed";
    SI.Force f "force on the component";
  equation
    v = der(s);
    f = flange.f;
    f = -f_constant;
  end ConstantForce;

  model LinearSpeedDependentForce "A force that is proportional to the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "force at the nominal speed; negative for a load";
    parameter Boolean ForceDirection = true "the same direction for both directions of motion";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps) "nominal speed";
    SI.Velocity v "speed";
    SI.Force f "force on the component";
  equation
    v = der(s);
    f = flange.f;
    if ForceDirection then
      f = -f_nominal*abs(v/v_nominal);
    else
      f = -f_nominal*(v/v_nominal);
    end if;
  end LinearSpeedDependentForce;

  model QuadraticSpeedDependentForce "A force that is proportional to the square of the speed"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "force at the nominal speed; negative for a load";
    parameter Boolean ForceDirection = true "the same direction for both directions of motion";
    parameter SI.Velocity v_nominal(min = Modelica.Constants.eps) "nominal speed";
    SI.Velocity v "speed";
    SI.Force f "force on the component";
  equation
    v = der(s);
    f = flange.f;
    if ForceDirection then
      f = -f_nominal*(v/v_nominal)^2;
    else
      f = -f_nominal*smooth(1, if v >= 0 then (v/v_nominal)^2 else -(v/v_nominal)^2);
    end if;
  end QuadraticSpeedDependentForce;

  model ForceStep "A step of force"
    extends Interfaces.PartialForce;
    parameter SI.Force stepForce(start = 1) "height of the step";
    parameter SI.Force offsetForce(start = 0) "force before the step";
    parameter SI.Time startTime = 0 "when it steps";
    SI.Force f "force on the component";
  equation
    f = flange.f;
    f = -offsetForce - (if time < startTime then 0 else stepForce);
  end ForceStep;

  model SignForce "A force whose sign follows the speed, smooth around zero"
    extends Interfaces.PartialForce;
    parameter SI.Force f_nominal "force; negative for a load";
    parameter Modelica.Blocks.Types.Regularization reg = Modelica.Blocks.Types.Regularization.Exp;
    parameter SI.Velocity v0(final min = Modelica.Constants.eps, start = 0.1) "speed from which on it is nearly whole";
    SI.Velocity v "speed";
    SI.Force f "force on the component";
  equation
    v = der(s);
    f = flange.f;
    if reg == Modelica.Blocks.Types.Regularization.Exp then
      f = -f_nominal*(2/(1 + Modelica.Math.exp(-v/(0.01*v0))) - 1);
    elseif reg == Modelica.Blocks.Types.Regularization.Sine then
      f = -f_nominal*smooth(1, if abs(v) >= v0 then sign(v) else
        Modelica.Math.sin(Modelica.Constants.pi/2*v/v0));
    elseif reg == Modelica.Blocks.Types.Regularization.Linear then
      f = -f_nominal*(if abs(v) >= v0 then sign(v) else v/v0);
    else
      f = -f_nominal*(if abs(v) >= v0 then sign(v) else
        sign(v)*(1 - Modelica.Math.cos(Modelica.Constants.pi/2*v/v0)));
    end if;
  end SignForce;
end Sources;
