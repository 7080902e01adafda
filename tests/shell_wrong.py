"""Commands that get each message of the shell: the commands, further files, and a part of what is said."""
BALL = "load ball.mo\ncreate :ball\n"
LONG = "oper " + "1+"*40000 + "1\n"
STUDY = """Experiment e is
  Static region
    auxiliary variables {real y;}
  End static region;
  Dynamic region
    y = Time;
  End dynamic region;
End experiment e;
Study s is
  Static region
    experiments called {e;}
  End static region;
  Study region
    run e;
  End study region;
End study s;
"""
PROGRAM = """PROGRAM P;
VAR
  STATE X;
MONITOR
  INITCOND X = 1.0;
  SIMULATE FROM 0.0 TO 1.0
END;
SYSTEM
  CONTINUOUS
    X' = -X
  END
END
END.
"""
WRONG = {
    "T0001": ("craete :ball\n", None, "did you mean 'CREATE'?"),
    "T0002": ("s\n", None, "it may be SAVE, SCOPE, SET, SHOW, STEP, SWEEP"),
    "T0003": ("oper 1\n%x\n", None, "<stdin>:2:1"),
    "T0004": ("show\n", None, "there are MODEL, EXPERIMENT"),
    "T0005": ("do /\n", None, None),
    "T0006": (BALL + "print/delta h\n", None, "write /DELTA=(...)"),
    "T0007": ("do/statistics=(3)\n", None, None),
    "T0008": (BALL + "scope/origin=(1) h\n", None, "has 2 values, not 1"),
    "T0009": (LONG, None, None),
    "T0010": ("oper (1 + 2\n", None, "')' is missing"),
    "T0011": ("do :ball()\n", None, None),
    "T0012": ("do :\n", None, None),
    "T0013": (BALL + "type var [.]h\n", None, None),
    "T0014": (BALL + "parameter\n", None, None),
    "T0015": ('load "ball.mo\n', None, None),
    "T0016": ("load\n", None, None),
    "T0017": ("create ball\n", None, "write ':name'"),
    "T0018": ("for i = 1 until 3\nnext\n", None, "the word TO is missing"),
    "T0019": ("@a\n", {"a.mcl": "goto\n"}, "a.mcl:1"),
    "T0020": ("oper 1.2.3\n", None, "'1.2.3' is not a number"),
    "T0021": ("oper sqr(2)\n", None, "did you mean 'SQRT'?"),
    "T0022": ("oper " + "("*300 + "1\n", None, None),
    "T0023": ("oper 1 +\n", None, None),
    "T0024": ('oper "a" + 1\n', None, None),
    "T0025": ("oper sqrt(-1)\n", None, "its operand is -1"),
    "T0026": ("oper 1 2\n", None, "OPER expression"),
    "T0101": ("load nothing.mo\n", None, None),
    "T0102": ("load e.mo\n", {"e.mo": "package E\nend E;\n"}, None),
    "T0103": ("load e.mo\ncreate :e\n", {"e.mo": "model E\n  Real x;\nend E;\n"}, None),
    "T0104": ("load p.cosy\ncreate :p\nstep :p\n", {"p.cosy": PROGRAM}, "DO executes it"),
    "T0106": ("load e.mo\ncreate :e\ndo\n",
              {"e.mo": "model E\n  Real x;\nequation\n  x^2 = -1 - time;\nend E;\n"}, None),
    "T0110": ("load ball.mo\ncreate :bal\n", None, "did you mean 'Ball'?"),
    "T0111": ("load ball.mo\ndo :ball\n", None, "CREATE :ball makes an instance"),
    "T0112": (BALL + "do :ball(x)\n", None, "there is :Ball"),
    "T0113": ("load ball.mo\ncreate :ball(a)\ncreate :ball(b)\ndo :ball\n", None, "they are :Ball(a), :Ball(b)"),
    "T0114": ("do\n", None, "LOAD brings models in"),
    "T0115": (BALL + "set block [motor]\n", None, "it has no submodels"),
    "T0116": (BALL + "set block [-]\n", None, "nothing is around :Ball"),
    "T0117": ("load s.muss\ncreate ::s\nset block ::s[x]\n", {"s.muss": STUDY}, None),
    "T0118": ("load ball.mo\ncreate :ball(a)\ncreate :ball(b)\nset block :ball\n", None, None),
    "T0120": (BALL + "type var heigth\n", None, "there is no variable 'heigth' in :Ball"),
    "T0121": (BALL + "parameter * = 3\n", None, "they are"),
    "T0130": ("load e.mo\ncreate :e\ndo\n", {"e.mo": "model E\n  Real x;\nequation\n  x = sqrt(0.5 - time);\nend E;\n"},
              None),
    "T0131": ("load ball.mo\ncreate :ball(a)\ncreate :ball(b)\nbreak :ball(a)h > :ball(b)h\n", None, None),
    "T0132": (BALL + "break h\n", None, "BREAK x > 1"),
    "T0133": (BALL + "step\nstep back/to=(-1)\n", None, "the run began at time 0"),
    "T0135": (BALL + "print/output=(no/such/file.dat) h\ndo\n", None, None),
    "T0140": ("load ball.mo\ncreate :ball(*)\n", None, None),
    "T0141": (BALL + "create :ball\n", None, "REMOVE the other one"),
    "T0143": (BALL + "do\ngo\n", None, "DO executes it again"),
    "T0144": (BALL + "go/to=(1)\ngo/to=(0.5)\n", None, "STEP BACK/TO"),
    "T0145": (BALL + "step back\n", None, None),
    "T0146": (BALL + "restart\nstep back\n", None, None),
    "T0147": (BALL + "break/remove=(2)\n", None, None),
    "T0150": ("control solver = cvod\n", None, "did you mean 'cvode'?"),
    "T0151": ("control finsh = 3\n", None, "did you mean 'finish'?"),
    "T0152": ("control interval = -1\n", None, None),
    "T0153": (BALL + "parameter v = 3\n", None, "CHANGE v = ..."),
    "T0154": (BALL + "change bounces = 3\n", None, None),
    "T0155": (BALL + "print/delta=(0) h\n", None, None),
    "T0156": (BALL + "scope/scale=(1, 0) h\n", None, None),
    "T0157": ("set trace\n", None, None),
    "T0160": (BALL + "plot h\n", None, None),
    "T0161": (BALL + "prepare h\ndo\nplot h, v\n", None, None),
    "T0162": (BALL + "compare\n", None, None),
    "T0163": (BALL + "sweep -p nothing=1:2 --measure 'final(h)'\n", None, None),
    "T0165": ("restore ball.mo\n", None, "is not a saved process"),
    "T0166": ("help stpe\n", None, "did you mean 'STEP'?"),
    "T0170": ("goto x\n", None, None),
    "T0171": ("@a\n", {"a.mcl": "if 1 > 2\noper 3\n"}, "nothing was executed"),
    "T0181": ("edit a\ni\noper 1\n", None, "a.mcl was not written"),
    "T0172": ("for i = 1 to 3 by 0\nnext\n", None, None),
    "T0173": ("@a\n", {"a.mcl": "".join(f"for i{k} = 1 to 1\n" for k in range(40)) + "next\n"*40}, None),
    "T0174": ("next\n", None, None),
    "T0175": ("@a\n", {"a.mcl": "again:\ngoto agian\n"}, "did you mean 'again'?"),
    "T0176": ("@a\n", {"a.mcl": "@a\n"}, "does a file execute itself?"),
    "T0177": ("if 1 > 0 then for i = 1 to 2\n", None, None),
    "T0178": ("endif\n", None, None),
    "T0179": ("control commands = 1000\n@a\n", {"a.mcl": "again: x = 1\ngoto again\n"}, "has executed 1000 commands"),
    "T0180": ("edit a\nwhat\nquit\nexit 1\n", None, None),
}
