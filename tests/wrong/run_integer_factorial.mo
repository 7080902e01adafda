// A product with the counter of a loop grows beyond 64 bits, too.
//! run
//! error R0320 11:5
//! says 'WrongFactorial.factorial' failed at time 0.25: an Integer has become too large
model WrongFactorial
  function factorial
    input Integer n;
    output Integer y = 1;
  algorithm
    for i in 1:n loop
    y := y*i;
    end for;
  end factorial;
  Integer n(start = 20, fixed = true);
  Integer y = factorial(n);
equation
  when time > 0.25 then
    n = 21;
  end when;
end WrongFactorial;
