// A cart rolls on a beam that a torque turns. The cart cannot stand still off the centre without a torque:
//
//     saltus trim cart_on_beam.mo --free T -p z0=1 -p zobj=1        T = m*g*z = 19.62
//     saltus trim cart_on_beam.mo --free z,theta,T --zero 'der(v),der(w),z - 1'
//     saltus linearise cart_on_beam.mo --outputs z,theta

model CartOnBeam
  parameter Real h = 1 "height of the cart's centre above the axis", m = 2, J = 10, g = 9.81;
  parameter Real z0 = 0, theta0 = 0, zobj = 0;
  parameter Real slope = 1 "of the gravity along the beam";
  parameter Real by_torque = 1 "1: T is a torque on the beam; 0: it is a force on the cart along the beam";
  input Real T(start = 0), reference(start = 0);
  output Real z(start = z0, fixed = true), theta(start = theta0, fixed = true);
  output Real integral(start = 0, fixed = true) "of what z is off";
  Real v(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(z) = v;
  der(theta) = w;
  der(integral) = z - zobj - reference;
  m*der(v) = m*z*w^2 - slope*m*g*sin(theta) + (1 - by_torque)*T;
  (J + m*z^2)*der(w) = by_torque*T - 2*m*z*v*w - m*g*z*cos(theta) + m*g*h*sin(theta);
end CartOnBeam;

// Loops with a controller that the model designs itself, in its parameters: feedback and observer with all poles in one
// place.

package CartLoops
  model Loop "the cart is brought to the centre"
    parameter Real z0 = -1, theta0 = 0.2617993877991494, slope = 1, by_torque = 1;
    parameter Real at = 0, u0 = 0 "position of the design, and the torque that holds the cart there";
    parameter Real zobj = 0 "position that is wanted";
    parameter Real pole = -3;
    constant Real h = 1, m = 2, J = 10, g = 9.81;
    final parameter Real A[4, 4] = [0, 0, 1, 0; 0, 0, 0, 1; 0, -slope*g, 0, 0; -m*g/(J + m*at^2), m*g*h/(J + m*at^2), 0,
      0] "of z, theta and rates";
    final parameter Real B[4, 1] = [0; 0; (1 - by_torque)/m; by_torque/(J + m*at^2)];
    final parameter Real C[2, 4] = [1, 0, 0, 0; 0, 1, 0, 0];
    parameter Real K[:, :] = Saltus.Control.placeChains(A, B, fill(pole, 4));
    parameter Real L[:, :] = transpose(Saltus.Control.placeChains(transpose(A), transpose(C), fill(pole, 4)));
    CartOnBeam cart(z0 = z0, theta0 = theta0, slope = slope, by_torque = by_torque, reference = 0,
      T = u0 + controller.y[1]);
    Saltus.Control.StateSpace controller(A = A - B*K - L*C, B = L, C = -K, u = {cart.z - zobj, cart.theta});
    annotation(experiment(StopTime = 15));
  end Loop;

  model OffCentre "the torque that holds the cart at 1 m is known, and the controller is designed for this place"
    extends Loop(z0 = 0.5, theta0 = 0.06283185307179587, slope = 2, at = 1, zobj = 1, u0 = 19.62, pole = -7);
    annotation(experiment(StopTime = 10));
  end OffCentre;

  model Follower "the integral of z - reference is fed back: the cart follows a square wave of 2.5 cm"
    parameter Real z0 = 0.01, theta0 = 0.06283185307179587, slope = 1, amplitude = 0.025, halfPeriod = 15;
    constant Real h = 1, m = 2, J = 10, g = 9.81;
    final parameter Real A[5, 5] = [0, 1, 0, 0, 0; 0, 0, 0, 1, 0; 0, 0, 0, 0, 1; 0, 0, -slope*g, 0, 0; 0, -m*g/J,
      m*g*h/J, 0, 0];
    final parameter Real B[5, 1] = [0; 0; 0; 0; 1/J], C[2, 5] = [1, 0, 0, 0, 0; 0, 0, 1, 0, 0];
    parameter Real K[:, :] = Saltus.Control.placeChains(A, B, fill(-5, 5));
    parameter Real L[:, :] = transpose(Saltus.Control.placeChains(transpose(A), transpose(C), fill(-5, 5)));
    Real reference(start = amplitude, fixed = true);
    CartOnBeam cart(z0 = z0, theta0 = theta0, slope = slope, reference = reference, T = controller.y[1]);
    Saltus.Control.StateSpace controller(A = A - B*K - L*C, B = L, C = -K, u = {cart.integral, cart.theta});
  equation
    when sample(halfPeriod, halfPeriod) then
      reference = -pre(reference);
    end when;
    annotation(experiment(StopTime = 44));
  end Follower;
end CartLoops;
