// Components that cannot be made into a record: a name that is missing, protected, conditional, of another type or
// size, in a nested component.
//! error M0305 38:14
//! error M0627 40:13
//! says its component 'missing' is missing
//! error M0627 41:12
//! says protected
//! error M0627 42:11
//! says conditional
//! error M0309 43:11
//! says component 'x'
//! error M0627 44:12
//! says 'm.sub'
//! error M0301 45:13
package Casts
  model Sub
    Real y = 1;
  end Sub;
  model M
    Real x = 1, v[2] = {1, 2}, maybe = 3 if true;
    Sub sub;
  protected
    Real hidden = 2;
  end M;
  record Missing Real missing; end Missing;
  record Hidden Real hidden; end Hidden;
  record Maybe Real maybe; end Maybe;
  record Other Boolean x; end Other;
  record Size Real v[3]; end Size;
  record Nested
    Real x;
    record Part Real z; end Part;
    Part sub;
  end Nested;
  model Test
    M m;
    Missing a;
    Size s = Size(m);
  equation
    Missing(m) = a;
    Hidden(m) = Hidden(1);
    Maybe(m) = Maybe(1);
    Other(m) = Other(true);
    Nested(m) = Nested(1, Nested.Part(1));
    Missing(n) = a;
  end Test;
end Casts;
