// The hierarchical state machine of the specification (17.3.7): two machines run side by side inside a state. The table
// of its states is made here once more, by hand.
//| def sim(N):
//|     v=0;count=0;i=0;j=0
//|     top='1'; sub='A'; par='X'
//|     d_top=d_sub=d_par=None   # delayed transitions decided at the tick before: target, reset
//|     pend={'A':1,'B':1,'C':1,'D':1,'X':1,'Y':1}; pend1=1; pend2=1
//|     out=[]
//|     for n in range(N):
//|         reset1=False
//|         if n==0: top='1'; reset1=True; first=True
//|         else:
//|             first=False
//|             if d_top: top=d_top; reset1 = top=='1'
//|         if top=='1':
//|             if reset1: count_prev=0
//|             else: count_prev=count
//|             # sub machines
//|             if reset1: sub='A'; par='X'; rs=set('ABCD'); rp=set('XY'); PS=rs; PP=rp
//|             else:
//|                 if d_sub: sub=d_sub; PS.add(sub)   # reset transitions
//|                 if d_par: par=d_par                # reset=false
//|             rsub = sub in PS; rpar = par in PP
//|             PS.discard(sub); PP.discard(par)
//|             if sub=='A': v=v+2
//|             elif sub=='B': v=v-1
//|             count=count_prev+1 if sub=='C' else count_prev
//|             if par=='X': i=(0 if rpar else i)+1
//|             if par=='Y': j=(0 if rpar else j)+1
//|             d_sub=None
//|             if sub=='A' and v>=6: d_sub='B'
//|             if sub=='B' and v==0: d_sub='C'
//|             if sub=='C': d_sub='D' if count>=2 else 'A'
//|             d_par='Y' if par=='X' and i>20 else None
//|         else:
//|             v=v+5
//|         d_top=None
//|         if top=='1' and sub=='D' and par=='Y': d_top='2'
//|         if top=='2' and v>=20: d_top='1'
//|         out.append((v,count,i,j,top,sub,par))
//|     return out
//| s = sim(121)
//! run --stop 120 --step 1 --events after
//! value [right('v', n) for n in range(121)] = [q[0] for q in s]
//! value [right('state1.count', n) for n in range(121)] = [q[1] for q in s]
//! value [right('state1.stateX.i', n) for n in range(121)] = [q[2] for q in s]
//! value [right('state1.stateY.j', n) for n in range(121)] = [q[3] for q in s]
//! check len(set(q[4] for q in s)) == 2
//! message S0606
block HierarchicalAndParallelStateMachine
  inner Integer v(start = 0);
  State1 state1;
  State2 state2;
  Integer w = hold(v);
equation
  initialState(state1);
  transition(state1, state2, activeState(state1.stateD) and activeState(state1.stateY), immediate = false);
  transition(state2, state1, v >= 20, immediate = false);
public
  block State1
    inner Integer count(start = 0);
    inner outer output Integer v;
    block StateA
      outer output Integer v;
    equation
      v = previous(v) + 2;
    end StateA;
    StateA stateA;
    block StateB
      outer output Integer v;
    equation
      v = previous(v) - 1;
    end StateB;
    StateB stateB;
    block StateC
      outer output Integer count;
    equation
      count = previous(count) + 1;
    end StateC;
    StateC stateC;
    block StateD
    end StateD;
    StateD stateD;
  equation
    initialState(stateA);
    transition(stateA, stateB, v >= 6, immediate = false);
    transition(stateB, stateC, v == 0, immediate = false);
    transition(stateC, stateA, true, immediate = false, priority = 2);
    transition(stateC, stateD, count >= 2, immediate = false);
  public
    block StateX
      outer input Integer v;
      Integer i(start = 0);
      Integer w;
    equation
      i = previous(i) + 1;
      w = v;
    end StateX;
    StateX stateX;
    block StateY
      Integer j(start = 0);
    equation
      j = previous(j) + 1;
    end StateY;
    StateY stateY;
  equation
    initialState(stateX);
    transition(stateX, stateY, stateX.i > 20, immediate = false, reset = false);
  end State1;
  block State2
    outer output Integer v;
  equation
    v = previous(v) + 5;
  end State2;
end HierarchicalAndParallelStateMachine;
