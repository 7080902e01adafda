within Saltus.Estimation;
block UKF "Unscented Kalman filter: 2*n + 1 points move between samples, and carry mean and covariance without derivatives"
  /* Between samples each point follows der(x) = rate(x, u, t), and the process noise adds Q times the time since the last sample. At a sample, mean and
     covariance are corrected from the left limits, and new points are set. */
  replaceable function rate = Rate;
  replaceable function measurement = Measurement;
  function measurements "at each point"
    input Real X[:, :], u[:], t;
    input Integer p;
    output Real Y[p, size(X, 2)];
  protected
    Real y[p];
  algorithm
    for k in 1:size(X, 2) loop
      y := measurement(X[:, k], u, t);
      Y[:, k] := y;
    end for;
  end measurements;
  parameter Integer n = size(x0, 1) "states";
  parameter Integer p = size(R, 1) "measurements";
  parameter Integer m = 0 "known inputs";
  parameter Real alpha = 1, beta = 0, kappa = 0 "where the points are, and their weights";
  parameter Real period, startTime = period "of the samples";
  parameter Real x0[:] "first estimate";
  parameter Real P0[n, n] "its covariance";
  parameter Real Q[n, n] "intensity of the process noise";
  parameter Real R[:, size(R, 1)] "covariance of the measurement noise";
  final parameter Real spread = alpha^2*(n + kappa);
  final parameter Real wm[2*n + 1] = cat(1, {1 - n/spread}, fill(1/(2*spread), 2*n)) "weights of the mean";
  final parameter Real wc[2*n + 1] = cat(1, {1 - n/spread + 1 - alpha^2 + beta}, fill(1/(2*spread), 2*n)) "of the covariance";
  input Real u[m] "what is known to act";
  input Real y[p] "measurements; read at samples";
  output Real xh[n] "the estimate";
  output Real P[n, n] "its covariance";
  output Real sigma[n] "standard deviations of the estimate";
  Real K[n, p](each start = 0, each fixed = true) "the last gain";
protected
  parameter Real X0[n, 2*n + 1] = sigmaPoints(x0, P0, spread);
  Real X[n, 2*n + 1](start = X0, each fixed = true) "points";
  Real S[n, n] "covariance of the points alone", since;
  discrete Real last(start = 0, fixed = true);
  Real Y[p, 2*n + 1](each start = 0, each fixed = true);
  Real xn[n](start = x0, each fixed = true), Pn[n, n](start = P0, each fixed = true), Xn[n, 2*n + 1](start = X0, each fixed = true);
  Real xb[n](start = x0, each fixed = true), Sb[n, n](start = P0, each fixed = true) "before the sample";
equation
  for k in 1:2*n + 1 loop
    der(X[:, k]) = rate(X[:, k], u, time);
  end for;
  since = time - last;
  xh = X*wm;
  S = covariance(X, xh, X, xh, wc);
  P = S + since*Q;
  sigma = {sqrt(max(0, P[i, i])) for i in 1:n};
  when sample(startTime, period) then
    last = time;
    xb = pre(X)*wm;
    Sb = covariance(pre(X), xb, pre(X), xb, wc);
    // points that have the process noise in them, for the measurement
    Xn = sigmaPoints(xb, Sb + (time - pre(last))*Q, spread);
    Y = measurements(Xn, u, time, p);
    (xn, Pn, K) = unscentedCorrect(Xn, xb, Sb + (time - pre(last))*Q, Y, y, R, wm, wc);
    reinit(X, sigmaPoints(xn, Pn, spread));
  end when;
end UKF;
