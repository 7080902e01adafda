// An external function that is in no library.
//! run
//! error C0103 5:10
//! says saltus_no_such_function
function f
  input Real u;
  output Real y;
external "C" y = saltus_no_such_function(u);
end f;

model M
  Real x = f(time);
end M;
