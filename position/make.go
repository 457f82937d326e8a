package position

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// Make makes a legal move. It is not inlined, because in a large caller most of its
// variables would not fit into registers.
//
//go:noinline
func (p *Position) Make(m chess.Move) {
	old := p.board
	b := p.push()

	from, to, us := m.From(), m.To(), old.side
	fromTo := from.Bitboard() | to.Bitboard()
	b.move = m
	b.side = us ^ 1
	b.tick()
	hash := old.hash.Xor(zobrist.Side())
	if old.enPassant != chess.NoSquare {
		hash = hash.Xor(zobrist.EnPassant(old.enPassant.File()))
		b.enPassant = chess.NoSquare
	}
	if fromTo&p.castling.squares != 0 {
		b.rights &^= p.castling.lost[from&63] | p.castling.lost[to&63]
		hash = hash.Xor(zobrist.Castling(b.rights ^ old.rights))
	}

	if m.IsCastle() {
		b.hash = hash
		p.castle(m, us)
	} else {
		piece, captured := p.squares[from&63], p.squares[to&63]
		p.squares[from&63] = chess.NoPiece
		p.squares[to&63] = piece
		b.captured = captured
		left, came := zobrist.Piece(piece, from), zobrist.Piece(piece, to)
		hash = hash.Xor(left).Xor(came)
		// The old board is read so that the processor does not wait for the copy.
		own := uint(us)&1 + colorSets
		b.sets[piece&7] = old.sets[piece&7] ^ fromTo
		b.sets[own] = old.sets[own] ^ fromTo
		b.keys[keyOf[piece&15]] ^= left.Key ^ came.Key
		if captured != chess.NoPiece {
			gone := zobrist.Piece(captured, to)
			hash = hash.Xor(gone)
			b.keys[keyOf[captured&15]] ^= gone.Key
			b.sets[captured&7] ^= to.Bitboard()
			b.sets[own^1] = old.sets[own^1] ^ to.Bitboard()
			b.clocks = 0
		}
		b.hash = hash
		if piece.Type() == chess.Pawn {
			b.clocks = 0
			if m.IsSpecial() {
				p.finish(m, us)
			}
		}
	}
	b.checkers, b.pins = b.checksOn(us ^ 1)
	if m.Kind() == chess.DoublePush {
		p.offerEnPassant(to ^ 8)
	}
	if debug {
		p.assertValid()
	}
}

// KeyAfter returns the key of the position after a legal move. It is wrong for castling,
// en passant, promotions and lost castling rights, which is good enough for prefetching.
func (p *Position) KeyAfter(m chess.Move) uint64 {
	piece, captured := p.squares[m.From()&63], p.squares[m.To()&63]
	return p.hash.Key ^ zobrist.Side().Key ^ zobrist.Piece(piece, m.From()).Key ^
		zobrist.Piece(piece, m.To()).Key ^ zobrist.Piece(captured, m.To()).Key
}

// push copies the top board to the next slot of the ring, which becomes the top.
func (p *Position) push() *board {
	p.top++
	b := p.at(p.top)
	*b = *p.board
	p.board = b
	return b
}

// pop drops the top board.
func (p *Position) pop() {
	p.top--
	p.board = p.at(p.top)
}

// tick adds a ply to both clocks.
func (b *board) tick() {
	if uint8(b.clocks) != 255 {
		b.clocks += plyOnClocks
	}
}

// finish completes a promotion or an en-passant capture after the pawn has moved.
//
//go:noinline
func (p *Position) finish(m chess.Move, us chess.Color) {
	if m.IsPromotion() {
		p.remove(chess.PieceOf(us, chess.Pawn), m.To())
		p.place(chess.PieceOf(us, m.Promotion()), m.To())
		return
	}
	p.captured = chess.PieceOf(us.Other(), chess.Pawn)
	p.remove(p.captured, m.To()^8)
}

// castle moves king and rook. Their old and new squares may overlap.
func (p *Position) castle(m chess.Move, us chess.Color) {
	king, rook := chess.PieceOf(us, chess.King), chess.PieceOf(us, chess.Rook)
	p.captured = chess.NoPiece
	p.remove(king, m.From())
	p.remove(rook, m.To())
	p.place(king, m.KingTo())
	p.place(rook, m.RookTo())
}

