// Outputs of the states of a machine that are connected to each other are one source (17.3.6): the active state gives
// the value.
//! run --stop 10 --step 1 --events after
//! value [right('sink.s', n)/2 for n in range(11)] = [1, 2, 3, 101, 102, 1, 2, 3, 101, 102, 1]
//! value [right('a.y', n) for n in range(11)] = [1, 2, 3, 3, 3, 1, 2, 3, 3, 3, 1]
//! value right('z', 10) = 1
model Conn
  connector IntegerOutput = output Integer;
  connector IntegerInput = input Integer;
  block A
    IntegerOutput y(start = 0);
  equation
    y = previous(y) + 1;
  end A;
  block B
    IntegerOutput y(start = 100);
  equation
    y = previous(y) + 1;
  end B;
  block Sink
    IntegerInput u;
    Integer s = 2*u;
  end Sink;
  A a;
  B b;
  Sink sink;
  Integer z = hold(sink.u);
equation
  initialState(a);
  transition(a, b, a.y >= 3, immediate = false);
  transition(b, a, b.y >= 102, immediate = false);
  connect(a.y, sink.u);
  connect(b.y, sink.u);
end Conn;
