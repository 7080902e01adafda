// A spacecraft that stands on its thrust: two bodies joined by a universal joint, the lower one with the engine. Thrust
// and two torques in the joint are all that it has; they reach 14 of its 16 states. It may spin about its axis, and
// nobody can do anything about that.
//
//     saltus trim spacecraft.mo --free F --zero 'der(*)'            F = g*(m0 + m1) = 120
//     saltus linearise spacecraft.mo -p F.start=120

model Spacecraft
  parameter Real l0 = 6, l1 = 5, m0 = 2, m1 = 10, g = 10;
  parameter Real I0[3] = {60, 60, 1}, I1[3] = {40, 40, 20} "moments of inertia of the top and of the bottom";
  input Real F(start = 0) "thrust along the axis of the bottom";
  input Real sigma(start = 0), tau(start = 0) "torques in the joint, on alpha and on beta";
  Real r[3](each start = 0, each fixed = true, each stateSelect = StateSelect.always) "the joint";
  Real v[3](each start = 0, each fixed = true, each stateSelect = StateSelect.always);
  Real a[3](each start = 0, each fixed = true, each stateSelect = StateSelect.always)
    "phi, theta, psi: turns about x, y, z";
  Real b[3](each start = 0, each fixed = true, each stateSelect = StateSelect.always);
  Real alpha(start = 0, fixed = true, stateSelect = StateSelect.always),
    beta(start = 0, fixed = true, stateSelect = StateSelect.always);
  Real da(start = 0, fixed = true, stateSelect = StateSelect.always),
    db(start = 0, fixed = true, stateSelect = StateSelect.always);
  output Real x = r[1], y = r[2], z = r[3];
protected
  Real R[3, 3] "from the world to the joint", R0[3, 3], R1[3, 3] "to the top, to the bottom";
  Real w[3], w0[3], w1[3] "angular velocities, each in its own frame";
  Real n0[3], n1[3], p0[3], p1[3], v0[3], v1[3];
  Real f[3] "force of the joint on the top", t0[3],
    t1[3] "torques of the cross on top and bottom, in the joint's frame";
  Real M0[3], M1[3] "moments about the centres of mass";
  function turnX
    input Real q;
    output Real R[3, 3] = {{1, 0, 0}, {0, cos(q), sin(q)}, {0, -sin(q), cos(q)}};
  algorithm
    annotation(Inline = true);
  end turnX;
  function turnY
    input Real q;
    output Real R[3, 3] = {{cos(q), 0, -sin(q)}, {0, 1, 0}, {sin(q), 0, cos(q)}};
  algorithm
    annotation(Inline = true);
  end turnY;
  function turnZ
    input Real q;
    output Real R[3, 3] = {{cos(q), sin(q), 0}, {-sin(q), cos(q), 0}, {0, 0, 1}};
  algorithm
    annotation(Inline = true);
  end turnZ;
equation
  der(r) = v;
  der(a) = b;
  der(alpha) = da;
  der(beta) = db;
  R = turnZ(a[3])*turnY(a[2])*turnX(a[1]);
  R0 = turnY(alpha)*R;
  R1 = turnX(beta)*R;
  w = turnZ(a[3])*({0, 0, b[3]} + turnY(a[2])*({0, b[2], 0} + turnX(a[1])*{b[1], 0, 0}));
  w0 = turnY(alpha)*({0, da, 0} + w);
  w1 = turnX(beta)*({db, 0, 0} + w);
  n0 = R0[3, :];
  n1 = R1[3, :];
  p0 = r + l0*n0;
  p1 = r - l1*n1;
  v0 = der(p0);
  v1 = der(p1);
  m0*der(v0) = f - {0, 0, m0*g};
  m1*der(v1) = F*n1 - f - {0, 0, m1*g};
  // the force acts in the joint, l0 below the centre of the top and l1 above that of the bottom
  M0 = R0*cross(-l0*n0, f) + turnY(alpha)*t0;
  M1 = R1*cross(l1*n1, -f) + turnX(beta)*t1;
  I0 .* der(w0) + cross(w0, I0 .* w0) = M0;
  I1 .* der(w1) + cross(w1, I1 .* w1) = M1;
  t0 + t1 = zeros(3) "the cross has no mass";
  t0[2] = sigma;
  t1[1] = tau;
end Spacecraft;

// The craft takes off, moves sideways and lands, with a controller that the model designs itself. Its matrices were
// written by
//
//     saltus linearise spacecraft.mo -p F.start=120 -o hover.mo
//
// Inputs reach 14 of the 16 states (contr), and one pole, -2, is placed 14 times, with 3 inputs.

package SpacecraftFlight
  record Hover
    "near the point at which the craft stands on its thrust; states in the order r, v, a, b, alpha, beta, da, db"
    parameter Real A[16, 16] = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, -4.767123287671232, 0, 0, 0;
      0, 0, 0, 0, 0, 0, -10, 0, 0, 0, 0, 0, 0, -14.767123287671238, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1.3424657534246573, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.821917808219178, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2.1643835616438354, 0, 0, 0;
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2.1643835616438354, 0, 0];
    parameter Real B[16, 3] = [0, 0, 0;
      0, 0, 0;
      0, 0, 0;
      0, -0.11506849315068493, 0;
      0, 0, -0.11506849315068483;
      0.08333333333333334, 0, 0;
      0, 0, 0;
      0, 0, 0;
      0, 0, 0;
      0, 0, -0.018036529680365294;
      0, -0.023287671232876714, 0;
      0, 0, 0;
      0, 0, 0;
      0, 0, 0;
      0, 0.04132420091324201, 0;
      0, 0, 0.04132420091324201];
  end Hover;

  model Landing "up to 1 m, sideways to (1, -1) from 15 s on, down at 30 s"
    Hover hover;
    parameter Integer reached = Saltus.Control.contr(hover.A, hover.B) "14: nothing turns the craft about its axis";
    parameter Real K[:, :] = Saltus.Control.place(hover.A, hover.B, fill(-2, reached));
    Spacecraft craft(F = u[1], sigma = u[2], tau = u[3]);
    parameter Real moving = 3
      "seconds that the target takes to move aside; with 0 the craft turns over (docs/control.md)";
    Real aside = if time < 15 then 0 elseif time < 15 + moving then (time - 15)/moving else 1;
    Real target[3] = {aside, -aside, if time < 30 then 1 else 0};
    Real u[3] = {120, 0, 0} - K*cat(1, craft.r - target, craft.v, craft.a, craft.b,
      {craft.alpha, craft.beta, craft.da, craft.db});
    annotation(experiment(StopTime = 50));
  end Landing;
end SpacecraftFlight;
