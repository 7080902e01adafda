within Modelica.Math;
package Vectors "Functions of vectors"
  function isEqual "Whether two vectors have the same size, and elements that differ by at most eps"
    extends Modelica.Icons.Function;
    input Real v1[:];
    input Real v2[:];
    input Real eps(min = 0) = 0;
    output Boolean result;
  algorithm
    result := size(v1, 1) == size(v2, 1);
    for i in 1:min(size(v1, 1), size(v2, 1)) loop
      result := result and abs(v1[i] - v2[i]) <= eps;
    end for;
  end isEqual;

  function norm "The p-norm of a vector"
    extends Modelica.Icons.Function;
    input Real v[:];
    input Real p(min = 1) = 2;
    output Real result;
  algorithm
    if size(v, 1) == 0 then
      result := 0;
    elseif p == 2 then
      result := sqrt(v*v);
    elseif p == Modelica.Constants.inf then
      result := max(abs(v));
    elseif p == 1 then
      result := sum(abs(v));
    else
      assert(p >= 1, "A p-norm needs p of at least 1, and p is " + String(p));
      result := sum(abs(v[i])^p for i in 1:size(v, 1))^(1/p);
    end if;
  end norm;

  function length "The Euclidean length of a vector"
    extends Modelica.Icons.Function;
    input Real v[:];
    output Real result;
  algorithm
    result := sqrt(v*v);
    annotation(Inline = true);
  end length;

  function normalize "The vector of length 1 in the same direction; short vectors are divided by eps"
    extends Modelica.Icons.Function;
    input Real v[:];
    input Real eps(min = 0.0) = 100*Modelica.Constants.eps;
    output Real result[size(v, 1)];
  algorithm
    result := smooth(0, if length(v) >= eps then v/length(v) else v/eps);
    annotation(Inline = true);
  end normalize;

  function reverse "The elements in reverse order"
    extends Modelica.Icons.Function;
    input Real v[:];
    output Real result[size(v, 1)];
  algorithm
    result := {v[size(v, 1) + 1 - i] for i in 1:size(v, 1)};
    annotation(Inline = true);
  end reverse;

  function sort "The elements in order, and where they were"
    extends Modelica.Icons.Function;
    input Real v[:];
    input Boolean ascending = true;
    output Real sorted_v[size(v, 1)] = v;
    output Integer indices[size(v, 1)] = 1:size(v, 1);
  protected
    Real value;
    Integer index;
    Integer place;
  algorithm
    for i in 2:size(v, 1) loop
      value := sorted_v[i];
      index := indices[i];
      place := i;
      while place > 1 and
          (if ascending then sorted_v[max(place - 1, 1)] > value else sorted_v[max(place - 1, 1)] < value) loop
        sorted_v[place] := sorted_v[place - 1];
        indices[place] := indices[place - 1];
        place := place - 1;
      end while;
      sorted_v[place] := value;
      indices[place] := index;
    end for;
  end sort;

  function find "The place of the first element that equals e, or 0"
    extends Modelica.Icons.Function;
    input Real e;
    input Real v[:];
    input Real eps(min = 0) = 0;
    output Integer result = 0;
  algorithm
    for i in 1:size(v, 1) loop
      if result == 0 and abs(v[i] - e) <= eps then
        result := i;
      end if;
    end for;
  end find;
end Vectors;
