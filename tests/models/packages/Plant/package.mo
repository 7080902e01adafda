package Plant "A package as a folder"
  constant Real answer = 42;
  package Functions
    function twice
      input Real x;
      output Real y;
    algorithm
      y := 2*x;
    end twice;
  end Functions;
end Plant;
