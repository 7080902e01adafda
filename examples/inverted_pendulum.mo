// A cart on a ramp with a bar that stands upright on it, held by a controller that sees the position and the angle.
//
// To design the controller one needs the cart alone, near the point where the bar stands. It is linearised inside of
// the loop: its input is cut off from the controller.
//
//     saltus linearise inverted_pendulum.mo:InvertedPendulum.Loop --component plant -p plant.theta0=0
//
// On a ramp the cart needs a force to stand still, which trim finds: 5 kg * 9.8 m/s2 * sin(phi).
//
//     saltus trim inverted_pendulum.mo:InvertedPendulum.Plant -p phi=0.001 --free u

package InvertedPendulum
  connector RealInput = input Real;
  connector RealOutput = output Real;

  block Plant "cart with mass M on a ramp of angle phi, bar with mass m and length l; theta = 0 is upright"
    parameter Real m = 1, M = 4, l = 0.7, g = 9.8, J = m*l^2/12;
    parameter Real phi = 0 "angle of the ramp";
    parameter Real z0 = 0, theta0 = 0;
    RealInput u(start = 0) "force on the cart";
    RealOutput z(start = z0, fixed = true), theta(start = theta0, fixed = true);
    RealOutput integral(start = 0, fixed = true) "of z";
    Real v(start = 0, fixed = true), w(start = 0, fixed = true);
  equation
    der(integral) = z;
    der(z) = v;
    der(theta) = w;
    (M + m)*der(v) + m*l/2*der(w)*cos(theta - phi) - m*l/2*w^2*sin(theta - phi) = u - (M + m)*g*sin(phi);
    (J + m*l^2/4)*der(w) + m*l/2*der(v)*cos(theta - phi) - m*g*l/2*sin(theta) = 0;
  end Plant;

  block Controller "states z, theta and their rates are estimated by filtered differences"
    parameter Real K[4] = {0.2023810, 60.9944444, 0.8095238, 8.3111111}, T = 0.01;
    RealInput z, theta;
    RealOutput u;
    Real fz(start = 0, fixed = true), ft(start = 0, fixed = true);
  equation
    T*der(fz) = z - fz;
    T*der(ft) = theta - ft;
    u = K*{z, theta, (z - fz)/T, (theta - ft)/T};
  end Controller;

  model Loop "the pendulum falls slightly, and is caught"
    Plant plant(theta0 = 0.02);
    Controller controller;
  equation
    connect(plant.z, controller.z);
    connect(plant.theta, controller.theta);
    connect(controller.u, plant.u);
    annotation(experiment(StopTime = 20));
  end Loop;

  // Below, models design their controllers themselves, in their parameters: matrices of the plant near the upright
  // position, feedback and observer by pole placement or by quadratic costs, and the loop that follows. The states of
  // the design are z, theta and their rates.

  record Linear "the plant near the upright position, on a level track"
    parameter Real m = 1, M = 4, l = 0.7, g = 9.8, J = m*l^2/12;
    parameter Real a = M + m, b = m*l/2, c = J + m*l^2/4,
      d = a*c - b^2 "the mass matrix [a, b; b, c] and its determinant";
    parameter Real A[4, 4] = [0, 0, 1, 0; 0, 0, 0, 1; 0, -b*m*g*l/2/d, 0, 0; 0, a*m*g*l/2/d, 0, 0];
    parameter Real B[4, 1] = [0; 0; c/d; -b/d];
    parameter Real C[2, 4] = [1, 0, 0, 0; 0, 1, 0, 0];
  end Linear;

  model Observed "feedback at -1, observer at -2, a ramp that nobody told: the cart stands, but somewhere else"
    Linear linear;
    parameter Real phi = 0.001, u0 = 0 "force that holds the cart, as far as it is known";
    parameter Real K[:, :] = Saltus.Control.placeChains(linear.A, linear.B, fill(-1, 4));
    parameter Real L[:, :] = transpose(Saltus.Control.placeChains(transpose(linear.A), transpose(linear.C),
      fill(-2, 4)));
    Plant plant(phi = phi, z0 = -0.01, theta0 = 0.002, u = u0 + controller.y[1]);
    Saltus.Control.StateSpace controller(A = linear.A - linear.B*K - L*linear.C, B = L, C = -K,
      u = {plant.z, plant.theta});
    annotation(experiment(StopTime = 40));
  end Observed;

  model Known "the force that holds the cart on the ramp is added: it comes back to 0"
    extends Observed(u0 = 5*9.8*sin(phi));
    annotation(experiment(StopTime = 40));
  end Known;

  model WithIntegral "the integral of z is fed back: the cart comes back to 0, whatever the ramp"
    Linear linear;
    parameter Real A[5, 5] = [0, 1, 0, 0, 0; zeros(4, 1), linear.A] "integral, z, theta, rates";
    parameter Real B[5, 1] = [0; linear.B], C[2, 5] = [1, 0, 0, 0, 0; 0, 0, 1, 0, 0];
    parameter Real K[:, :] = Saltus.Control.placeChains(A, B, fill(-1, 5));
    parameter Real L[:, :] = transpose(Saltus.Control.placeChains(transpose(A), transpose(C), fill(-2, 5)));
    Plant plant(phi = 0.001, z0 = -0.01, theta0 = 0.002, u = controller.y[1]);
    Saltus.Control.StateSpace controller(A = A - B*K - L*C, B = L, C = -K, u = {plant.integral, plant.theta});
    annotation(experiment(StopTime = 40));
  end WithIntegral;

  model Optimal "feedback and filter by quadratic costs: the bar is caught from six degrees"
    Linear linear;
    parameter Real K[:, :] = Saltus.Control.lqr(linear.A, linear.B, diagonal({10, 1, 1, 1}), [0.1]);
    parameter Real L[:, :] = Saltus.Control.lqe(linear.A, linear.B, linear.C, [10], 1e-5*identity(2));
    Plant plant(theta0 = 0.1, u = controller.y[1]);
    Saltus.Control.StateSpace controller(A = linear.A - linear.B*K - L*linear.C, B = L, C = -K,
      u = {plant.z, plant.theta});
    annotation(experiment(StopTime = 10));
  end Optimal;
end InvertedPendulum;
