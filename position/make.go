package position

import (
	"xorro/attacks"
	"xorro/chess"
	"xorro/zobrist"
)

// Make plays a legal move.
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
		// Reading from the old board spares waiting for the copy.
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

// KeyAfter is the key of the position after a legal move, but for castling, en
// passant, promotions and rights that are lost: good enough to prefetch by.
func (p *Position) KeyAfter(m chess.Move) uint64 {
	piece, captured := p.squares[m.From()&63], p.squares[m.To()&63]
	return p.hash.Key ^ zobrist.Side().Key ^ zobrist.Piece(piece, m.From()).Key ^
		zobrist.Piece(piece, m.To()).Key ^ zobrist.Piece(captured, m.To()).Key
}

// push copies the top board to the next slot of the stack, which becomes the top.
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

// tick counts one more ply on both clocks.
func (b *board) tick() {
	if uint8(b.clocks) != 255 {
		b.clocks += plyOnClocks
	}
}

// finish promotes the pawn that has moved, or takes the one that it passed.
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

// castle moves king and rook, whose squares may overlap.
func (p *Position) castle(m chess.Move, us chess.Color) {
	king, rook := chess.PieceOf(us, chess.King), chess.PieceOf(us, chess.Rook)
	p.captured = chess.NoPiece
	p.remove(king, m.From())
	p.remove(rook, m.To())
	p.place(king, m.KingTo())
	p.place(rook, m.RookTo())
}

// place puts a man on an empty square.
func (p *Position) place(piece chess.Piece, s chess.Square) {
	p.squares[s&63] = piece
	p.toggle(piece, s)
}

// remove takes a man off its square.
func (p *Position) remove(piece chess.Piece, s chess.Square) {
	p.squares[s&63] = chess.NoPiece
	p.toggle(piece, s)
}

// toggle flips a man's bits and hashes.
func (b *board) toggle(piece chess.Piece, s chess.Square) {
	b.sets[piece&7] ^= s.Bitboard()
	b.sets[colorSets+piece.Color()] ^= s.Bitboard()
	number := zobrist.Piece(piece, s)
	b.hash = b.hash.Xor(number)
	b.keys[keyOf[piece&15]] ^= number.Key
}

// Unmake takes the last move back; at least the last 256 can be. All but the
// mailbox still lies in the slot below.
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

// unmakeSpecial puts the mailbox back after castling, en passant or promotion.
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

// MakeNull passes the move to the other side; the side to move must not be in
// check. No repetition is seen across it.
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

// UnmakeNull takes a null move back.
func (p *Position) UnmakeNull() { p.pop() }

// offerEnPassant records the square behind a pawn that has just moved two, if
// the side to move has a legal capture there.
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

// IsEnPassantLegal says whether the side to move may take en passant from a
// square where its pawn stands, given that the pawn attacks the target and that
// the pawn behind the target has just moved two squares. Both pawns leave the
// king's lines, so these are looked at anew.
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
