// Sizes that follow from the connections (docs/diagrams.md). All values are products by hand:
// [1, 2; 3, 4; 5, 6]*[1, 0, 1; 0, 1, 1] = [1, 2, 3; 3, 4, 7; 5, 6, 11], times (1 + time)^2, as both factors grow.
//! class Sizes.Chain
//! run --stop 1
//! final p.y[1,3] = 12
//! final p.y[3,3] = 44
//! final w.y[3,3] = 6*44
//! final w.y[2,1] = 6*12
//! final v[1].y[3,2] = 2*6*12
//! final v[2].y[2,3] = 2*6*2
//! final e.y[1,2] = 2*4
//! final f.y[3,1] = 2*3
//! check len([k for k in final if k.startswith("w.g2.y[")]) == 9
//! check len([k for k in final if k.startswith("v[2].g1.u[")]) == 6
//! message none
//! class Sizes.Family
//! run --stop 1
//! final h[3].y[1,2] = 2*6*6
//! message none
//! class Sizes.Feedback
// y = s - 2 y
//! run --stop 1
//! final d.y[1,2] = 4/3 +- 1e-12
//! class Sizes.Bundle
//! run --stop 1
//! final r.x[3] = 6
//! final r.y = 1
//! class Sizes.Inherited
//! run --stop 1
//! final g.y[1,2] = 8
//! run --stop 1 -p transposed=true
//! final g.y[2,1] = 8
//! class Sizes.Across
// two resistors of 1 and 3 between 4 and 0, in each of two phases
//! run --stop 1
//! final a.n.v[2] = 3
//! check len([k for k in final if k.startswith("b.p.v[")]) == 2
//! class Sizes.Reads
//! run --stop 1
//! check len([k for k in final if k.startswith("g.y[")]) == 6
//! class Sizes.Conditional
//! run --stop 1
//! final g.y[1,2] = 8
//! class Sizes.Row
// each block transposes: 1x3, 3x1, 1x3
//! run --stop 1
//! final g[2].y[1,3] = 6
//! final g[3].y[3,1] = 6
//! check "g[2].y[2,1]" not in final
//! class Sizes.Differ
//! run --stop 1
//! final g[4].y[1,2] = 4
//! final w[1].y[3,1] = 6
//! final w[2].y[1,3] = 6
//! class Sizes.Grid
//! run --stop 1
//! final w[2,1].y[1,2] = 12
//! class Sizes.Derived
//! run --stop 1
//! final a.y[1,3] = 6
package Sizes
  connector MatrixInput = input Real[:, :];
  connector MatrixOutput = output Real[:, :];
  connector RealInput = input Real;
  connector RealOutput = output Real;

  block Source
    parameter Real A[:, :] = [1];
    MatrixOutput y = A*(1 + time);
  end Source;

  block Number
    RealOutput y = 3 + time;
  end Number;

  block Vector
    parameter Real a[:] = {1, 2, 3};
    RealOutput y[size(a, 1)] = a;
  end Vector;

  block Product
    MatrixInput a, b;
    MatrixOutput y = a*b;
  end Product;

  block Gain
    parameter Real k = 2;
    MatrixInput u;
    RealOutput y[size(u, 1), size(u, 2)];
  equation
    y = k*u;
  end Gain;

  block Twice "blocks inside of a block"
    MatrixInput u;
    MatrixOutput y;
    Gain g1, g2(k = 3);
  equation
    connect(u, g1.u);
    connect(g1.y, g2.u);
    connect(g2.y, y);
  end Twice;

  model Chain
    Source s(A = [1, 2; 3, 4; 5, 6]), t(A = [1, 0, 1; 0, 1, 1]);
    Product p;
    Twice w, v[2];
    Gain g[2];
    Number n1, n2;
    Vector vec;
    Gain e, f;
  equation
    connect(s.y, p.a);
    connect(t.y, p.b);
    connect(p.y, w.u);
    connect(s.y, g[1].u);
    connect(t.y, g[2].u);
    for i in 1:2 loop
      connect(g[i].y, v[i].u);
    end for;
    connect(n1.y, e.u[1, 1]);
    connect(n2.y, e.u[1, 2]);
    connect(vec.y, f.u[:, 1]);
  end Chain;

  model Family
    Source s[3](A = {[1, 2], [3, 4], [5, 6]});
    Twice v[3];
    Gain h[3](each k = 1);
  equation
    connect(s.y, v.u);
    for i in 1:3 loop
      connect(v[i].y, h[i].u);
    end for;
  end Family;

  block Difference
    MatrixInput u1, u2;
    RealOutput y[size(u1, 1), size(u1, 2)] = u1 - u2;
  end Difference;

  model Feedback
    Difference d;
    Gain g;
    Source s(A = [1, 2]);
  equation
    connect(g.y, d.u2);
    connect(d.y, g.u);
    connect(s.y, d.u1);
  end Feedback;

  connector BundleOutput
    output Real x[:];
    output Real y;
  end BundleOutput;
  connector BundleInput
    input Real x[:];
    input Real y;
  end BundleInput;
  block Sends
    BundleOutput o(x(start = {0, 0, 0}));
  equation
    o.x = {2, 4, 6}*time;
    o.y = time;
  end Sends;
  block Receives
    BundleInput i;
    Real x[size(i.x, 1)] = i.x;
    Real y = i.y;
  end Receives;
  model Bundle
    Receives r;
    Sends s;
  equation
    connect(s.o, r.i);
  end Bundle;

  model Base
    Gain g;
    Source s(A = [1, 2]), t(A = [1; 2]);
    parameter Boolean transposed = false;
  equation
    if transposed then
      connect(t.y, g.u);
    else
      connect(s.y, g.u);
    end if;
  end Base;
  model Inherited
    extends Base;
  end Inherited;

  connector Plug
    Real v[:];
    flow Real i[:];
  end Plug;
  connector Plug2
    Real v[2];
    flow Real i[2];
  end Plug2;
  model Resistor
    parameter Real R = 1;
    Plug p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = zeros(size(p.i, 1));
  end Resistor;
  model Bar "as many wires as what it is connected to"
    parameter Real R = 1;
    Plug2 p, n;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = zeros(2);
  end Bar;
  model Fixed
    parameter Real v;
    Plug2 p;
  equation
    p.v = {v, v};
  end Fixed;
  model Shunt
    parameter Real R = 1;
    Plug p;
    Fixed ground(v = 0);
    Bar r(R = R);
  equation
    connect(p, r.p);
    connect(r.n, ground.p);
  end Shunt;
  model Across
    Fixed top(v = 4);
    Bar a(R = 1);
    Shunt b(R = 3);
  equation
    connect(top.p, a.p);
    connect(a.n, b.p);
  end Across;

  block Six
    RealInput u[2, 3];
  end Six;
  model Reads "the input of the whole follows what reads it"
    MatrixInput u;
    Gain g;
    Six six;
  equation
    connect(u, six.u);
    connect(u, g.u);
  end Reads;

  model Conditional
    parameter Boolean other = false;
    Gain g;
    Source s(A = [1, 2]), t(A = [1; 2; 3]) if other;
  equation
    connect(t.y, g.u);
    connect(s.y, g.u);
  end Conditional;

  block Transpose
    MatrixInput u;
    MatrixOutput y = transpose(u);
  end Transpose;
  block Back "transposed twice"
    MatrixInput u;
    MatrixOutput y;
    Transpose a[2];
  equation
    connect(u, a[1].u);
    connect(a[1].y, a[2].u);
    connect(a[2].y, y);
  end Back;
  model Row
    Source s(A = [1, 2, 3]);
    Transpose g[3];
  equation
    connect(s.y, g[1].u);
    connect(g[1:2].y, g[2:3].u);
  end Row;
  model Differ
    Source s(A = [1, 2, 3]);
    Transpose g[4];
    Back w[2];
  equation
    connect(s.y, g[1].u);
    for i in 1:3 loop
      connect(g[i].y, g[i + 1].u);
    end for;
    for i in 1:2 loop
      if i == 1 then
        connect(g[1].y, w[i].u);
      else
        connect(s.y, w[i].u);
      end if;
    end for;
  end Differ;
  model Grid
    parameter Integer n = 2;
    Source s[n, 2](A = {{[1, 2], [3, 4]}, {[5, 6], [7, 8]}});
    Back w[n, 2];
  equation
    for i in 1:n, j in 1:2 loop
      connect(s[i, j].y, w[i, j].u);
    end for;
  end Grid;
  model Plain
    Back a;
    Source s(A = [1, 2]), t(A = [1, 2, 3]);
  equation
    connect(s.y, a.u);
  end Plain;
  model Derived
    extends Plain(break connect(s.y, a.u));
  equation
    connect(t.y, a.u);
  end Derived;
end Sizes;
