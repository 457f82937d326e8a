#include "textflag.h"

// The assembler does not know some instructions. They are written as words with the
// instruction in a comment, the destination last as in the rest of the file.

// func accumulateNEON(to, from, weights *int16, come, leave *uint16, coming, leaving, neurons, sides int)
//
// It keeps 64 neurons in V0 to V7 while it adds and subtracts all rows, then continues
// with the next 64. The sides follow one after the other.
TEXT ·accumulateNEON(SB), NOSPLIT, $0-72
	MOVD to+0(FP), R0
	MOVD from+8(FP), R1
	MOVD weights+16(FP), R2
	MOVD come+24(FP), R3
	MOVD leave+32(FP), R4
	MOVD coming+40(FP), R5
	MOVD leaving+48(FP), R6
	MOVD neurons+56(FP), R8
	MOVD sides+64(FP), R12
	LSL  $1, R8             // bytes of a row

side:
	MOVD R8, R7 // bytes still to do

tile:
	VLD1.P 64(R1), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	MOVD   R3, R9
	MOVD   R5, R10
	CBZ    R10, comeDone

come:
	MOVHU.P 2(R9), R11
	MADD    R8, R2, R11, R11 // R11 * R8 + R2
	VLD1.P  64(R11), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R11), [V20.H8, V21.H8, V22.H8, V23.H8]
	VADD    V16.H8, V0.H8, V0.H8
	VADD    V17.H8, V1.H8, V1.H8
	VADD    V18.H8, V2.H8, V2.H8
	VADD    V19.H8, V3.H8, V3.H8
	VADD    V20.H8, V4.H8, V4.H8
	VADD    V21.H8, V5.H8, V5.H8
	VADD    V22.H8, V6.H8, V6.H8
	VADD    V23.H8, V7.H8, V7.H8
	SUB     $1, R10
	CBNZ    R10, come

comeDone:
	MOVD R4, R9
	MOVD R6, R10
	CBZ  R10, leaveDone

leave:
	MOVHU.P 2(R9), R11
	MADD    R8, R2, R11, R11
	VLD1.P  64(R11), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1    (R11), [V20.H8, V21.H8, V22.H8, V23.H8]
	VSUB    V16.H8, V0.H8, V0.H8
	VSUB    V17.H8, V1.H8, V1.H8
	VSUB    V18.H8, V2.H8, V2.H8
	VSUB    V19.H8, V3.H8, V3.H8
	VSUB    V20.H8, V4.H8, V4.H8
	VSUB    V21.H8, V5.H8, V5.H8
	VSUB    V22.H8, V6.H8, V6.H8
	VSUB    V23.H8, V7.H8, V7.H8
	SUB     $1, R10
	CBNZ    R10, leave

leaveDone:
	VST1.P [V0.H8, V1.H8, V2.H8, V3.H8], 64(R0)
	VST1.P [V4.H8, V5.H8, V6.H8, V7.H8], 64(R0)
	ADD    $128, R2
	SUBS   $128, R7
	BNE    tile
	SUB    R8, R2
	ADD    $64, R3
	ADD    $64, R4
	SUBS   $1, R12
	BNE    side
	RET

// func activateNEON(us, them, weights *int16, neurons int) int64
//
// It goes through 32 neurons of both sides at a time. Each of the sums V24 to V27
// has one in 16 of all inputs in a lane.
TEXT ·activateNEON(SB), NOSPLIT, $0-40
	MOVD  us+0(FP), R0
	MOVD  them+8(FP), R1
	MOVD  weights+16(FP), R2
	MOVD  neurons+24(FP), R4
	ADD   R4<<1, R2, R3
	MOVD  $255, R5
	VDUP  R5, V31.H8
	VEOR  V30.B16, V30.B16, V30.B16
	VEOR  V24.B16, V24.B16, V24.B16
	VEOR  V25.B16, V25.B16, V25.B16
	VEOR  V26.B16, V26.B16, V26.B16
	VEOR  V27.B16, V27.B16, V27.B16

