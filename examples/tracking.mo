// A radar measures where a vehicle is, ten times a second and only to some metres. A Kalman filter finds its place and
// its speed from that.
//
// The filter is a diagram of matrix expressions: the covariance P of the estimate goes round through a delay, and the
// gain K follows from it. No size is written but those of A, C, Q and of the first values: all others follow from the
// connections. The estimate is much calmer than the measurements, and finds the speed, which nobody measures.
model Tracking "A Kalman filter as a diagram of matrix expressions"
  import Saltus.Diagrams.*;
  parameter Real T = 0.1 "period";
  parameter Real A[2, 2] = [1, T; 0, 1] "place and speed from one measurement to the next";
  parameter Real C[1, 2] = [1, 0] "the place is measured";
  parameter Real Q[2, 2] = 4*[T^4/4, T^3/2; T^3/2, T^2] "what the vehicle does by itself";
  parameter Real R = 12 "variance of a measurement, of +-6 m";
  Real place = 40*sin(0.1*time) "of the vehicle";
  Real speed = 4*cos(0.1*time);
  Activations.SampleClock clock(period = T);
  Sources.Uniform noise(low = -6, high = 6);
  Radar radar(place = place + noise.y);
  Matrices.MatrixDelay P(initial_y = [100, 0; 0, 25]) "covariance of the prediction";
  Matrices.MatrixDelay x(initial_y = [0; 0]) "prediction of place and speed";
  Matrices.MatrixExpression K(expression = "u1*C'/(C*u1*C' + R)");
  Matrices.MatrixExpression P_next(n = 2, expression = "A*(u1 - u2*C*u1)*A' + Q");
  Matrices.MatrixExpression estimate(n = 3, expression = "u1 + u2*(u3 - C*u1)");
  Matrices.MatrixExpression x_next(expression = "A*u1");
  Real measured = radar.y, found = estimate.y[1, 1], found_speed = estimate.y[2, 1];

  block Radar
    input Real place;
    Interfaces.ActivationInput e;
    Interfaces.RealOutput y(start = 0, fixed = true);
  equation
    when e then
      y = place;
    end when;
  end Radar;
equation
  connect(clock.o, noise.e);
  connect(clock.o, radar.e);
  connect(clock.o, P.e);
  connect(clock.o, x.e);
  connect(P.y, K.u1);
  connect(P.y, P_next.u1);
  connect(K.y, P_next.u2);
  connect(P_next.y, P.u);
  connect(x.y, estimate.u1);
  connect(K.y, estimate.u2);
  connect(radar.y, estimate.u3[1, 1]);
  connect(estimate.y, x_next.u1);
  connect(x_next.y, x.u);
  annotation(experiment(StopTime = 40, Interval = 0.1));
end Tracking;
