// The class that is asked for is not in the file.
//! class Tnak
//! error M0238
//! says did you mean 'Tank'?
model Tank
  Real h = 1;
end Tank;
