// A state that is set onto the level it has just passed passes it again and again. That another state, which has
// nothing to do with it, is set beside it makes no difference: the run went on above the level before. (E16)
//! error R0202 11:3
//! run
//! options --stop 3
model SetOntoLevel
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if time < 1 then 1 else -1;
  der(z) = 1;
  when x > 0.9 then
    reinit(x, 0.9);
    reinit(z, 0);
  end when;
end SetOntoLevel;
