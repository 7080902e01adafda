// inner and outer: the nearest enclosing inner is meant, at any depth; an inner parameter and an inner field.
//! class InnerOuter.Use
//! run --stop 2
//! final a.x = 2*9.81*0.5 +- 1e-12
//! final m.deep.x = 2*1.62*0.5 +- 1e-12
//! final m.deep.t = 2
//! final total = 9.81 + 1.62 +- 1e-12
package InnerOuter
  model World
    parameter Real g = 9.81;
    Real clock = time;
  end World;
  model Body
    outer World world;
    Real x = world.g*world.clock*0.5;
    Real t = world.clock;
  end Body;
  model Moon
    inner World world(g = 1.62);
    Body deep;
  end Moon;
  model Use
    inner World world;
    Body a;
    Moon m;
    Real total = world.g + m.world.g;
  end Use;
end InnerOuter;
