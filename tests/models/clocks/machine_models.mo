// A clocked state machine whose states are models, as other tools allow it, means the same as with blocks. Each second
// state adds 2, from 2 at the beginning and whenever it is entered; the other one only waits for a tick. Up counts
// 4, 6, 8, 10, 12 at the ticks 0 to 4; at 5 Wait is active, and at 6 it begins anew.
//! run --stop 10.5 --step 0.5
//! up.i(3.5) = 10
//! up.i(5.5) = 12
//! before(5.5) = 12
//! up.i(6.5) = 4
//! before(6.5) = 2
//! final up.i = 12
//! changes rests.n = [1, 3, 5, 7, 9] +- 1e-12
//! final rests.n = 5
model MachineModels
  model Up
    output Integer i(start = 2);
  equation
    i = previous(i) + 2;
  end Up;
  model Wait
  end Wait;
  model Count
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end Count;
  block Nothing
  end Nothing;
  Up up;
  Wait wait;
  Count rests;
  Nothing nothing;
  output Integer before;
equation
  initialState(up);
  transition(up, wait, up.i > 10, immediate = false);
  transition(wait, up, true, immediate = false);
  before = previous(up.i);
  initialState(nothing);
  transition(nothing, rests, true, immediate = false, reset = false);
  transition(rests, nothing, true, immediate = false);
end MachineModels;
