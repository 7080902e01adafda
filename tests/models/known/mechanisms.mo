// Bodies in space, connected by frames: a position and a rotation matrix T with the angular velocity w, and the force
// and torque of the cut. The matrix is overconstrained (9 numbers for 3 freedoms), so connection graphs decide where it
// is computed and where it is left alone. The period of a physical pendulum of the moment of inertia J about its axis,
// released at an angle p from the lowest point, is 4*sqrt(J/(m*g*l))*K(sin(p/2)), with the complete elliptic integral K
// by the arithmetic-geometric mean.
//| def agm(a, b):
//|     while abs(a - b) > 1e-15: a, b = (a + b)/2, sqrt(a*b)
//|     return a
//| K = lambda k: pi/2/agm(1, sqrt(1 - k*k))
//| J, m, l, g = 0.1 + 2*0.5**2, 2, 0.5, 9.81
//| period = 4*sqrt(J/(m*g*l))*K(sin(pi/4))
//! class Mechanisms.Pendulum
//! run --stop $(period) --tol 1e-9
//! check j['states'] == 2
//! rev.phi(period) = 0 +- 1e-6
//! rev.phi(period/2) = -pi +- 1e-6
//! rev.phi(period/4) = -pi/2 +- 1e-6
//! rev.w(period/4) = -sqrt(2*m*g*l/J) +- 1e-6
// the axis turned out of a direction of the coordinates: all entries of the matrix move
//! class Mechanisms.Tilted
//! run --stop 2 --tol 1e-9
//! check j['states'] == 2
//! value max(col('energy')) - min(col('energy')) = 0 +- 1e-6
//! check max(abs(x) for x in col('rev.w')) > 1
// -p of what was evaluated translates anew: an axis along gravity, where nothing moves
//! run --stop 2 -p across=0
//! rev.phi = 0 +- 1e-9
//! class Mechanisms.DoublePendulum
//! run --stop 3 --tol 1e-9 --solver {auto,cvode,rodas}
//! check j['states'] == 4
//! value max(col('energy')) - min(col('energy')) = 0 +- 2e-5
// the search for this crossing looks at the angles alone, without the loop of the accelerations
//! final seen = -1.2 +- 1e-6
// A free symmetric top, I = diag(1, 1, 2), w = (0.3, 0, 1): w1 = 0.3*cos(t), w2 = 0.3*sin(t) (Euler); and the momentum
// stays where it is in space.
//! class Mechanisms.Top
//! run --stop 10 --tol 1e-9
//! body.w[1] = 0.3*cos(t) +- 1e-6
//! body.w[2] = 0.3*sin(t) +- 1e-6
//! body.w[3] = 1 +- 1e-6
//! H[1] = 0.3 +- 1e-6
//! H[2] = 0 +- 1e-6
//! H[3] = 2 +- 1e-6
//! body.frame_a.r_0[2] = -9.81/2*t**2 +- 1e-5
// With the angular velocity as a state the rate of the quaternion is computed, from it and from the derivative of the
// norm; the norm itself is kept.
//! class Mechanisms.TopByVelocity
//! run --stop 10 --tol 1e-9
//! check j['states'] == 13
//! body.w[1] = 0.3*cos(t) +- 1e-6
//! body.w[2] = 0.3*sin(t) +- 1e-6
//! H[1] = 0.3 +- 1e-6
//! H[3] = 2 +- 1e-6
// A crank of length 1 turns a rocker of length 3 by a rod of length 3.5, their axes 4 apart; the angle of the rocker by
// the cosine rule.
//| def rocker(p):
//|     x, y = cos(p) - 4, sin(p)
//|     r = hypot(x, y)
//|     return atan2(y, x) % (2*pi) - acos((9 + r*r - 3.5**2)/(6*r))
//! class Mechanisms.FourBar
//! run --stop 5 --tol 1e-8
//! value max(abs(q - rocker(p)) for p, q in zip(col('crank.phi'), col('rocker.phi'))) = 0 +- 1e-6
//! value max(col('energy')) - min(col('energy')) = 0 +- 1e-4
//! check max(col('crank.phi')) - min(col('crank.phi')) > 1
// A wheel that rolls: three conditions on its position, and two on its speed alone, which StateSelect.always leaves to
// what is not asked for as a state. Straight on it goes as far as its rim; turning and leaning it keeps its energy.
// While it turns, no component of its velocity in space could take the place of its own speed: such a choice passes a
// singular point at 0.6585. Where it ends was computed by Jourdain's principle with the three angles alone (a
// Runge-Kutta method of order 4 with 1500 and 3000 steps, extrapolated; the two differ by 4e-7).
//! class Mechanisms.Straight
//! run --stop 2 --tol 1e-9
//! wheel.x = 1.5*t +- 1e-6
//! wheel.frame_a.r_0[2] = 0.3 +- 1e-9
//! class Mechanisms.Turning
//! run --stop 2 --tol 1e-9 --solver {auto,cvode,adams,ida,dirk,rodas}
//! check j['states'] == 8
//! final wheel.x = -1.008409742 +- 1e-6
//! final wheel.z = -0.180184826 +- 1e-6
//! final wheel.angles[2] = 0.893225313 +- 1e-6
//! final wheel.der_angles[3] = -6.878976636 +- 1e-5
//! value max(col('body.energy')) - min(col('body.energy')) = 0 +- 2e-5
//! check max(abs(a) for a in col('wheel.angles[2]')) > 0.05
package Mechanisms
  record Orientation
    Real T[3, 3];
    Real w[3];
    encapsulated function equalityConstraint
      import Mechanisms.Orientation;
      input Orientation R1, R2;
      output Real residue[3];
    algorithm
      residue := {atan2(cross(R1.T[1, :], R1.T[2, :])*R2.T[2, :], R1.T[1, :]*R2.T[1, :]),
        atan2(-cross(R1.T[1, :], R1.T[2, :])*R2.T[1, :], R1.T[2, :]*R2.T[2, :]),
        atan2(R1.T[2, :]*R2.T[1, :], R1.T[3, :]*R2.T[3, :])};
      annotation(Inline = true);
    end equalityConstraint;
  end Orientation;

  function resolve1
    input Orientation R;
    input Real v2[3];
    output Real v1[3];
  algorithm
    v1 := transpose(R.T)*v2;
    annotation(derivative(noDerivative = R) = resolve1_der, InlineAfterIndexReduction = true);
  end resolve1;

  function resolve1_der
    input Orientation R;
    input Real v2[3], v2_der[3];
    output Real v1_der[3];
  algorithm
    v1_der := resolve1(R, v2_der + cross(R.w, v2));
    annotation(Inline = true);
  end resolve1_der;

  function resolve2
    input Orientation R;
    input Real v1[3];
    output Real v2[3];
  algorithm
    v2 := R.T*v1;
    annotation(Inline = true);
  end resolve2;

  function nullRotation
    output Orientation R;
  algorithm
    R := Orientation(T = identity(3), w = zeros(3));
    annotation(Inline = true);
  end nullRotation;

  function planarRotation
    input Real e[3];
    input Real angle, rate;
    output Orientation R;
  algorithm
    R := Orientation(T = [e]*transpose([e]) + (identity(3) - [e]*transpose([e]))*cos(angle) - skew(e)*sin(angle),
        w = e*rate);
    annotation(Inline = true);
  end planarRotation;

  function absoluteRotation
    input Orientation R1, R_rel;
    output Orientation R2;
  algorithm
    R2 := Orientation(T = R_rel.T*R1.T, w = resolve2(R_rel, R1.w) + R_rel.w);
    annotation(Inline = true);
  end absoluteRotation;

  function from_Q
    input Real Q[4], w[3];
    output Orientation R;
  algorithm
    R := Orientation([2*(Q[1]*Q[1] + Q[4]*Q[4]) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4]);
      2*(Q[2]*Q[1] - Q[3]*Q[4]), 2*(Q[2]*Q[2] + Q[4]*Q[4]) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4]);
      2*(Q[3]*Q[1] + Q[2]*Q[4]), 2*(Q[3]*Q[2] - Q[1]*Q[4]), 2*(Q[3]*Q[3] + Q[4]*Q[4]) - 1], w);
    annotation(Inline = true);
  end from_Q;

  function rateOfQ
    input Real Q[4], der_Q[4];
    output Real w[3];
  algorithm
    w := 2*([Q[4], Q[3], -Q[2], -Q[1]; -Q[3], Q[4], Q[1], -Q[2]; Q[2], -Q[1], Q[4], -Q[3]]*der_Q);
    annotation(Inline = true);
  end rateOfQ;

  function normalize
    input Real v[:];
    output Real e[size(v, 1)];
  algorithm
    assert(v*v > 0, "an axis needs a direction");
    e := v/sqrt(v*v);
    annotation(Inline = true);
  end normalize;

  connector Frame
    Real r_0[3];
    Orientation R;
    flow Real f[3];
    flow Real t[3];
  end Frame;

  model World
    Frame frame_b;
  equation
    Connections.root(frame_b.R);
    frame_b.r_0 = zeros(3);
    frame_b.R = nullRotation();
  end World;

  model Revolute
    Frame frame_a, frame_b;
    parameter Real n[3] = {0, 0, 1} annotation(Evaluate = true);
    parameter Real e[3] = normalize(n) annotation(Evaluate = true);
    Real phi(start = 0, stateSelect = StateSelect.prefer), w(start = 0, stateSelect = StateSelect.prefer), a, tau = 0;
    Orientation R_rel;
  equation
    Connections.branch(frame_a.R, frame_b.R);
    w = der(phi);
    a = der(w);
    frame_b.r_0 = frame_a.r_0;
    R_rel = planarRotation(e, phi, w);
    frame_b.R = absoluteRotation(frame_a.R, R_rel);
    zeros(3) = frame_a.f + resolve1(R_rel, frame_b.f);
    zeros(3) = frame_a.t + resolve1(R_rel, frame_b.t);
    tau = -frame_b.t*e;
  end Revolute;

  model Translation
    Frame frame_a, frame_b;
    parameter Real r[3];
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r_0 = frame_a.r_0 + resolve1(frame_a.R, r);
    frame_b.R = frame_a.R;
    zeros(3) = frame_a.f + frame_b.f;
    zeros(3) = frame_a.t + frame_b.t + cross(r, frame_b.f);
  end Translation;

  model Body
    Frame frame_a;
    parameter Real m = 2, r_CM[3] = zeros(3), I[3, 3] = 0.1*identity(3);
    Real w[3], z[3], v[3], a[3], Q[4](start = {0, 0, 0, 1}), energy;
    parameter Real g[3] = {0, -9.81, 0};
  equation
    Connections.potentialRoot(frame_a.R);
    if Connections.isRoot(frame_a.R) then
      frame_a.R = from_Q(Q, rateOfQ(Q, der(Q)));
      Q*Q = 1;
    else
      Q = {0, 0, 0, 1};
    end if;
    v = der(frame_a.r_0);
    a = der(v);
    w = frame_a.R.w;
    z = der(w);
    frame_a.f = m*(resolve2(frame_a.R, a - g) + cross(z, r_CM) + cross(w, cross(w, r_CM)));
    frame_a.t = I*z + cross(w, I*w) + cross(r_CM, frame_a.f);
    energy = m/2*((v + resolve1(frame_a.R, cross(w, r_CM)))*(v + resolve1(frame_a.R, cross(w, r_CM)))) + w*I*w/2
      - m*g*(frame_a.r_0 + resolve1(frame_a.R, r_CM));
  end Body;

  // without mass, and free to turn at both ends
  model Rod
    Frame frame_a, frame_b;
    parameter Real length;
    Real d[3], lambda;
  equation
    d = frame_b.r_0 - frame_a.r_0;
    d*d = length^2;
    frame_a.f = resolve2(frame_a.R, d*lambda);
    frame_b.f = -resolve2(frame_b.R, d*lambda);
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
  end Rod;

  // on the plane y = 0, about the z axis of its frame; angles about y, x and z
  model Wheel
    Frame frame_a;
    parameter Real R = 0.3;
    Real x(fixed = true, stateSelect = StateSelect.always), z(fixed = true, stateSelect = StateSelect.always), h, s, w;
    Real angles[3](each fixed = true, each stateSelect = StateSelect.always);
    Real der_angles[3](each fixed = true, each stateSelect = StateSelect.always);
    Real n[3] = {0, 1, 0}, axis[3], across[3], along[3], side[3], delta[3](start = {0, -R, 0}), v[3], speed[3], F[3],
        Fn, Fa, Fs;
  equation
    Connections.root(frame_a.R);
    frame_a.r_0 = {x, h, z};
    der_angles = der(angles);
    frame_a.R = absoluteRotation(absoluteRotation(planarRotation({0, 1, 0}, angles[1], der_angles[1]),
      planarRotation({1, 0, 0}, angles[2], der_angles[2])), planarRotation({0, 0, 1}, angles[3], der_angles[3]));
    axis = resolve1(frame_a.R, {0, 0, 1});
    across = cross(n, axis);
    along = across/sqrt(across*across);
    side = cross(along, n);
    delta = {s, 0, w} - frame_a.r_0;
    0 = delta*axis;
    0 = delta*along;
    R = delta*cross(along, axis);
    v = der(frame_a.r_0);
    speed = v + cross(resolve1(frame_a.R, frame_a.R.w), delta);
    0 = speed*along;
    0 = speed*side;
    F = Fn*n + Fa*along + Fs*side;
    zeros(3) = frame_a.f + resolve2(frame_a.R, F);
    zeros(3) = frame_a.t + resolve2(frame_a.R, cross(delta, F));
  end Wheel;

  model Straight
    Wheel wheel(der_angles(start = {0, 0, -5}));
    Body body(I = diagonal({0.12, 0.12, 0.06}));
  equation
    connect(wheel.frame_a, body.frame_a);
  end Straight;

  model Turning
    extends Straight(wheel(der_angles(start = {1, 0.3, -5})));
  end Turning;

  model Pendulum
    World world;
    Revolute rev(phi(fixed = true), w(fixed = true));
    Body body(r_CM = {0.5, 0, 0});
  equation
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, body.frame_a);
  end Pendulum;

  model Tilted
    parameter Real across = 1;
    extends Pendulum(rev(n = {across, 2, 2*across}), body(r_CM = {0.5, 0.1, 0.2}));
    Real energy = body.energy;
  end Tilted;

  model DoublePendulum
    World world;
    Revolute rev1(phi(fixed = true), w(fixed = true)),
        rev2(phi(fixed = true), w(fixed = true, start = 1), n = {0, 1, 1});
    Translation arm(r = {0.8, 0, 0});
    Body body1(r_CM = {0.4, 0, 0}), body2(m = 1, r_CM = {0.3, 0.1, 0});
    Real energy = body1.energy + body2.energy;
    discrete Real seen(start = 0, fixed = true);
  equation
    when rev1.phi < -1.2 then
      seen = rev1.phi;
    end when;
    connect(world.frame_b, rev1.frame_a);
    connect(rev1.frame_b, arm.frame_a);
    connect(rev1.frame_b, body1.frame_a);
    connect(arm.frame_b, rev2.frame_a);
    connect(rev2.frame_b, body2.frame_a);
  end DoublePendulum;

  model Top
    Body body(I = diagonal({1, 1, 2}), w(start = {0.3, 0, 1}, each fixed = true), frame_a(r_0(each fixed = true)),
        v(each fixed = true));
    Real H[3] = resolve1(body.frame_a.R, body.I*body.w);
  initial equation
    body.Q[1:3] = zeros(3);
  end Top;

  model TopByVelocity
    extends Top(body(w(each stateSelect = StateSelect.always)));
  end TopByVelocity;

  model FourBar
    World world;
    Translation ground(r = {4, 0, 0}), a(r = {1, 0, 0}), c(r = {3, 0, 0});
    Revolute crank(phi(fixed = true, start = 1), w(fixed = true)), rocker(phi(start = 1.5));
    Body body1(m = 1, r_CM = {0.5, 0, 0}), body2(m = 1, r_CM = {1.5, 0, 0});
    Rod rod(length = 3.5);
    Real energy = body1.energy + body2.energy;
  equation
    connect(world.frame_b, crank.frame_a);
    connect(world.frame_b, ground.frame_a);
    connect(ground.frame_b, rocker.frame_a);
    connect(crank.frame_b, a.frame_a);
    connect(crank.frame_b, body1.frame_a);
    connect(rocker.frame_b, c.frame_a);
    connect(rocker.frame_b, body2.frame_a);
    connect(a.frame_b, rod.frame_a);
    connect(c.frame_b, rod.frame_b);
  end FourBar;
end Mechanisms;
