package Parts "a package with C of its own"
  function answer
    output Real y;
  external "C" y = answer() annotation(Include = "#include \"answer.h\"");
  end answer;
  function next
    output Real y;
  external "C" y = next_answer() annotation(Include = "#include \"next.h\"",
      IncludeDirectory = "modelica://Parts/Resources/Data");
  end next;
  model Use
    Real y = answer();
    Real z = next();
  end Use;
end Parts;
