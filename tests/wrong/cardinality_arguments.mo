// cardinality around connections, of what cannot be counted, and in a function.
//! error M0622 29:8
//! error M0428 30:21
//! says an array of connectors
//! error M0428 31:21
//! says an expandable connector
//! error M0523 32:9
//! error M0428 33:21
//! error M0528 22:12
package Arguments
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  expandable connector Bus
  end Bus;
  model M
    function f
      input Real u;
      output Real y;
    algorithm
      y := cardinality(u);
    end f;
    Pin p(v = 1), q[2](v = {1, 1});
    Real x = 1;
    Bus bus;
    Integer c, d, e, g;
  equation
    if cardinality(p) == 0 then connect(p, q[1]); end if;
    c = cardinality(q);
    d = cardinality(bus);
    e = cardinality(p, p);
    g = cardinality(x) + f(1);
  end M;
end Arguments;
