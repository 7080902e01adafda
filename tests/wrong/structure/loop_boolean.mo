// Two Booleans that wait for each other.
//! error S0104 7:3
//! says Boolean, Integer or String variables depend on each other in a loop: 'run', 'ready'
model M
  Boolean run, ready, start = time > 1;
equation
  run = start and ready;
  ready = run or time > 2;
end M;
