within A.B;
encapsulated partial package P "what" + " it is"
  import SI = Modelica.Units.SI;
  import Modelica.Math.*;
  import Modelica.Constants.{pi, e};
  extends Q(final x(start = 1) = 2, redeclare replaceable model M = N(a = 1) constrainedby O "c", break y, break connect(a, b));
  type E = enumeration(a "first", b, 'c d') "e" annotation(x = 1);
  type F = enumeration(:);
  type V = input Real[3, :](each unit = "m");
  function g = der(f, x, y);
  replaceable record R = S constrainedby T(a = 1) "comment" annotation(choices(choice(redeclare record R = U "u")));
  expandable connector C end C;
  operator record Complex
    encapsulated operator 'constructor'
      pure function f input Real a; output Complex c; external "C" c = f_c(a, size(a, 1)) annotation(Library = "m"); end f;
    end 'constructor';
    operator function '+' = Complex.add;
  end Complex;
  redeclare model extends M(k = 2) "m"
    inner outer parameter Real x[3](start = {1, 2, 3}) = {i^2 for i in 1:3} if b "x" annotation(Evaluate = true), y = 1e-3;
    flow Real f; stream Real s; discrete input Integer n; final constant Boolean b = not (a or c and d);
  protected
    Real z = if a > 1 then -b * c elseif d then [1, 2; 3, 4][end, :] else (f(x, y = function h(q = 1)))[1];
  initial equation
    x = pre(x);
  equation
    der(x) = .A.b[1].c - x .^ 2 ./ 3 "c";
    connect(a.p, b[1].n) annotation(Line(points = {{0, 0}, {1, 1}}));
    for i in 1:n, j loop (a, , b) = f(i:2:j); end for;
    if initial() then assert(x > 0, "m\n\"q\""); elseif terminal() then x = 1; else x = 2; end if;
    when {sample(0, 1), x >= 2} then reinit(x, 0); elsewhen y <> 1 then terminate("t"); end when;
  algorithm
    x := 1; (a, b) := f(x); (c) := g(); while a <= b loop break; end while; return; f(pure(h(1)));
  initial algorithm
    y := sum(x[i, k] for i, k in {1, 2});
  annotation(Documentation(info = "<html></html>"));
  end M;
end P;
