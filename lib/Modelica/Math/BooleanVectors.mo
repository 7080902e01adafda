within Modelica.Math;
package BooleanVectors "Functions of vectors of Booleans"
  function allTrue "Whether all elements are true, and there is one"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Boolean result;
  algorithm
    result := size(b, 1) > 0;
    for i in 1:size(b, 1) loop
      result := result and b[i];
    end for;
  end allTrue;

  function anyTrue "Whether an element is true"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Boolean result = false;
  algorithm
    for i in 1:size(b, 1) loop
      result := result or b[i];
    end for;
  end anyTrue;

  function andTrue "Whether all elements are true; true of an empty vector"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Boolean result = true;
  algorithm
    for i in 1:size(b, 1) loop
      result := result and b[i];
    end for;
  end andTrue;

  function countTrue "How many elements are true"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Integer n = 0;
  algorithm
    for i in 1:size(b, 1) loop
      n := if b[i] then n + 1 else n;
    end for;
  end countTrue;

  function enumerate "Numbers the elements that are true, in order; 0 for the others"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Integer enumerated[size(b, 1)];
  protected
    Integer count = 0;
  algorithm
    for i in 1:size(b, 1) loop
      count := if b[i] then count + 1 else count;
      enumerated[i] := if b[i] then count else 0;
    end for;
  end enumerate;

  function firstTrueIndex "The place of the first element that is true, or 0"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Integer index = 0;
  algorithm
    for i in 1:size(b, 1) loop
      if index == 0 and b[i] then
        index := i;
      end if;
    end for;
  end firstTrueIndex;

  function oneTrue "Whether exactly one element is true"
    extends Modelica.Icons.Function;
    input Boolean b[:];
    output Boolean result;
  algorithm
    result := countTrue(b) == 1;
  end oneTrue;
end BooleanVectors;
