within Saltus.Estimation;
block UKF "Unscented Kalman filter: 2*n + 1 points carry mean and covariance through the equations without derivatives"
  /* Between samples (Saerkkae 2007): der(xh) is the weighted mean of the rates at points around xh that have the
     covariance P, and der(P) is the covariance of these rates with the points, both ways, plus Q. For linear rates this
     is der(P) = A*P + P*transpose(A) + Q. At a sample, gain and correction are computed from the left limits, and
     estimate and covariance jump together. */
  replaceable function rate = Rate;
  replaceable function measurement = Measurement;
  function moments "rates of mean and covariance, without the noise"
    input Real x[:], P[size(x, 1), size(x, 1)], u[:], t, spread, wm[2*size(x, 1) + 1], wc[2*size(x, 1) + 1];
    output Real dx[size(x, 1)], dP[size(x, 1), size(x, 1)];
  protected
    Integer n = size(x, 1);
    Real X[size(x, 1), 2*size(x, 1) + 1], F[size(x, 1), 2*size(x, 1) + 1], f[size(x, 1)], D[size(x, 1), size(x, 1)];
  algorithm
    X := sigmaPoints(x, P, spread);
    for k in 1:2*n + 1 loop
      f := rate(X[:, k], u, t);
      F[:, k] := f;
    end for;
    dx := F*wm;
    D := covariance(F, dx, X, x, wc);
    dP := D + transpose(D);
  end moments;
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
  final parameter Real wc[2*n + 1] = cat(1, {1 - n/spread + 1 - alpha^2 + beta}, fill(1/(2*spread), 2*n))
    "of the covariance";
  input Real u[m] "what is known to act";
  input Real y[p] "measurements; read at samples";
  output Real xh[n](start = x0, each fixed = true) "the estimate";
  output Real P[n, n](start = P0, each fixed = true) "its covariance";
  output Real sigma[n] "standard deviations of the estimate";
  Real K[n, p](each start = 0, each fixed = true) "the last gain";
protected
  Real dx[n], dP[n, n];
  Real X[n, 2*n + 1](each start = 0, each fixed = true) "points at the sample",
    Y[p, 2*n + 1](each start = 0, each fixed = true);
  Real xn[n](start = x0, each fixed = true), Pn[n, n](start = P0, each fixed = true);
equation
  (dx, dP) = moments(xh, P, u, time, spread, wm, wc);
  der(xh) = dx;
  der(P) = dP + Q;
  sigma = {sqrt(max(0, P[i, i])) for i in 1:n};
  when sample(startTime, period) then
    X = sigmaPoints(pre(xh), pre(P), spread);
    Y = measurements(X, u, time, p);
    (xn, Pn, K) = unscentedCorrect(X, pre(xh), pre(P), Y, y, R, wm, wc);
    reinit(xh, xn);
    reinit(P, Pn);
  end when;
end UKF;
