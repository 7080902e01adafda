// A cart on a ramp with a bar that stands upright on it, held by a controller that sees the position and the angle.
//
// To design the controller one needs the cart alone, near the point where the bar stands. It is linearised inside of the
// loop: its input is cut off from the controller.
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
end InvertedPendulum;
