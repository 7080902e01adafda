within Saltus.Xcos;
package Functions "Arithmetic of signals that are integers in Xcos"
  function wrap "A number as an integer of a kind, turned over at its limits"
    input Real x;
    input Integer kind "1 real, 3 to 5 int32, int16, int8, 6 to 8 without sign";
    output Real y;
  protected
    Real size = if kind == 3 or kind == 6 then 4294967296 else if kind == 4 or kind == 7 then 65536 else 256;
    Real low = if kind < 6 then -size/2 else 0;
    Real whole = if x < 0 then ceil(x) else floor(x);
  algorithm
    y := if kind < 3 then x else whole - size*floor((whole - low)/size);
  end wrap;

  function stop "A number as an integer of a kind, held at its limits"
    input Real x;
    input Integer kind "1 real, 3 to 5 int32, int16, int8, 6 to 8 without sign";
    output Real y;
  protected
    Real size = if kind == 3 or kind == 6 then 4294967296 else if kind == 4 or kind == 7 then 65536 else 256;
    Real low = if kind < 6 then -size/2 else 0;
    Real whole = if x < 0 then ceil(x) else floor(x);
  algorithm
    y := if kind < 3 then x else max(low, min(low + size - 1, whole));
  end stop;

  function cut "By the rule of a block: 0 turned over, 1 held, 2 an error"
    input Real x;
    input Integer kind;
    input Integer rule;
    output Real y;
  algorithm
    y := if rule == 0 then wrap(x, kind) else stop(x, kind);
    assert(rule <> 2 or y == (if x < 0 then ceil(x) else floor(x)) or kind < 3,
      "an integer does not fit into its kind");
  end cut;

  function bit "Two numbers combined bit by bit"
    input Real a;
    input Real b;
    input Integer op "0 and, 1 or, 4 xor";
    output Real y;
  protected
    Real x, z, place;
    Integer p, q;
  algorithm
    x := if a < 0 then a + 4294967296 else a;
    z := if b < 0 then b + 4294967296 else b;
    y := 0;
    place := 1;
    for i in 1:32 loop
      p := integer(mod(x, 2));
      q := integer(mod(z, 2));
      y := y + place*(if op == 0 then p*q else if op == 1 then max(p, q) else abs(p - q));
      x := floor(x/2);
      z := floor(z/2);
      place := 2*place;
    end for;
  end bit;

  function at "A curve through points at x: between them straight, or the value of the point before"
    input Real x;
    input Real px[:];
    input Real py[size(px, 1)];
    input Boolean straight = true;
    output Real y;
  protected
    Integer k;
  algorithm
    k := 1;
    for i in 2:size(px, 1) - 1 loop
      if x >= px[i] then
        k := i;
      end if;
    end for;
    y := if not straight then py[if x >= px[k + 1] then k + 1 else k]
      elseif px[k + 1] == px[k] then py[k + 1]
      else py[k] + (py[k + 1] - py[k])*(x - px[k])/(px[k + 1] - px[k]);
  end at;

  function cubic "A curve through points with given slopes at x"
    input Real x;
    input Real px[:];
    input Real py[size(px, 1)];
    input Real d[size(px, 1)] "Slopes at the points";
    output Real y;
  protected
    Integer k;
    Real h, p;
  algorithm
    k := 1;
    for i in 2:size(px, 1) - 1 loop
      if x >= px[i] then
        k := i;
      end if;
    end for;
    h := px[k + 1] - px[k];
    p := (x - px[k])/h;
    y := py[k]*(1 + 2*p)*(1 - p)^2 + h*d[k]*p*(1 - p)^2 + py[k + 1]*p^2*(3 - 2*p) + h*d[k + 1]*p^2*(p - 1);
  end cubic;
end Functions;
