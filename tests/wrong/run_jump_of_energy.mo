// Each derivative has a factor that jumps with it: what is kept would be the energy, if anything, and the equations do
// not tell. Both are named.
//! options --stop 2
//! good
//! warning R0231 14:3
//! says w1*der(w1)
//! says w2*der(w2)
model RunJumpOfEnergy
  Real w1(start = 5, fixed = true), w2(start = 1, fixed = true), p;
  Boolean closed = time > 1;
equation
  w1*der(w1) = -p;
  3*w2*der(w2) = p;
  if closed then
    w1 = w2;
  else
    p = 0;
  end if;
end RunJumpOfEnergy;
