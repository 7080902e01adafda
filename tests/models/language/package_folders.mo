// A package as a folder: package.mo, package.order, a class per file with `within`, a folder in a folder; run by its
// package.mo, and found by MODELICAPATH from another file (this one).
//! env MODELICAPATH=../packages
//! run --stop 1 --tol 1e-9
//! final a.x = 3*exp(-2) +- 1e-7
//! final b = 2*21
//! final c = 42
//! file ../packages/Plant/package.mo
//! class Plant.Parts.Decay
//! run --stop 1 --tol 1e-9
//! final x = exp(-2) +- 1e-7
model PackageFolders
  import Plant.Functions.twice;
  Plant.Parts.Decay a(x(start = 3));
  Real b = twice(21);
  Real c = Plant.answer;
end PackageFolders;
