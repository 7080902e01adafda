within Saltus.Xcos;
package Complexes "Blocks for signals of complex numbers"
  import Saltus.Xcos.Interfaces.*;
  import Saltus.Diagrams.Types.Complex;

  connector ComplexIn = input Complex "A complex number that the block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={85,170,255}, fillPattern=FillPattern.Solid)}));
  connector ComplexOut = output Complex "A complex number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={85,170,255},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  partial block Source "Gives a signal"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    ComplexOut y[r, c] "What it gives" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Source;

  partial block Map "Gives a signal of the size of the one that it reads"
    extends Source;
    ComplexIn u[r, c] "What it reads" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end Map;

  partial block OfOne "Gives a matrix made of one"
    extends Source;
    parameter Integer ru = 1 "Rows of what it reads";
    parameter Integer cu = 1 "Columns of what it reads";
    ComplexIn u[ru, cu] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end OfOne;

  partial block OfTwo "Gives a matrix made of two"
    extends Source;
    parameter Integer r1 = 1 "Rows of the first";
    parameter Integer c1 = 1 "Columns of the first";
    parameter Integer r2 = 1 "Rows of the second";
    parameter Integer c2 = 1 "Columns of the second";
    ComplexIn u1[r1, c1] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    ComplexIn u2[r2, c2] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  end OfTwo;

  block Constant "A matrix that does not change (CONST_m)"
    parameter Real re[:, :] = [1] "Real parts";
    parameter Real im[size(re, 1), size(re, 2)] = zeros(size(re, 1), size(re, 2)) "Imaginary parts";
    extends Source(r=size(re, 1), c=size(re, 2));
  equation
    y.re = re;
    y.im = im;
  end Constant;

  block Expression "What a matrix expression says (MATINV, MATDET, MATTRAN, ...)"
    parameter String text = "u1" "The expression of u1";
    extends OfOne;
  equation
    y = complexMatrixExpression(text, u);
  end Expression;

  block Transpose "Rows as columns, or the conjugate numbers so (MATTRAN)"
    parameter Integer rule = 1 "1: the same numbers, 2: the conjugate ones" annotation (Evaluate=true);
    extends OfOne;
  equation
    y.re = transpose(u.re);
    y.im = if rule == 2 then -transpose(u.im) else transpose(u.im);
  end Transpose;

  block ExpressionOfTwo "What a matrix expression says (MATMUL, MATDIV, MATBKSL)"
    parameter String text = "u1" "The expression of u1 and u2";
    extends OfTwo;
  equation
    y = complexMatrixExpression(text, u1, u2);
  end ExpressionOfTwo;

  block RealExpression "A real matrix of a complex one (MATSING)"
    parameter String text = "abs(u1)" "The expression of u1";
    parameter Integer r = 1 "Rows of the result";
    parameter Integer c = 1 "Columns of the result";
    parameter Integer ru = 1 "Rows of what it reads";
    parameter Integer cu = 1 "Columns of what it reads";
    extends Saltus.Diagrams.Interfaces.Icon;
    ComplexIn u[ru, cu] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y[r, c] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y = matrixExpression(text, u);
  end RealExpression;

  block Parts "Two real signals of a complex one: the parts, or size and angle (MATZREIM, MATMAGPHI)"
    parameter String first = "real(u1)" "The expression of the first output";
    parameter String second = "imag(u1)" "The expression of the second output";
    parameter Integer r = 1 "Rows of the signals";
    parameter Integer c = 1 "Columns of the signals";
    extends Saltus.Diagrams.Interfaces.Icon;
    ComplexIn u[r, c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    SignalOut y1[r, c] annotation (Placement(transformation(extent={{100,40},{120,60}})));
    SignalOut y2[r, c] annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
  equation
    y1 = matrixExpression(first, u);
    y2 = matrixExpression(second, u);
  end Parts;

  block OfReals "A complex signal of real ones (MATZREIM, MATMAGPHI)"
    parameter String text = "complex(u1, u2)" "The expression of u1 and u2";
    extends Source;
    SignalIn u1[r, c] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    SignalIn u2[r, c] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  equation
    y = complexMatrixExpression(text, u1, u2);
  end OfReals;

  block OfReal "A complex signal of a real one (SQRT, MATEIG)"
    parameter String text = "sqrt(complex(u1, 0))" "The expression of u1";
    extends Source;
    parameter Integer ru = 1 "Rows of what it reads";
    parameter Integer cu = 1 "Columns of what it reads";
    SignalIn u[ru, cu] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    y = complexMatrixExpression(text, u);
  end OfReal;

  block Eigenvalues "The eigenvalues of a real matrix (MATEIG)"
    extends Source;
    SignalIn u[r, r] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  protected
    Real re[r], im[r];
  equation
    (re, im) = Saltus.Matrices.eigenvalues(u);
    y.re = matrix(re);
    y.im = matrix(im);
  end Eigenvalues;

  block Join "Signals beside or below each other (MATCATH, MATCATV, MUX)"
    extends Map;
  equation
    y = u;
  end Join;

  block Sum "The sum of signals with their signs (SUMMATION)"
    parameter Real s[:] = {1, 1} "Sign, or factor, of each signal";
    extends Source;
    ComplexIn u[size(s, 1), r, c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  equation
    for i in 1:r loop
      for j in 1:c loop
        y[i, j].re = sum(s[l]*u[l, i, j].re for l in 1:size(s, 1));
        y[i, j].im = sum(s[l]*u[l, i, j].im for l in 1:size(s, 1));
      end for;
    end for;
  end Sum;

  block Total "The sum of all elements of one signal (SUMMATION)"
    parameter Real s = 1 "Sign";
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    extends Saltus.Diagrams.Interfaces.Icon;
    ComplexIn u[r, c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ComplexOut y[1, 1] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y[1, 1].re = s*sum(u.re);
    y[1, 1].im = s*sum(u.im);
  end Total;

  block RunningSum "Sums of what came before, by columns, rows or all (CUMSUM)"
    parameter Integer rule = 0 "0 all, 1 rows, 2 columns" annotation (Evaluate=true);
    extends Map;
  protected
    Matrices.RunningSum re(rule=rule, r=r, c=c, u=u.re), im(rule=rule, r=r, c=c, u=u.im);
  equation
    y.re = re.y;
    y.im = im.y;
  end RunningSum;

  block Triangle "One triangle of a matrix (EXTTRI)"
    parameter Integer which = 1 "1 upper, 2 lower, 3 diagonal" annotation (Evaluate=true);
    extends Map;
  protected
    Matrices.Triangle re(which=which, r=r, c=c, u=u.re), im(which=which, r=r, c=c, u=u.im);
  equation
    y.re = re.y;
    y.im = im.y;
  end Triangle;

  block Delay "The input at the activation before (DOLLAR_m)"
    parameter Real re0[:, :] = [0] "Real parts before there is one";
    parameter Real im0[size(re0, 1), size(re0, 2)] = zeros(size(re0, 1), size(re0, 2)) "Imaginary parts";
    extends Map(r=size(re0, 1), c=size(re0, 2));
    ActivationIn e "When it goes on" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Discrete.Delay re(z0=re0, u=u.re, e=e), im(z0=im0, u=u.im, e=e);
  equation
    y.re = re.y;
    y.im = im.y;
  end Delay;

  block Hold "The input at the last activation (SAMPHOLD_m)"
    extends Map;
    ActivationIn e "When it looks" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  protected
    Discrete.Hold re(r=r, c=c, u=u.re, e=e), im(r=r, c=c, u=u.im, e=e);
  equation
    y.re = re.y;
    y.im = im.y;
  end Hold;

  block Integral "The integral of a signal (INTEGRAL_m)"
    parameter Real re0[:, :] = [0] "Real parts at the beginning";
    parameter Real im0[size(re0, 1), size(re0, 2)] = zeros(size(re0, 1), size(re0, 2)) "Imaginary parts";
    extends Map(r=size(re0, 1), c=size(re0, 2));
  protected
    Real x[r, c](start=re0, each fixed=true), z[r, c](start=im0, each fixed=true);
  equation
    der(x) = u.re;
    der(z) = u.im;
    y.re = x;
    y.im = z;
  end Integral;

  block Switch "The first of three inputs if the second says so, else the third (SWITCH2_m)"
    parameter Integer rule = 0 "0: if u2 >= limit, 1: if u2 > limit, 2: if u2 is not limit"
      annotation (Evaluate=true);
    parameter Real limit = 0;
    extends Source;
    ComplexIn u1[r, c] annotation (Placement(transformation(extent={{-120,40},{-100,60}})));
    ComplexIn u2[1, 1] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ComplexIn u3[r, c] annotation (Placement(transformation(extent={{-120,-60},{-100,-40}})));
  protected
    Routing.Switch re(rule=rule, limit=limit, r=r, c=c, u1=u1.re, u2=u2.re, u3=u3.re);
    Routing.Switch im(rule=rule, limit=limit, r=r, c=c, u1=u1.im, u2=u2.re, u3=u3.im);
  equation
    y.re = re.y;
    y.im = im.y;
  end Switch;

  block Extract "Rows and columns of a matrix (EXTRACT)"
    parameter Integer rows[:] = {1};
    parameter Integer columns[:] = {1};
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    extends Saltus.Diagrams.Interfaces.Icon;
    ComplexIn u[r, c] annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ComplexOut y[size(rows, 1), size(columns, 1)] annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    y.re = u[rows, columns].re;
    y.im = u[rows, columns].im;
  end Extract;

  block Display "Keeps what it sees when it is activated (TOWS_c, AFFICH_m, TRASH_f)"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    ComplexIn u[r, c] "What it reads" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e "When it looks" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Real sample[r, c](each start=0, each fixed=true) "Real parts at the last activation";
    output Real sample_im[r, c](each start=0, each fixed=true) "Imaginary parts at the last activation";
  equation
    when e then
      sample = u.re;
      sample_im = u.im;
    end when;
    annotation (Icon(graphics={Rectangle(extent={{-80,70},{80,-40}}, lineColor={0,0,0}, fillColor={230,240,230},
      fillPattern=FillPattern.Solid)}));
  end Display;

  block Scope "Curves of the real parts over time, a figure of the run (CSCOPE)"
    extends Display;
    parameter String title = "" "Title of the figure; empty: the name of the component";
    output Real curve[r] = u[:, 1].re "What is drawn";
    annotation (__Saltus(viewer=true), Icon(graphics={Line(points={{-75,0},{-50,40},{-20,-20},{10,50},{40,-10},{75,30}},
      color={0,100,0})}), Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=curve)})})}));
  end Scope;
end Complexes;
