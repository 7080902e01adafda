PROGRAM WRONG;
VAR STATE X;
SYSTEM CONTINUOUS X' = 1.0 END END
END.
//! error U0362
//! says looks like a COSY program
