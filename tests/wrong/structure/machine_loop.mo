// An immediate transition that depends on what the state gives: a loop, which is told without the variables of the
// machine.
//! warning S0606 10:5
//! error S0104 22:3
//! says sets: 'out'
model MachineLoop
  block A
    outer output Integer out;
  equation
    out = 1;
  end A;
  block B
    outer output Integer out;
  equation
    out = 2;
  end B;
  inner Integer out(start = 0);
  A a;
  B b;
equation
  initialState(a);
  transition(a, b, out > 0);
end MachineLoop;
