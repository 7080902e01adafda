// A generator of random numbers whose state and number are set by one call in a when-clause, and each have an initial
// equation of their own, as in the noise of libraries. The numbers are those of xorshift64* from the state 1, computed
// with whole numbers of any length.
//| def step(x):
//|     x ^= x >> 12
//|     x ^= x << 25 & 2**64 - 1
//|     x ^= x >> 27
//|     return x*2685821657736338717 % 2**64
//| def signed(x, bits):
//|     return x - 2**bits if x >= 2**(bits - 1) else x
//| states = [1]
//| for k in range(4):
//|     states.append(step(states[-1]))
//| numbers = [signed(x, 64)/2.0**64 + 0.5 for x in states]
//! class Noise.Use
//! run --stop 0.25
//! r(0) = numbers[1]
//! r(0.05) = numbers[1]
//! r(0.1) = numbers[2]
//! r(0.2) = numbers[3]
//! final state[1] = signed(states[3] % 2**32, 32)
//! final state[2] = signed(states[3] >> 32, 32)
// Two inputs that are the same signal have one left limit: the second initial equation must say the same.
//! class Noise.TwoEdges
//! run --stop 1
//! changes count = [0.5]
//! run --stop 1 -p b.before=true
//! status failed
//! message R0114 contradicts
package Noise
  function random
    input Integer before[2];
    output Real r;
    output Integer after[2];
  external "C" ModelicaRandom_xorshift64star(before, after, r) annotation(Library = "ModelicaExternalC");
  end random;
  model Use
    Integer state[2];
    discrete Real r;
  initial equation
    pre(state) = {1, 0};
    r = random(pre(state));
  equation
    when sample(0, 0.1) then
      (r, state) = random(pre(state));
    end when;
  end Use;
  block Edge
    input Boolean u;
    output Boolean y;
    parameter Boolean before = false;
  initial equation
    pre(u) = before;
  equation
    y = u and not pre(u);
  end Edge;
  model TwoEdges
    Boolean late = time > 0.5;
    Edge a(u = late), b(u = late);
    Integer count(start = 0, fixed = true);
  equation
    when a.y and b.y then
      count = pre(count) + 1;
    end when;
  end TwoEdges;
end Noise;
