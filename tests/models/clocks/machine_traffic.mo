// A traffic light with a button for pedestrians. Immediate and delayed transitions, priorities, ticks and times in a
// state, a transition that keeps a counter (reset = false) and one that does not. The clock ticks ten times a second.
//
//   ticks 0..29 green (ticksInState() >= 30 delayed), 30..39 amber (timeInState() >= 1 s: at the tick where it would be
//   1 s, immediate), red until the button has been pressed, but at most 50 ticks.
//! run --stop 9.95 --step 0.05
//! value [right('light', x) for x in (0, 2.9, 3.0, 3.9, 4.0, 6.4, 6.5, 9.4, 9.5)] = [1, 1, 2, 2, 3, 3, 1, 1, 2]
//! changes pressed = [6.5] +- 1e-12
//! green.n(2.9) = 30
//! green.n(6.4) = 30
//! green.n(6.5) = 1
//! amber.n(3.9) = 10
//! amber.n(9.5) = 11
//! red.t(6.4) = 2.4 +- 1e-12
//! red.k(6.4) = 25
model Traffic
  block Green
    outer output Integer colour;
    Integer n(start = 0);
  equation
    colour = 1;
    n = previous(n) + 1;
  end Green;
  block Amber
    outer output Integer colour;
    Integer n(start = 0);
  equation
    colour = 2;
    n = previous(n) + 1;
  end Amber;
  block Red
    outer output Integer colour;
    Real t;
    Integer k;
  equation
    colour = 3;
    t = timeInState();
    k = ticksInState();
  end Red;
  Green green;
  Amber amber;
  Red red;
  inner Integer colour(start = 0);
  Integer light = hold(colour);
  Boolean button = time >= 6.42, pressed(start = false);
  Boolean b = sample(button, Clock(1, 10));
equation
  pressed = hold(b);
  initialState(green);
  transition(green, amber, ticksInState() >= 30, immediate = false, reset = false);
  transition(amber, red, timeInState() >= 0.999);
  transition(red, green, b);
  transition(red, amber, ticksInState() > 50, priority = 2, immediate = false);
end Traffic;