loop:
	VLD1.P 64(R0), [V0.H8, V1.H8, V2.H8, V3.H8]
	VLD1.P 64(R1), [V4.H8, V5.H8, V6.H8, V7.H8]
	VLD1.P 64(R2), [V16.H8, V17.H8, V18.H8, V19.H8]
	VLD1.P 64(R3), [V20.H8, V21.H8, V22.H8, V23.H8]
	WORD $0x4e7e6400 // SMAX V30.H8, V0.H8, V0.H8
	WORD $0x4e7e6421 // SMAX V30.H8, V1.H8, V1.H8
	WORD $0x4e7e6442 // SMAX V30.H8, V2.H8, V2.H8
	WORD $0x4e7e6463 // SMAX V30.H8, V3.H8, V3.H8
	WORD $0x4e7e6484 // SMAX V30.H8, V4.H8, V4.H8
	WORD $0x4e7e64a5 // SMAX V30.H8, V5.H8, V5.H8
	WORD $0x4e7e64c6 // SMAX V30.H8, V6.H8, V6.H8
	WORD $0x4e7e64e7 // SMAX V30.H8, V7.H8, V7.H8
	WORD $0x4e7f6c00 // SMIN V31.H8, V0.H8, V0.H8
	WORD $0x4e7f6c21 // SMIN V31.H8, V1.H8, V1.H8
	WORD $0x4e7f6c42 // SMIN V31.H8, V2.H8, V2.H8
	WORD $0x4e7f6c63 // SMIN V31.H8, V3.H8, V3.H8
	WORD $0x4e7f6c84 // SMIN V31.H8, V4.H8, V4.H8
	WORD $0x4e7f6ca5 // SMIN V31.H8, V5.H8, V5.H8
	WORD $0x4e7f6cc6 // SMIN V31.H8, V6.H8, V6.H8
	WORD $0x4e7f6ce7 // SMIN V31.H8, V7.H8, V7.H8
	WORD $0x4e609e10 // MUL V0.H8, V16.H8, V16.H8
	WORD $0x4e619e31 // MUL V1.H8, V17.H8, V17.H8
	WORD $0x4e629e52 // MUL V2.H8, V18.H8, V18.H8
	WORD $0x4e639e73 // MUL V3.H8, V19.H8, V19.H8
	WORD $0x4e649e94 // MUL V4.H8, V20.H8, V20.H8
	WORD $0x4e659eb5 // MUL V5.H8, V21.H8, V21.H8
	WORD $0x4e669ed6 // MUL V6.H8, V22.H8, V22.H8
	WORD $0x4e679ef7 // MUL V7.H8, V23.H8, V23.H8
	WORD $0x0e608218 // SMLAL V0.H4, V16.H4, V24.S4
	WORD $0x0e618239 // SMLAL V1.H4, V17.H4, V25.S4
	WORD $0x0e62825a // SMLAL V2.H4, V18.H4, V26.S4
	WORD $0x0e63827b // SMLAL V3.H4, V19.H4, V27.S4
	WORD $0x0e648298 // SMLAL V4.H4, V20.H4, V24.S4
	WORD $0x0e6582b9 // SMLAL V5.H4, V21.H4, V25.S4
	WORD $0x0e6682da // SMLAL V6.H4, V22.H4, V26.S4
	WORD $0x0e6782fb // SMLAL V7.H4, V23.H4, V27.S4
	WORD $0x4e608218 // SMLAL2 V0.H8, V16.H8, V24.S4
	WORD $0x4e618239 // SMLAL2 V1.H8, V17.H8, V25.S4
	WORD $0x4e62825a // SMLAL2 V2.H8, V18.H8, V26.S4
	WORD $0x4e63827b // SMLAL2 V3.H8, V19.H8, V27.S4
	WORD $0x4e648298 // SMLAL2 V4.H8, V20.H8, V24.S4
	WORD $0x4e6582b9 // SMLAL2 V5.H8, V21.H8, V25.S4
	WORD $0x4e6682da // SMLAL2 V6.H8, V22.H8, V26.S4
	WORD $0x4e6782fb // SMLAL2 V7.H8, V23.H8, V27.S4
	SUBS   $32, R4
	BNE    loop

	VADD V25.S4, V24.S4, V24.S4
	VADD V27.S4, V26.S4, V26.S4
	WORD $0x4eb03b18 // SADDLV V24.S4, D24
	WORD $0x4eb03b5a // SADDLV V26.S4, D26
	FMOVD F24, R5
	FMOVD F26, R6
	ADD R6, R5
	MOVD R5, ret+32(FP)
	RET
