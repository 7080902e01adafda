within Modelica.Blocks;
package Continuous "Linear systems in continuous time"
  extends Modelica.Icons.Package;
  import Modelica.Blocks.Interfaces;
  import Modelica.Blocks.Types.Init;
  import Modelica.Units.SI;

  partial block ResetIntegrator "The inputs that set an integrator"
    extends Interfaces.SISO;
    parameter Real k = 1 "gain";
    parameter Boolean use_reset = false "the integrator has an input that sets it back";
    parameter Boolean use_set = false "it is set to the input set, and not to y_start";
    parameter Real y_start = 0 "output at the start";
    Interfaces.BooleanInput reset if use_reset
      annotation(Placement(transformation(origin = {60, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
    Interfaces.RealInput set if use_reset and use_set
      annotation(Placement(transformation(origin = {60, 120}, extent = {{-20, -20}, {20, 20}}, rotation = 270)));
  protected
    Interfaces.BooleanOutput local_reset annotation(HideResult = true);
    Interfaces.RealOutput local_set annotation(HideResult = true);
  equation
    connect(reset, local_reset);
    connect(set, local_set);
    if not use_reset then
      local_reset = false;
    end if;
    if not (use_reset and use_set) then
      local_set = y_start;
    end if;
  end ResetIntegrator;

  block Integrator "The integral of the input"
    extends ResetIntegrator(y(start = y_start));
    parameter Init initType = Init.InitialState "InitialState and InitialOutput: the output is y_start";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    der(y) = k*u;
    if use_reset then
      when local_reset then
        reinit(y, local_set);
      end when;
    end if;
  end Integrator;

  block LimIntegrator "An integral that stays within limits"
    extends ResetIntegrator(y(start = y_start));
    parameter Real outMax(start = 1) "upper limit";
    parameter Real outMin = -outMax "lower limit";
    parameter Init initType = Init.InitialState;
    parameter Boolean limitsAtInit = true "has no effect, and is kept for old models";
    parameter Boolean strict = false "the limits make no events";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    if strict then
      der(y) = noEvent(if y < outMin and k*u < 0 or y > outMax and k*u > 0 then 0 else k*u);
    else
      der(y) = if y < outMin and k*u < 0 or y > outMax and k*u > 0 then 0 else k*u;
    end if;
    if use_reset then
      when local_reset then
        reinit(y, local_set);
      end when;
    end if;
  end LimIntegrator;

  block Derivative "An approximation of the derivative: k*s/(T*s + 1)"
    extends Interfaces.SISO;
    parameter Real k = 1 "gain";
    parameter SI.Time T(min = Modelica.Constants.small) = 0.01 "time constant; the smaller, the better";
    parameter Init initType = Init.NoInit;
    parameter Real x_start = 0 "state at the start";
    parameter Real y_start = 0 "output at the start";
    output Real x(start = x_start) "state";
  protected
    parameter Boolean zeroGain = abs(k) < Modelica.Constants.eps;
  initial equation
    if initType == Init.SteadyState then
      der(x) = 0;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      if zeroGain then
        x = u;
      else
        y = y_start;
      end if;
    end if;
  equation
    der(x) = if zeroGain then 0 else (u - x)/T;
    y = if zeroGain then 0 else k*(u - x)/T;
  end Derivative;

  block FirstOrder "A lag of first order: k/(T*s + 1)"
    extends Interfaces.SISO(y(start = y_start));
    parameter Real k = 1 "gain";
    parameter SI.Time T(start = 1) "time constant";
    parameter Init initType = Init.NoInit;
    parameter Real y_start = 0 "output at the start";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    der(y) = (k*u - y)/T;
  end FirstOrder;

  block SecondOrder "A lag of second order: k/((s/w)^2 + 2*D*(s/w) + 1)"
    extends Interfaces.SISO(y(start = y_start));
    parameter Real k = 1 "gain";
    parameter Real w(start = 1) "angular frequency";
    parameter Real D(start = 1) "damping";
    parameter Init initType = Init.NoInit;
    parameter Real y_start = 0 "output at the start";
    parameter Real yd_start = 0 "derivative of the output at the start";
    output Real yd(start = yd_start) "derivative of the output";
  initial equation
    if initType == Init.SteadyState then
      der(y) = 0;
      der(yd) = 0;
    elseif initType == Init.InitialState or initType == Init.InitialOutput then
      y = y_start;
      yd = yd_start;
    end if;
  equation
    der(y) = yd;
    der(yd) = w*(w*(k*u - y) - 2*D*yd);
  end SecondOrder;

  block PI "A controller: k*(1 + 1/(T*s))"
    extends Interfaces.SISO;
    parameter Real k = 1 "gain";
    parameter SI.Time T(start = 1, min = Modelica.Constants.small) "time constant";
    parameter Init initType = Init.NoInit;
    parameter Real x_start = 0 "state at the start";
    parameter Real y_start = 0 "output at the start";
    output Real x(start = x_start) "state";
  initial equation
    if initType == Init.SteadyState then
      der(x) = 0;
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    der(x) = u/T;
    y = k*(x + u);
  end PI;

  block PID "A controller: k*(1 + 1/(Ti*s) + Td*s/((Td/Nd)*s + 1))"
    extends Interfaces.SISO;
    parameter Real k = 1 "gain";
    parameter SI.Time Ti(min = Modelica.Constants.small, start = 0.5) "time constant of the integrator";
    parameter SI.Time Td(min = 0, start = 0.1) "time constant of the derivative";
    parameter Real Nd(min = Modelica.Constants.small) = 10 "the higher, the better is the derivative";
    parameter Init initType = Init.InitialState;
    parameter Real xi_start = 0 "integrator at the start";
    parameter Real xd_start = 0 "state of the derivative at the start";
    parameter Real y_start = 0 "output at the start";
    constant SI.Time unitTime = 1;
    Modelica.Blocks.Math.Gain P(k = 1);
    Integrator I(k = unitTime/Ti, y_start = xi_start, initType = if initType == Init.InitialOutput then
      Init.NoInit else
      initType);
    Derivative D(k = Td/unitTime, T = max([Td/Nd, 100*Modelica.Constants.eps]), x_start = xd_start,
      initType = if initType == Init.InitialOutput then Init.SteadyState else initType);
    Modelica.Blocks.Math.Gain Gain(k = k);
    Modelica.Blocks.Math.Add3 Add;
  initial equation
    if initType == Init.InitialOutput then
      y = y_start;
    end if;
  equation
    connect(u, P.u);
    connect(u, I.u);
    connect(u, D.u);
    connect(P.y, Add.u1);
    connect(I.y, Add.u2);
    connect(D.y, Add.u3);
    connect(Add.y, Gain.u);
    connect(Gain.y, y);
  end PID;

  block LimPID "A controller P, PI, PD or PID with limits of its output, weights of the set point and anti-windup"
    extends Interfaces.SVcontrol;
    import Modelica.Blocks.Types.SimpleController;
    output Real controlError = u_s - u_m "set point minus measurement";
    parameter SimpleController controllerType = SimpleController.PID;
    parameter Real k = 1 "gain";
    parameter SI.Time Ti(min = Modelica.Constants.small) = 0.5 "time constant of the integrator";
    parameter SI.Time Td(min = 0) = 0.1 "time constant of the derivative";
    parameter Real yMax(start = 1) "upper limit of the output";
    parameter Real yMin = -yMax "lower limit of the output";
    parameter Real wp(min = 0) = 1 "weight of the set point in the proportional part";
    parameter Real wd(min = 0) = 0 "weight of the set point in the derivative";
    parameter Real Ni(min = 100*Modelica.Constants.eps) = 0.9 "Ni*Ti is the time constant of the anti-windup";
    parameter Real Nd(min = 100*Modelica.Constants.eps) = 10 "the higher, the better is the derivative";
    parameter Boolean withFeedForward = false "the controller has an input that is added to its output";
    parameter Real kFF = 1 "gain of this input";
    parameter Init initType = Init.InitialState;
    parameter Real xi_start = 0 "integrator at the start";
    parameter Real xd_start = 0 "state of the derivative at the start";
    parameter Real y_start = 0 "output at the start";
    parameter Modelica.Blocks.Types.LimiterHomotopy homotopyType = Modelica.Blocks.Types.LimiterHomotopy.Linear;
    parameter Boolean strict = false "the limits make no events";
    constant SI.Time unitTime = 1;
    Interfaces.RealInput u_ff if withFeedForward
      annotation(Placement(transformation(origin = {60, -120}, extent = {{20, -20}, {-20, 20}}, rotation = 270)));
    Modelica.Blocks.Math.Add addP(k1 = wp, k2 = -1);
    Modelica.Blocks.Math.Add addD(k1 = wd, k2 = -1) if with_D;
    Modelica.Blocks.Math.Gain P(k = 1);
    Integrator I(k = unitTime/Ti, y_start = xi_start, initType = if initType == Init.InitialOutput then
      Init.NoInit else
      initType) if with_I;
    Derivative D(k = Td/unitTime, T = max([Td/Nd, 1e-14]), x_start = xd_start,
      initType = if initType == Init.InitialOutput then Init.SteadyState else initType) if with_D;
    Modelica.Blocks.Math.Gain gainPID(k = k);
    Modelica.Blocks.Math.Add3 addPID;
    Modelica.Blocks.Math.Add3 addI(k2 = -1) if with_I;
    Modelica.Blocks.Math.Add addSat(k1 = 1, k2 = -1) if with_I;
    Modelica.Blocks.Math.Gain gainTrack(k = 1/(k*Ni)) if with_I;
    Modelica.Blocks.Nonlinear.Limiter limiter(uMax = yMax, uMin = yMin, strict = strict, homotopyType = homotopyType);
    Modelica.Blocks.Math.Add addFF(k1 = 1, k2 = kFF);
  protected
    parameter Boolean with_I = controllerType == SimpleController.PI or controllerType == SimpleController.PID;
    parameter Boolean with_D = controllerType == SimpleController.PD or controllerType == SimpleController.PID;
  public
    Modelica.Blocks.Sources.Constant Dzero(k = 0) if not with_D;
    Modelica.Blocks.Sources.Constant Izero(k = 0) if not with_I;
    Modelica.Blocks.Sources.Constant FFzero(k = 0) if not withFeedForward;
  initial equation
    if initType == Init.InitialOutput then
      gainPID.y = y_start;
    end if;
  equation
    if initType == Init.InitialOutput and (y_start < yMin or y_start > yMax) then
      assert(false,
        "y_start is " + String(y_start) + ", which is not within the limits from " + String(yMin) + " to " +
        String(yMax));
    end if;
    connect(u_s, addP.u1);
    connect(u_m, addP.u2);
    connect(addP.y, P.u);
    connect(P.y, addPID.u1);
    connect(u_s, addD.u1);
    connect(u_m, addD.u2);
    connect(addD.y, D.u);
    connect(D.y, addPID.u2);
    connect(Dzero.y, addPID.u2);
    connect(u_s, addI.u1);
    connect(u_m, addI.u2);
    connect(gainTrack.y, addI.u3);
    connect(addI.y, I.u);
    connect(I.y, addPID.u3);
    connect(Izero.y, addPID.u3);
    connect(addPID.y, gainPID.u);
    connect(gainPID.y, addFF.u1);
    connect(u_ff, addFF.u2);
    connect(FFzero.y, addFF.u2);
    connect(addFF.y, limiter.u);
    connect(limiter.y, y);
    connect(limiter.y, addSat.u1);
    connect(addFF.y, addSat.u2);
    connect(addSat.y, gainTrack.u);
  end LimPID;

  block TransferFunction "The quotient b(s)/a(s) of two polynomials, highest powers first"
    extends Interfaces.SISO;
    parameter Real b[:] = {1} "numerator";
    parameter Real a[:] = {1} "denominator";
    parameter Init initType = Init.NoInit;
    parameter Real x_start[size(a, 1) - 1] = zeros(nx) "states at the start";
    parameter Real y_start = 0 "output at the start";
    output Real x[size(a, 1) - 1](start = x_start) "states, in controller canonical form";
  protected
    parameter Integer na = size(a, 1);
    parameter Integer nb = size(b, 1);
    parameter Integer nx = na - 1;
    parameter Real bb[:] = vector([zeros(max(0, na - nb), 1); b]) "numerator with as many elements";
    parameter Real d = bb[1]/a[1] "what goes through at once";
    parameter Real a_end = if a[end] > 100*Modelica.Constants.eps*sqrt(a*a) then a[end] else 1.0;
    Real x_scaled[size(x, 1)] "states times a_end";
  initial equation
    if initType == Init.SteadyState then
      der(x_scaled) = zeros(nx);
    elseif initType == Init.InitialState then
      x_scaled = x_start*a_end;
    elseif initType == Init.InitialOutput then
      y = y_start;
      der(x_scaled[2:nx]) = zeros(nx - 1);
    end if;
  equation
    assert(nb <= na, "The numerator has a higher degree than the denominator.");
    if nx == 0 then
      y = d*u;
    else
      der(x_scaled[1]) = (-a[2:na]*x_scaled + a_end*u)/a[1];
      der(x_scaled[2:nx]) = x_scaled[1:nx - 1];
      y = (bb[2:na] - d*a[2:na])*x_scaled/a_end + d*u;
      x = x_scaled/a_end;
    end if;
  end TransferFunction;

  block StateSpace "der(x) = A*x + B*u, y = C*x + D*u"
    extends Interfaces.MIMO(final nin = size(B, 2), final nout = size(C, 1));
    parameter Real A[:, size(A, 1)] = [1, 0; 0, 1];
    parameter Real B[size(A, 1), :] = [1; 1];
    parameter Real C[:, size(A, 1)] = [1, 1];
    parameter Real D[size(C, 1), size(B, 2)] = zeros(size(C, 1), size(B, 2));
    parameter Init initType = Init.NoInit;
    parameter Real x_start[nx] = zeros(nx) "states at the start";
    parameter Real y_start[ny] = zeros(ny) "outputs at the start";
    output Real x[size(A, 1)](start = x_start) "states";
  protected
    parameter Integer nx = size(A, 1);
    parameter Integer ny = size(C, 1);
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(nx);
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      x = Modelica.Math.Matrices.equalityLeastSquares(A, -B*u, C, y_start - D*u);
    end if;
  equation
    der(x) = A*x + B*u;
    y = C*x + D*u;
  end StateSpace;

  block Der "The derivative of the input, found by differentiating the model"
    extends Interfaces.SISO;
  equation
    y = der(u);
  end Der;

  block CriticalDamping "A filter whose poles are at one place: 1/(s/w + 1)^n"
    extends Interfaces.SISO;
    parameter Integer n = 2 "order";
    parameter SI.Frequency f(start = 1) "cut-off frequency";
    parameter Boolean normalized = true "the gain at f is -3 dB";
    parameter Init initType = Init.NoInit;
    parameter Real x_start[n] = zeros(n) "states at the start";
    parameter Real y_start = 0.0 "output at the start";
    output Real x[n](start = x_start) "states";
  protected
    parameter Real alpha = if normalized then sqrt(2^(1/n) - 1) else 1.0;
    parameter Real w = 2*Modelica.Constants.pi*f/alpha;
  initial equation
    if initType == Init.SteadyState then
      der(x) = zeros(n);
    elseif initType == Init.InitialState then
      x = x_start;
    elseif initType == Init.InitialOutput then
      y = y_start;
      der(x[1:n - 1]) = zeros(n - 1);
    end if;
  equation
    der(x[1]) = (u - x[1])*w;
    for i in 2:n loop
      der(x[i]) = (x[i - 1] - x[i])*w;
    end for;
    y = x[n];
  end CriticalDamping;

  block LowpassButterworth "A low-pass filter with the flattest gain"
    extends Interfaces.SISO;
    parameter Integer n(min = 1) = 2 "order";
    parameter SI.Frequency f(start = 1) "cut-off frequency";
    parameter Init initType = Init.NoInit;
    parameter Real x1_start[m] = zeros(m) "first states of the pairs at the start";
    parameter Real x2_start[m] = zeros(m) "second states of the pairs at the start";
    parameter Real xr_start = 0.0 "state of the real pole at the start";
    parameter Real y_start = 0.0 "output at the start";
    output Real x1[m](start = x1_start) "outputs of the pairs of poles";
    output Real x2[m](start = x2_start) "their derivatives";
    output Real xr(start = xr_start) "output of the real pole";
  protected
    parameter Integer m = integer(n/2);
    parameter Boolean evenOrder = 2*m == n;
    parameter Real w = 2*Modelica.Constants.pi*f;
    parameter Real damping[m] = {Modelica.Math.sin(Modelica.Constants.pi*(2*i - 1)/(2*n)) for i in 1:m};
    Real z[m + 1] "signals between the pairs";
  initial equation
    if initType == Init.SteadyState then
      der(x1) = zeros(m);
      der(x2) = zeros(m);
      if not evenOrder then
        der(xr) = 0;
      end if;
    elseif initType == Init.InitialState then
      x1 = x1_start;
      x2 = x2_start;
      if not evenOrder then
        xr = xr_start;
      end if;
    elseif initType == Init.InitialOutput then
      y = y_start;
      der(x1) = zeros(m);
      if evenOrder then
        if m > 1 then
          der(x2[1:m - 1]) = zeros(m - 1);
        end if;
      else
        der(x2) = zeros(m);
      end if;
    end if;
  equation
    z[1] = u;
    for i in 1:m loop
      der(x1[i]) = x2[i];
      der(x2[i]) = w*(w*(z[i] - x1[i]) - 2*damping[i]*x2[i]);
      z[i + 1] = x1[i];
    end for;
    if evenOrder then
      xr = 0;
      y = z[m + 1];
    else
      der(xr) = w*(z[m + 1] - xr);
      y = xr;
    end if;
  end LowpassButterworth;
end Continuous;
