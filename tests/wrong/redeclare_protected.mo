// What is protected cannot be redeclared as public.
//! error M0243 11:19
model W
  model A
    Real x = 1;
  protected
    replaceable model R = Q;
  end A;
  model Q Real y = 1; end Q;
  extends A;
  redeclare model R = Q;
end W;
