// Classes that are redeclared through thirty levels: each level names the one before twice, and what is not used is not
// instantiated; a class that is handed down through thirty components; and modifications that hold modifications of
// modifications. All of it takes time by its depth, not by two to the power of it.
//! class RedeclareDeep.Tower
//! run --stop 1
//! top.x = 31
//! class RedeclareDeep.HandedDown
//! run --stop 1
//! h.x = 7
//! class RedeclareDeep.Both
//! run --stop 1
//! x = 31 + 31
package RedeclareDeep
  model L0
    Real x = 1;
  end L0;
  model L1
    replaceable model A = L0;
    replaceable model B = L0;
    A a;
    Real x = a.x + 1;
  end L1;
  model L2
    extends L1(redeclare replaceable model A = L1(redeclare replaceable model B = L1),
        redeclare replaceable model B = L1(redeclare replaceable model B = L1));
  end L2;
  model L3
    extends L1(redeclare replaceable model A = L2(redeclare replaceable model B = L2),
        redeclare replaceable model B = L2(redeclare replaceable model B = L2));
  end L3;
  model L4
    extends L1(redeclare replaceable model A = L3(redeclare replaceable model B = L3),
        redeclare replaceable model B = L3(redeclare replaceable model B = L3));
  end L4;
  model L5
    extends L1(redeclare replaceable model A = L4(redeclare replaceable model B = L4),
        redeclare replaceable model B = L4(redeclare replaceable model B = L4));
  end L5;
  model L6
    extends L1(redeclare replaceable model A = L5(redeclare replaceable model B = L5),
        redeclare replaceable model B = L5(redeclare replaceable model B = L5));
  end L6;
  model L7
    extends L1(redeclare replaceable model A = L6(redeclare replaceable model B = L6),
        redeclare replaceable model B = L6(redeclare replaceable model B = L6));
  end L7;
  model L8
    extends L1(redeclare replaceable model A = L7(redeclare replaceable model B = L7),
        redeclare replaceable model B = L7(redeclare replaceable model B = L7));
  end L8;
  model L9
    extends L1(redeclare replaceable model A = L8(redeclare replaceable model B = L8),
        redeclare replaceable model B = L8(redeclare replaceable model B = L8));
  end L9;
  model L10
    extends L1(redeclare replaceable model A = L9(redeclare replaceable model B = L9),
        redeclare replaceable model B = L9(redeclare replaceable model B = L9));
  end L10;
  model L11
    extends L1(redeclare replaceable model A = L10(redeclare replaceable model B = L10),
        redeclare replaceable model B = L10(redeclare replaceable model B = L10));
  end L11;
  model L12
    extends L1(redeclare replaceable model A = L11(redeclare replaceable model B = L11),
        redeclare replaceable model B = L11(redeclare replaceable model B = L11));
  end L12;
  model L13
    extends L1(redeclare replaceable model A = L12(redeclare replaceable model B = L12),
        redeclare replaceable model B = L12(redeclare replaceable model B = L12));
  end L13;
  model L14
    extends L1(redeclare replaceable model A = L13(redeclare replaceable model B = L13),
        redeclare replaceable model B = L13(redeclare replaceable model B = L13));
  end L14;
  model L15
    extends L1(redeclare replaceable model A = L14(redeclare replaceable model B = L14),
        redeclare replaceable model B = L14(redeclare replaceable model B = L14));
  end L15;
  model L16
    extends L1(redeclare replaceable model A = L15(redeclare replaceable model B = L15),
        redeclare replaceable model B = L15(redeclare replaceable model B = L15));
  end L16;
  model L17
    extends L1(redeclare replaceable model A = L16(redeclare replaceable model B = L16),
        redeclare replaceable model B = L16(redeclare replaceable model B = L16));
  end L17;
  model L18
    extends L1(redeclare replaceable model A = L17(redeclare replaceable model B = L17),
        redeclare replaceable model B = L17(redeclare replaceable model B = L17));
  end L18;
  model L19
    extends L1(redeclare replaceable model A = L18(redeclare replaceable model B = L18),
        redeclare replaceable model B = L18(redeclare replaceable model B = L18));
  end L19;
  model L20
    extends L1(redeclare replaceable model A = L19(redeclare replaceable model B = L19),
        redeclare replaceable model B = L19(redeclare replaceable model B = L19));
  end L20;
  model L21
    extends L1(redeclare replaceable model A = L20(redeclare replaceable model B = L20),
        redeclare replaceable model B = L20(redeclare replaceable model B = L20));
  end L21;
  model L22
    extends L1(redeclare replaceable model A = L21(redeclare replaceable model B = L21),
        redeclare replaceable model B = L21(redeclare replaceable model B = L21));
  end L22;
  model L23
    extends L1(redeclare replaceable model A = L22(redeclare replaceable model B = L22),
        redeclare replaceable model B = L22(redeclare replaceable model B = L22));
  end L23;
  model L24
    extends L1(redeclare replaceable model A = L23(redeclare replaceable model B = L23),
        redeclare replaceable model B = L23(redeclare replaceable model B = L23));
  end L24;
  model L25
    extends L1(redeclare replaceable model A = L24(redeclare replaceable model B = L24),
        redeclare replaceable model B = L24(redeclare replaceable model B = L24));
  end L25;
  model L26
    extends L1(redeclare replaceable model A = L25(redeclare replaceable model B = L25),
        redeclare replaceable model B = L25(redeclare replaceable model B = L25));
  end L26;
  model L27
    extends L1(redeclare replaceable model A = L26(redeclare replaceable model B = L26),
        redeclare replaceable model B = L26(redeclare replaceable model B = L26));
  end L27;
  model L28
    extends L1(redeclare replaceable model A = L27(redeclare replaceable model B = L27),
        redeclare replaceable model B = L27(redeclare replaceable model B = L27));
  end L28;
  model L29
    extends L1(redeclare replaceable model A = L28(redeclare replaceable model B = L28),
        redeclare replaceable model B = L28(redeclare replaceable model B = L28));
  end L29;
  model L30
    extends L1(redeclare replaceable model A = L29(redeclare replaceable model B = L29),
        redeclare replaceable model B = L29(redeclare replaceable model B = L29));
  end L30;
  model Tower
    L30 top;
  end Tower;
  model Seven
    extends L0(x = 7);
  end Seven;
  model H1
    replaceable model A = L0;
    replaceable model B = L0;
    A a;
    Real x = a.x;
  end H1;
  model H2
    replaceable model A = L0;
    replaceable model B = L0;
    H1 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H2;
  model H3
    replaceable model A = L0;
    replaceable model B = L0;
    H2 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H3;
  model H4
    replaceable model A = L0;
    replaceable model B = L0;
    H3 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H4;
  model H5
    replaceable model A = L0;
    replaceable model B = L0;
    H4 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H5;
  model H6
    replaceable model A = L0;
    replaceable model B = L0;
    H5 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H6;
  model H7
    replaceable model A = L0;
    replaceable model B = L0;
    H6 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H7;
  model H8
    replaceable model A = L0;
    replaceable model B = L0;
    H7 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H8;
  model H9
    replaceable model A = L0;
    replaceable model B = L0;
    H8 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H9;
  model H10
    replaceable model A = L0;
    replaceable model B = L0;
    H9 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H10;
  model H11
    replaceable model A = L0;
    replaceable model B = L0;
    H10 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H11;
  model H12
    replaceable model A = L0;
    replaceable model B = L0;
    H11 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H12;
  model H13
    replaceable model A = L0;
    replaceable model B = L0;
    H12 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H13;
  model H14
    replaceable model A = L0;
    replaceable model B = L0;
    H13 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H14;
  model H15
    replaceable model A = L0;
    replaceable model B = L0;
    H14 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H15;
  model H16
    replaceable model A = L0;
    replaceable model B = L0;
    H15 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H16;
  model H17
    replaceable model A = L0;
    replaceable model B = L0;
    H16 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H17;
  model H18
    replaceable model A = L0;
    replaceable model B = L0;
    H17 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H18;
  model H19
    replaceable model A = L0;
    replaceable model B = L0;
    H18 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H19;
  model H20
    replaceable model A = L0;
    replaceable model B = L0;
    H19 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H20;
  model H21
    replaceable model A = L0;
    replaceable model B = L0;
    H20 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H21;
  model H22
    replaceable model A = L0;
    replaceable model B = L0;
    H21 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H22;
  model H23
    replaceable model A = L0;
    replaceable model B = L0;
    H22 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H23;
  model H24
    replaceable model A = L0;
    replaceable model B = L0;
    H23 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H24;
  model H25
    replaceable model A = L0;
    replaceable model B = L0;
    H24 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H25;
  model H26
    replaceable model A = L0;
    replaceable model B = L0;
    H25 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H26;
  model H27
    replaceable model A = L0;
    replaceable model B = L0;
    H26 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H27;
  model H28
    replaceable model A = L0;
    replaceable model B = L0;
    H27 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H28;
  model H29
    replaceable model A = L0;
    replaceable model B = L0;
    H28 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H29;
  model H30
    replaceable model A = L0;
    replaceable model B = L0;
    H29 h(redeclare model A = A, redeclare model B = B);
    Real x = h.x;
  end H30;
  model HandedDown
    H30 h(redeclare model A = Seven, redeclare model B = L30);
  end HandedDown;
  model Both
    H30 h(redeclare model A = L30, redeclare model B = H30),
        g(redeclare model A = L30, redeclare model B = L30(redeclare model B = H30));
    Real x = h.x + g.x;
  end Both;
end RedeclareDeep;