// place puts a piece on an empty square.
func (p *Position) place(piece chess.Piece, s chess.Square) {
	p.squares[s&63] = piece
	p.toggle(piece, s)
}

// remove takes a piece off its square.
func (p *Position) remove(piece chess.Piece, s chess.Square) {
	p.squares[s&63] = chess.NoPiece
	p.toggle(piece, s)
}

// toggle adds a piece to the sets and hashes, or removes it from them.
func (b *board) toggle(piece chess.Piece, s chess.Square) {
	b.sets[piece&7] ^= s.Bitboard()
	b.sets[colorSets+piece.Color()] ^= s.Bitboard()
	number := zobrist.Piece(piece, s)
	b.hash = b.hash.Xor(number)
	b.keys[keyOf[piece&15]] ^= number.Key
}

// Unmake takes back the last move. At least the last 256 moves can be taken back. The
// board before the move is still in its slot, so only the mailbox has to be restored.
func (p *Position) Unmake() {
	m, captured := p.move, p.captured
	p.pop()
	from, to := m.From(), m.To()
	if m.IsSpecial() {
		p.unmakeSpecial(m, captured)
	} else {
		p.squares[from&63] = p.squares[to&63]
		p.squares[to&63] = captured
	}
	if debug {
		p.assertValid()
	}
}

// unmakeSpecial restores the mailbox after castling, en passant or promotion.
func (p *Position) unmakeSpecial(m chess.Move, captured chess.Piece) {
	from, to, us := m.From(), m.To(), p.side
	switch {
	case m.IsCastle():
		p.squares[m.KingTo()&63] = chess.NoPiece
		p.squares[m.RookTo()&63] = chess.NoPiece
		p.squares[from&63] = chess.PieceOf(us, chess.King)
		p.squares[to&63] = chess.PieceOf(us, chess.Rook)
	case m.IsPromotion():
		p.squares[from&63] = chess.PieceOf(us, chess.Pawn)
		p.squares[to&63] = captured
	default: // en passant
		p.squares[from&63] = chess.PieceOf(us, chess.Pawn)
		p.squares[to&63] = chess.NoPiece
		p.squares[(to^8)&63] = captured
	}
}

// MakeNull makes a null move. The side to move must not be in check. Positions before a
// null move do not count as repeated after it.
func (p *Position) MakeNull() {
	b := p.push()
	b.move = chess.NoMove
	b.captured = chess.NoPiece
	b.tick()
	b.clocks &= 0xff
	b.hash = b.hash.Xor(zobrist.Side())
	if b.enPassant != chess.NoSquare {
		b.hash = b.hash.Xor(zobrist.EnPassant(b.enPassant.File()))
		b.enPassant = chess.NoSquare
	}
	b.side ^= 1
	b.checkers, b.pins = b.checksOn(b.side)
	if debug {
		p.assertValid()
	}
}

// UnmakeNull takes back a null move.
func (p *Position) UnmakeNull() { p.pop() }

// offerEnPassant sets the en-passant square, behind a pawn that has just moved two squares,
// if the side to move has a legal capture on it.
func (p *Position) offerEnPassant(target chess.Square) {
	capturers := attacks.Pawn(p.side.Other(), target) & p.PiecesOf(p.side, chess.Pawn)
	for ; capturers != 0; capturers &= capturers - 1 {
		if p.IsEnPassantLegal(capturers.First(), target) {
			p.enPassant = target
			p.hash = p.hash.Xor(zobrist.EnPassant(target.File()))
			return
		}
	}
}

// IsEnPassantLegal reports whether the side to move may capture en passant with its pawn
// on the given square. This pawn must attack the target, and the pawn behind the target
// must have just moved two squares. Both pawns may leave a line to the king, so all lines
// are checked.
func (p *Position) IsEnPassantLegal(from, target chess.Square) bool {
	us := p.side
	them := p.ByColor(us.Other()) &^ (target ^ 8).Bitboard()
	king := p.King(us)
	occupied := p.Occupied() ^ from.Bitboard() ^ (target ^ 8).Bitboard() | target.Bitboard()
	return (attacks.Bishop(king, occupied)&p.diagonal()|
		attacks.Rook(king, occupied)&p.orthogonal()|
		attacks.Knight(king)&p.sets[chess.Knight]|
		attacks.Pawn(us, king)&p.sets[chess.Pawn])&them == 0
}
