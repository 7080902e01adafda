// Buses: signals with names, of all types, put in, taken out, replaced, named without a line, and records as buses.
//! class Buses.Named
//! run --stop 3
//! final out = 9 +- 1e-12
//! final gear.y = 3
//! final far.seen = 3 +- 1e-12
//! final far.braking = True
//! class Buses.Records
//! run --stop 3
// the bus goes through blocks whose type follows, and one signal is replaced
//! final last.speed = 30 +- 1e-12
//! final last.gear = 3
//! final last.brake = True
//! value [right('choice.y.speed', t) for t in (1, 3)] = [1, 3] +- 1e-12
//! value [right('choice.y.gear', t) for t in (1, 3)] = [-1, 3]
//! message none
//! class Buses.Typed
//! run --stop 3
//! final reader.braking = 1
//! final held = 3
//! final through = 2
//! message none
package Buses
  import Saltus.Diagrams.*;

  block Source
    Interfaces.RealOutput speed = time;
    Interfaces.IntegerOutput gear = integer(time);
    Interfaces.BooleanOutput brake = time > 2;
  end Source;

  model Deep "reads signals by their names, wherever they come from"
    outer Saltus.Diagrams.Buses.Bus signals;
    Routing.Identity speed, brake "its type is that of what gives the signal, elsewhere";
    Real seen = speed.y;
    Boolean braking = brake.y;
  equation
    connect(signals.speed, speed.u);
    connect(signals.brake, brake.u);
  end Deep;

  model Named
    inner Saltus.Diagrams.Buses.Bus signals;
    Source s;
    Math.Power square;
    Types.IntegerConversion gear;
    Deep far;
    Real out = square.y;
  equation
    connect(s.speed, signals.speed);
    connect(s.gear, signals.gear);
    connect(s.brake, signals.brake);
    connect(signals.speed, square.u);
    connect(signals.gear, gear.u);
  end Named;

  record Car
    Real speed;
    Integer gear;
    Boolean brake;
  end Car;
  connector CarOutput = output Car;

  block Creator
    parameter Integer sign = 1;
    CarOutput y;
  equation
    y.speed = time;
    y.gear = sign*integer(time);
    y.brake = time > 2;
  end Creator;

  block Faster
    extends Saltus.Diagrams.Buses.BusAssignment;
    Interfaces.RealInput speed;
  algorithm
    y := u;
    y.speed := speed;
  end Faster;

  model Records
    Creator one, other(sign = -1);
    Routing.ConditionalSelect choice(c = time > 1.5);
    Routing.Identity same;
    Faster faster(speed = 10*time);
    Car last = faster.y;
  equation
    connect(one.y, choice.u1);
    connect(other.y, choice.u2);
    connect(choice.y, same.u);
    connect(same.y, faster.u);
  end Records;

  model Typed "types go through a bus, and from bus to bus over two levels"
    model Reader
      Saltus.Diagrams.Buses.Bus bus;
      Routing.Identity brake, twice;
      Boolean braking = twice.y;
    equation
      connect(bus.brake, brake.u);
      connect(brake.y, twice.u);
    end Reader;
    model Writer
      Saltus.Diagrams.Buses.Bus bus;
      Source s;
    equation
      connect(s.brake, bus.brake);
      connect(s.gear, bus.gear);
    end Writer;
    Reader reader;
    Writer writer;
    Saltus.Diagrams.Buses.Bus bus;
    Discrete.SampleHold hold;
    Activations.SampleClock clock(period = 0.5);
    Integer held = hold.y, through = delay.y;
    Discrete.DiscreteDelay delay;
    Routing.Identity second;
  equation
    connect(writer.bus, bus);
    connect(bus, reader.bus);
    connect(bus.gear, hold.u);
    connect(clock.o, hold.e);
    connect(bus.gear, second.u);
    connect(second.y, delay.u);
    connect(clock.o, delay.e);
  end Typed;
end Buses;
