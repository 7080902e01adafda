within Saltus.Estimation;
block EKF
  "Extended Kalman filter: der(x) = rate(x, u, t) + noise Q, and y = measurement(x, u, t) + noise R at samples"
  /* Prediction: der(xh) = rate(xh), der(P) = A*P + P*transpose(A) + Q with A = d rate/d x at xh. At a sample, gain and
     correction are computed from the left limits of xh and P, and both jump together. */
  replaceable function rate = Rate;
  replaceable function measurement = Measurement;
  replaceable function rateJacobian "by central differences, unless it is redeclared"
    input Real x[:], u[:], t;
    output Real J[size(x, 1), size(x, 1)];
  protected
    Real step, above[size(x, 1)], below[size(x, 1)], z[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      step := 6e-6*max(1, abs(x[i]));
      z := x;
      z[i] := x[i] + step;
      above := rate(z, u, t);
      z[i] := x[i] - step;
      below := rate(z, u, t);
      J[:, i] := (above - below)/(2*step);
    end for;
  end rateJacobian;
  replaceable function measurementJacobian "by central differences, unless it is redeclared"
    input Real x[:], u[:], t;
    input Integer p "how many measurements";
    output Real J[p, size(x, 1)];
  protected
    Real step, above[p], below[p], z[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      step := 6e-6*max(1, abs(x[i]));
      z := x;
      z[i] := x[i] + step;
      above := measurement(z, u, t);
      z[i] := x[i] - step;
      below := measurement(z, u, t);
      J[:, i] := (above - below)/(2*step);
    end for;
  end measurementJacobian;
  parameter Integer n = size(x0, 1) "states";
  parameter Integer p = size(R, 1) "measurements";
  parameter Integer m = 0 "known inputs";
  parameter Real period, startTime = period "of the samples";
  parameter Real x0[:] "first estimate";
  parameter Real P0[n, n] "its covariance";
  parameter Real Q[n, n] "intensity of the process noise";
  parameter Real R[:, size(R, 1)] "covariance of the measurement noise";
  input Real u[m] "what is known to act";
  input Real y[p] "measurements; read at samples";
  output Real xh[n](start = x0, each fixed = true) "the estimate";
  output Real P[n, n](start = P0, each fixed = true) "its covariance";
  output Real sigma[n] "standard deviations of the estimate";
  Real K[n, p](each start = 0, each fixed = true) "the last gain";
  Real innovation[p](each start = 0, each fixed = true) "what the last measurement was off its prediction";
protected
  Real A[n, n], H[p, n](each start = 0, each fixed = true);
  Real xn[n](start = x0, each fixed = true), Pn[n, n](start = P0, each fixed = true);
equation
  der(xh) = rate(xh, u, time);
  A = rateJacobian(xh, u, time);
  der(P) = A*P + P*transpose(A) + Q;
  sigma = {sqrt(max(0, P[i, i])) for i in 1:n};
  when sample(startTime, period) then
    innovation = y - measurement(pre(xh), u, time);
    H = measurementJacobian(pre(xh), u, time, p);
    (xn, Pn, K) = correct(pre(xh), pre(P), innovation, H, R);
    reinit(xh, xn);
    reinit(P, Pn);
  end when;
end EKF;
