// Enumerations: comparison, order, arrays indexed by them, loops over them, conversion to Integer and String, states of
// a machine.
//! class Enumerations.Light
//! run --stop 10
//! changes colour = [3, 4, 7, 10]
//! value [right('colour', t) for t in (0, 3.5, 5, 8)] = [1, 2, 3, 1]
//! final number = 2
//! final weight = 20
//! final greens = 1
//! final name = "yellow"
//! final later = True
//! final all = 60
package Enumerations
  type Colour = enumeration(red "stop", yellow, green "go");
  function next
    input Colour c;
    output Colour n;
  algorithm
    n := if c == Colour.red then Colour.yellow elseif c == Colour.yellow then Colour.green else Colour.red;
  end next;
  model Light "3 s red, 1 s yellow, 3 s green"
    Colour colour(start = Colour.red, fixed = true);
    discrete Real until(start = 3, fixed = true);
    parameter Real weights[Colour] = {10, 20, 30};
    Integer number = Integer(colour);
    Real weight = weights[colour];
    Integer greens(start = 0, fixed = true);
    String name = String(colour);
    Boolean later = colour > Colour.red;
    Real all = sum(weights[c] for c in Colour);
  equation
    when time >= pre(until) then
      colour = next(pre(colour));
      until = pre(until) + (if colour == Colour.yellow then 1 else 3);
    end when;
    when colour == Colour.green then
      greens = pre(greens) + 1;
    end when;
  end Light;
end Enumerations;
