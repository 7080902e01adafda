model Masses "Two masses on springs stick together where they meet, until their springs pull harder than the glue"
  parameter Real k1 = 1, k2 = 2, a1 = 1, a2 = 2, m1 = 1, m2 = 1, C = 1, s0 = 10;
  model Apart
    parameter Real k1, k2, a1, a2, m1, m2;
    Real x1(start = 0, fixed = true), v1(start = 0, fixed = true), x2(start = 3, fixed = true), v2(start = 0, fixed = true);
  equation
    der(x1) = v1;
    m1*der(v1) = -k1*(x1 - a1);
    der(x2) = v2;
    m2*der(v2) = -k2*(x2 - a2);
  end Apart;
  model Stuck
    Real x, v, s, pull;
    parameter Real k1, k2, a1, a2, m, C;
  equation
    der(x) = v;
    m*der(v) = -k1*(x - a1) - k2*(x - a2);
    der(s) = -C*s;
    pull = k1*(x - a1) - k2*(x - a2);
  end Stuck;
  Apart apart(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m1 = m1, m2 = m2);
  Stuck stuck(k1 = k1, k2 = k2, a1 = a1, a2 = a2, m = m1 + m2, C = C);
equation
  initialState(apart);
  transition(apart, stuck, apart.x1 > apart.x2, immediate = false);
  transition(stuck, apart, stuck.pull > stuck.s);
  when activeState(stuck) then
    reinit(stuck.x, apart.x1);
    reinit(stuck.v, (m1*apart.v1 + m2*apart.v2)/(m1 + m2));
    reinit(stuck.s, s0);
  end when;
  when activeState(apart) then
    reinit(apart.x1, stuck.x);
    reinit(apart.x2, stuck.x);
    reinit(apart.v1, stuck.v);
    reinit(apart.v2, stuck.v);
  end when;
end Masses;
