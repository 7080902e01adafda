// A state of an automaton is a part of a circuit around it.
//! error M1007 7:21
//! says the flow 'a.p.i' of a state of an automaton is connected to something outside
//! error M1007 7:21
//! says the flow 'b.p.i'
connector Pin
  Real v; flow Real i;
end Pin;
model M
  model S
    Pin p;
    parameter Real G;
  equation
    p.i = G*p.v;
  end S;
  model Source
    Pin p;
  equation
    p.v = 1;
  end Source;
  S a(G = 1), b(G = 2);
  Source s;
equation
  initialState(a);
  transition(a, b, time > 0.5);
  connect(a.p, s.p);
  connect(b.p, s.p);
end M;
