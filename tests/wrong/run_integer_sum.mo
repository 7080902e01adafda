// A sum in a loop of the generated code grows beyond 64 bits.
//! run
//! error R0320 7:15
//! says an Integer has become too large
model WrongSum
  Integer v[100] = {i + integer(9.5e16*(1 + 0*time)) for i in 1:100};
  Integer s = sum(v);
end WrongSum;
