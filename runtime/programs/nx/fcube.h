!fcube.h : the functions of NX under the name that their declarations had on the iPSC / 2 and
    the iPSC / 860. INCLUDE 'fnx.h'
