// Two masses hang on springs, and stick together where they meet: an automaton with two states.
//
// Each state has its own variables and equations, which exist while it is active. Where the masses meet, their momentum
// is kept. The glue dries, and when the springs pull harder than it holds, both masses fly on. They stick at 1.77 s,
// let go at 4.22 s, and so on. -p C=0.5 is a glue that dries more slowly.
model StickyMasses "An automaton: what moves differs from state to state"
  parameter Real k1 = 1, k2 = 2 "springs";
  parameter Real a1 = 1, a2 = 2 "where the springs have no force";
  parameter Real m1 = 1, m2 = 1 "masses";
  parameter Real C = 1 "how fast the glue dries", s0 = 10 "force that it holds at first";
  model Apart
    parameter Real k1, k2, a1, a2, m1, m2;
    Real x1(start = 0, fixed = true), v1(start = 0, fixed = true);
    Real x2(start = 3, fixed = true), v2(start = 0, fixed = true);
  equation
    der(x1) = v1;
    m1*der(v1) = -k1*(x1 - a1);
    der(x2) = v2;
    m2*der(v2) = -k2*(x2 - a2);
  end Apart;
  model Together
    parameter Real k1, k2, a1, a2, m, C;
    Real x, v, glue "force that it holds", pull "force between the masses";
  equation
    der(x) = v;
    m*der(v) = -k1*(x - a1) - k2*(x - a2);
    der(glue) = -C*glue;
    pull = k1*(x - a1) - k2*(x - a2);
  end Together;
  Apart apart(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m1 = m1, m2 = m2);
  Together together(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m = m1 + m2, C = C);
  Boolean stuck = activeState(together);
  Real left = if stuck then together.x else apart.x1, right = if stuck then together.x else apart.x2;
equation
  initialState(apart);
  transition(apart, together, apart.x1 > apart.x2, immediate = false);
  transition(together, apart, together.pull > together.glue);
  when activeState(together) then
    reinit(together.x, apart.x1);
    reinit(together.v, (m1*apart.v1 + m2*apart.v2)/(m1 + m2));
    reinit(together.glue, s0);
  end when;
  when activeState(apart) then
    reinit(apart.x1, together.x);
    reinit(apart.v1, together.v);
    reinit(apart.x2, together.x);
    reinit(apart.v2, together.v);
  end when;
  annotation(experiment(StopTime = 20, Tolerance = 1e-8));
end StickyMasses;
