A=[-.3,3,1;0,0,2;0,0,0];B=[1;2;3] // a
K=ppol(A,B,-.7*ones(3,1));
if ~exists('a') then a=1; else b=2; end
for i=1:3, c(i)=i^2; end
s=%s; p=(1+s)^2/(s-1); x='t'+"u"; n=int8(200); q=1:2:9; r=q($)
