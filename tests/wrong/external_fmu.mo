// An FMU that is written in the wrong language is told what the right one is.
//! error M0941 7:3
model W
  block B
    input Real u;
    output Real y;
  external "FMU" annotation(__Saltus(fmu = "nothing.fmu"));
  end B;
  B b(u = time);
end W;
