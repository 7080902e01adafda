// Devices whose parameters go through functions, some of them zero: a series resistance of no ohms ties the voltages of
// two capacitors, and a function of parameters and a voltage gives a capacitance that is zero for all voltages. Both
// are part of the structure; with other values of the parameters the model has other states.
record Card "as a user gives it"
  Real R = 0 "series resistance";
  Real CJ = 0 "junction capacitance";
  Real C = 2 "parallel capacitance";
end Card;

record Inner "what the equations use"
  Real r, cj, c, g;
end Inner;

function rename
  input Card card;
  input Real area;
  output Inner i;
algorithm
  i.r := card.R/area;
  i.cj := card.CJ*area;
  i.c := card.C*area;
  i.g := if i.r <> 0 then 1/i.r else 0;
end rename;

function device "current and capacitance, as far as they depend on the voltage"
  input Inner i;
  input Real v;
  output Real current;
  output Real capacitance;
protected
  Real s;
algorithm
  current := 0.5*v;
  if v < 0.3 then
    s := 1/sqrt(1 + v*v);
    capacitance := i.cj*s;
  else
    capacitance := i.cj*(1 + v);
  end if;
end device;

model Device
  parameter Card card;
  final parameter Inner i = rename(card, 1);
  input Real v "outside";
  Real u "behind the resistance", current, ir, ic, cap, icap;
equation
  ir*i.r = v - u;
  (current, cap) = device(i, u);
  ic = i.c*der(u);
  icap = cap*der(u);
  ir = current + ic + icap;
end Device;

model zero_by_function
  parameter Card card;
  Device d(card = card), e(card = card);
  Real source = 1;
  Real i;
equation
  d.v = e.v;
  i = d.ir + e.ir;
  source - d.v = 2*i;
end zero_by_function;

// 2*(2*(2*u' + u/2)) = 1 - u: u' = (1 - 3*u)/8
//! run --stop 4 --tol 1e-8
//! d.u = (1 - exp(-3*t/8))/3 +- 1e-6
//! e.u = (1 - exp(-3*t/8))/3 +- 1e-6
//! d.icap = 0
//! value j['states'] = 1
// with resistances each has its own state, and by symmetry they are equal: 1 - v = 4*(v - u)/R and (v - u)/R = 2*u' +
// u/2 give u' = (1 - 4*u)/12
//! run --stop 4 --tol 1e-8 -p card.R=2
//! d.u = (1 - exp(-t/3))/4 +- 1e-6
//! value j['states'] = 2
// no capacitance at all: algebraic
//! run --stop 1 -p card.C=0
//! d.u = 1/3 +- 1e-9
//! value j['states'] = 0
