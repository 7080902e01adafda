% a coil and a capacitor in series with a source
[top]
components : V@QBGSourceEffort_Pulse $SJ1@QBGSerialJunction
  L@QBGInductorEffortIn C@QBGCapacitorFlowIn

link : e1n@V e2p@$SJ1
link : f2p@$SJ1 f1n@V
link : e1n@$SJ1 e1p@L
link : f1p@L f1n@$SJ1
link : f3n@$SJ1 f1p@C
link : e1p@C e3n@$SJ1

[L]
quantum : 0.001 hystWindow : 0.01 I : 2 initialLoad : 0
[C]
quantum : 0.001
C : 0.5
[V]
signal : Pulse offset : 0 startTime : 0 amplitude : 10 period : 2.5 width : 50 outputFile : out/V.out
