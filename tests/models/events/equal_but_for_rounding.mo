// An open switch with the conductance G lets the current G*v pass. Whether an arc has gone out is asked by comparing
// the current with just that: both sides are the same but for rounding, as long as the switch is open. The condition
// must not turn at every step for that.
model equal_but_for_rounding
  parameter Real G = 1/3e3, L = 0.7, R = 1.3, w = 11;
  Real i(start = 0, fixed = true) "the current, a state";
  Real v "over the switch";
  Real small = abs(i) - abs(v)*G;
  Boolean out = abs(i) <= abs(v)*G;
  discrete Real turns(start = 0, fixed = true) "how often the arc seems to have gone out";
  Boolean third = abs(3*x - y) <= abs(z)/7 "with terms that are sums";
  Real x, y, z;
equation
  i = G*v;
  L*der(i) + R*i + v = 100*sin(w*time);
  when out then
    turns = pre(turns) + 1;
  end when;
  x = 1 + sin(7*time)/3;
  y = 2*x;
  z = 7*x;
end equal_but_for_rounding;

//| Z = 3001.3
//| D = Z*Z + (11*0.7)**2
//! run --stop 3 --tol 1e-8 --solver {dirk,cvode,auto}
//! i = 100*(Z*sin(11*t) - 7.7*cos(11*t) + 7.7*exp(-Z*t/0.7))/D +- 1e-6
//! small = 0 +- 1e-15
//! check final['turns'] <= 12
//! check j['events']['state'] <= 60
//! check j['steps'] < 20000
