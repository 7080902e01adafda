// Impure functions are called where what holds all the time is computed, and in a pure function.
//! error M0624 24:16
//! says the solver decides
//! error M0624 25:29
//! error M0624 22:14
//! says declared pure
//! error M0624 29:7
//! error M0624 31:8
//! says outside a when
//! error M0624 32:19
model Places
  impure function draw
    input Real u = 1;
    output Real y = 2;
  algorithm
  end draw;
  pure function shown
    input Real u;
    output Real y;
  algorithm
    y := u;
    y := y + draw();
  end shown;
  Real a = 1 + draw();
  Real b(start = 1) = shown(draw(2));
  parameter Real p = draw(3) + shown(1) "Here it may be";
  Real c, d, e(start = draw(5), fixed = true), f;
equation
  c = draw();
algorithm
  d := draw();
  f := pure(shown(draw()));
equation
  der(e) = 0;
end Places;
