// An external function of a library that is not installed.
//! run
//! error C0103 5:10
//! says no_such_library
function f
  input Real u;
  output Real y;
external "C" y = saltus_no_such_function(u)
  annotation(Library = "no_such_library");
end f;

model M
  Real x = f(time);
end M;
