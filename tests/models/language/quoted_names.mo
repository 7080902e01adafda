// Quoted identifiers, names that are words of other languages, unicode in comments and strings, and very long names:
// äöü € ✓.
//! run --stop 1
//! value final["'a b'"] = 2
//! final y = 21
//! final int = 3
//! final return_ = 4
//! final text = "grün ✓"
//! final this_is_a_rather_long_name_that_goes_on_and_on_until_it_is_longer_than_sixty_four_characters = 5
model QuotedNames "Prüfung €"
  Real 'a b' = 2;
  Real int = 3;
  Real return_ = 'a b' + 2;
  String text = "grün ✓";
  Real this_is_a_rather_long_name_that_goes_on_and_on_until_it_is_longer_than_sixty_four_characters = 5;
  Real double = 1, switch = 2, static = 3, main = 4, NULL = 5, errno = 6,
      y = double + switch + static + main + NULL + errno;
end QuotedNames;
