// The air speed of a projectile, from an accelerometer along its axis that is read ten times a second.
//
// The filters begin 40 m/s off. After a second the error of the speed is below 1 m/s, and about as large as the
// standard deviation that the filter itself gives for it. Altitude and angle are hard to see in one accelerometer.

package Projectile
  constant Real g = 9.81, rho0 = 1.225, T0 = 288.15, a0 = 340.3, m = 43, Sref = 0.0189;

  function density "z points down"
    input Real z;
    output Real rho;
  algorithm
    rho := rho0*(1 + 0.00651*z/T0)^4.256;
  end density;

  function axialForce "coefficient by Mach number: linear between the points, constant beyond them"
    input Real M;
    output Real C;
  protected
    constant Real at[7] = {0, 0.6, 0.9, 1.05, 1.3, 2, 3}, c[7] = -{0.14, 0.14, 0.18, 0.38, 0.36, 0.29, 0.23};
    Integer i = 1;
    Real s;
  algorithm
    while i < 6 and M > at[i + 1] loop
      i := i + 1;
    end while;
    s := min(1, max(0, (M - at[i])/(at[i + 1] - at[i])));
    C := c[i] + s*(c[i + 1] - c[i]);
  end axialForce;

  function axialAcceleration
    input Real V, z;
    output Real a;
  protected
    Real rho;
  algorithm
    rho := density(z);
    a := rho*V^2*Sref*axialForce(V/(a0*sqrt(rho/rho0)))/(2*m);
  end axialAcceleration;

  function rate "of speed V, z (downwards) and angle theta"
    extends Saltus.Estimation.Rate;
  algorithm
    rate[1] := axialAcceleration(x[1], x[2]) - g*sin(x[3]);
    rate[2] := -x[1]*sin(x[3]);
    rate[3] := -g/x[1]*cos(x[3]);
  end rate;

  function measurement
    input Real x[:], u[:], t;
    output Real y[1];
  algorithm
    y[1] := axialAcceleration(x[1], x[2]);
  end measurement;

  model Flight
    parameter Real period = 0.1, P0[3, 3] = diagonal({2500, 100, 1e-4}), Q[3, 3] = diagonal({1e-2, 1e-2, 1e-8}),
      R[1, 1] = [0.04];
    Real x[3](start = {600, 0, 0.8}, each fixed = true) "what is true";
    Real altitude = -x[2];
    Saltus.Estimation.Noise noise(sigma = {0.2}, period = period, seed = 7);
    Saltus.Estimation.EKF ekf(redeclare function rate = rate, redeclare function measurement = measurement,
      period = period, x0 = {560, 0, 0.8}, P0 = P0, Q = Q, R = R);
    Saltus.Estimation.UKF ukf(redeclare function rate = rate, redeclare function measurement = measurement,
      period = period, x0 = {560, 0, 0.8}, P0 = P0, Q = Q, R = R);
    Real error = ekf.xh[1] - x[1] "of the speed", band = ekf.sigma[1], errorUnscented = ukf.xh[1] - x[1];
  equation
    der(x) = rate(x, fill(0, 0), time);
    ekf.y = measurement(x, fill(0, 0), time) + noise.y;
    ukf.y = ekf.y;
    annotation(experiment(StopTime = 40, Interval = 0.05));
  end Flight;
end Projectile;
