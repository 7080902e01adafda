// More elements than can be counted in the whole model: it is told once, at the variable that is too much.
//! error M0401 5:10
model TooManyScalars
  model Part
    Real x[16000000] = zeros(16000000);
  end Part;
  Part c[300];
end TooManyScalars;
