// A transition that synchronises waits until both machines inside its state are in final states; of two that could fire
// the one with the smaller number does; a state without transitions is final. The table: a reaches its end at tick 3, b
// at tick 5, so `done` is entered one tick later.
//! run --stop 9 --step 0.5
//! changes ended = [6] +- 1e-12
//! a(9) = 3
//! b(9) = 5
//! n(9) = 4
//! which(9) = 1
model Synchronize
  block Wait
    Integer k(start = 0);
  equation
    k = previous(k) + 1;
  end Wait;
  block End
  end End;
  block Work
    Wait a, b;
    End aEnd, bEnd;
  equation
    initialState(a);
    transition(a, aEnd, a.k >= 3, immediate = false);
    initialState(b);
    transition(b, bEnd, b.k >= 5, immediate = false);
  end Work;
  block Done
    outer output Boolean finished;
    Integer n(start = 0);
  equation
    finished = true;
    n = previous(n) + 1;
  end Done;
  Work work;
  Done done, other;
  inner Boolean finished(start = false);
  Integer clocked = sample(1, Clock(1, 1)) + (if finished then 1 else 0);
  Boolean ended = hold(finished);
  Integer a = hold(work.a.k), b = hold(work.b.k), n = hold(done.n), which = if ended then 1 else 0;
equation
  initialState(work);
  transition(work, done, true, immediate = false, synchronize = true, priority = 1);
  transition(work, other, clocked > 5, immediate = false, synchronize = true, priority = 2);
end Synchronize;
