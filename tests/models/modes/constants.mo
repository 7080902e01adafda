// Networks of constants alone, without states: one mode agrees, and nobody is warned of another one (E149).
// A source of 1 V, 1 Ohm and an ideal diode, forwards: 1 A; backwards: -1 V across the diode. A star of three sources
// behind diodes on 1 Ohm: the largest of them.
//! class Constants.Forwards
//! run --stop 1
//! final i = 1 +- 1e-14
//! final v = 0
//! message none
//! class Constants.Backwards
//! run --stop 1
//! final i = 0
//! final v = -1 +- 1e-14
//! message none
//! class Constants.Star
//! run --stop 1
//! final u = 3 +- 1e-14
//! value [final['i[1]'], final['i[2]'], final['i[3]']] = [0, 3, 0] +- 1e-14
//! message none
package Constants
  model Forwards
    Real v, i, s;
    Boolean on = s > 0;
  equation
    v = 1 - i;
    if on then v = 0; s = i; else i = 0; s = v; end if;
  end Forwards;
  model Backwards
    Real v, i, s;
    Boolean on = s > 0;
  equation
    v = -1 - i;
    if on then v = 0; s = i; else i = 0; s = v; end if;
  end Backwards;
  model Star
    constant Real E[3] = {1, 3, 2};
    Real u, v[3], i[3], s[3];
    Boolean on[3];
  equation
    u = sum(i);
    for k in 1:3 loop
      v[k] = E[k] - u;
      on[k] = s[k] > 0;
      if on[k] then v[k] = 0; s[k] = i[k]; else i[k] = 0; s[k] = v[k]; end if;
    end for;
  end Star;
end Constants;
