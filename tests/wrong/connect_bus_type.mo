// The signal is given inside of another component, by way of inner and outer: its type does not follow from there.
//! class M.Named
//! error M0430 22:5
//! says (redeclare type T = Boolean)
package M
  block Source
    output Saltus.Diagrams.Interfaces.BooleanOutput brake = time > 2;
  end Source;

  model Out
    outer Saltus.Diagrams.Buses.Bus signals;
    Source s;
  equation
    connect(s.brake, signals.brake);
  end Out;

  model Named
    inner Saltus.Diagrams.Buses.Bus signals;
    Out s;
    Saltus.Diagrams.Routing.Identity brake;
  equation
    connect(signals.brake, brake.u);
  end Named;
end M;
