package position

import (
	"fmt"

	"xorro/chess"
	"xorro/zobrist"
)

// Validate checks that the parts of the position agree: the sets with the mailbox, pieces,
// castling rights and en-passant square with the rules, checks and pins with a plain walk
// along the lines, and the hashes with their computation from scratch. It returns the
// first fault.
func (p *Position) Validate() error {
	for _, check := range []func() error{p.validateSets, p.validatePieces, p.validateCastling, p.validateEnPassant, p.validateChecks, p.validateHashes} {
		if err := check(); err != nil {
			return err
		}
	}
	if p.board != p.at(p.top) {
		return fmt.Errorf("the board is not the top of the stack")
	}
	return nil
}

// assertValid panics if Validate returns an error.
func (p *Position) assertValid() {
	if err := p.Validate(); err != nil {
		panic("after " + p.move.String() + " to " + p.FEN() + ": " + err.Error())
	}
}

func (p *Position) validateSets() error {
	var sets [8]chess.Bitboard
	for s := chess.A1; s <= chess.H8; s++ {
		piece := p.squares[s]
		if piece == chess.NoPiece {
			continue
		}
		if _, ok := chess.ParsePiece(piece.Letter()); !ok {
			return fmt.Errorf("mailbox: %s holds the impossible piece %d", s, piece)
		}
		sets[piece.Type()] |= s.Bitboard()
		sets[colorSets+piece.Color()] |= s.Bitboard()
	}
	for i, want := range sets {
		if p.sets[i] != want {
			return fmt.Errorf("set %d: %#x, but the mailbox makes it %#x", i, p.sets[i], want)
		}
	}
	return nil
}

func (p *Position) validatePieces() error { return p.checkPieces(new(mender)) }

func (p *Position) validateCastling() error {
	for right := chess.WhiteKingside; right <= chess.BlackQueenside; right <<= 1 {
		if p.rights&right == 0 {
			continue
		}
		side := chess.White
		if right&chess.RightsOf(chess.Black) != 0 {
			side = chess.Black
		}
		rook, king := p.CastlingRook(right), p.King(side)
		if p.PieceOn(rook) != chess.PieceOf(side, chess.Rook) {
			return fmt.Errorf("castling: right %d without a %s rook on %s", right, side, rook)
		}
		if king.Rank() != rook.Rank() || king.Relative(side).Rank() != chess.Rank1 {
			return fmt.Errorf("castling: right %d with the %s king on %s", right, side, king)
		}
		if kingside := right&(chess.WhiteKingside|chess.BlackKingside) != 0; kingside != (rook > king) {
			return fmt.Errorf("castling: right %d with rook on %s and king on %s", right, rook, king)
		}
	}
	return nil
}

func (p *Position) validateEnPassant() error {
	target := p.enPassant
	if target == chess.NoSquare {
		return nil
	}
	us := p.side
	if target > chess.H8 || target.Relative(us).Rank() != chess.Rank6 ||
		p.PieceOn(target) != chess.NoPiece || p.PieceOn(target^24) != chess.NoPiece ||
		p.PieceOn(target^8) != chess.PieceOf(us.Other(), chess.Pawn) {
		return fmt.Errorf("en passant: no pawn has just passed %s", target)
	}
	for s := chess.A1; s <= chess.H8; s++ {
		if p.IsLegal(chess.NewMove(s, target, chess.EnPassant)) {
			return nil
		}
	}
	return fmt.Errorf("en passant: no legal capture on %s", target)
}

// validateChecks walks from the king step by step and does not use the attack tables.
func (p *Position) validateChecks() error {
	us, king := p.side, p.King(p.side)
	var checkers, pins chess.Bitboard
	// met returns the square n steps away, if it is on the board.
	met := func(df, dr, n int) (chess.Square, bool) {
		f, r := int(king.File())+df*n, int(king.Rank())+dr*n
		return chess.SquareAt(chess.File(f), chess.Rank(r)), f >= 0 && f < 8 && r >= 0 && r < 8
	}
	for df := -2; df <= 2; df++ {
		for dr := -2; dr <= 2; dr++ {
			if df*df+dr*dr == 5 {
				if s, ok := met(df, dr, 1); ok && p.PieceOn(s) == chess.PieceOf(us.Other(), chess.Knight) {
					checkers |= s.Bitboard()
				}
			}
			if df == 0 && dr == 0 || df*df > 1 || dr*dr > 1 {
				continue
			}
			slider := chess.Rook
			if df != 0 && dr != 0 {
				slider = chess.Bishop
			}
			var line chess.Bitboard
			own := 0
			for n := 1; own < 2; n++ {
				s, ok := met(df, dr, n)
				if !ok {
					break
				}
				line |= s.Bitboard()
				piece := p.PieceOn(s)
				if piece == chess.NoPiece {
					continue
				}
				if piece.Color() == us {
					own++
					continue
				}
				if piece.Type() == slider || piece.Type() == chess.Queen {
					if own == 0 {
						checkers |= s.Bitboard()
					} else {
						pins |= line
					}
				}
				break
			}
			forward := 1 - 2*int(us)
			if s, ok := met(df, dr, 1); ok && df != 0 && dr == forward && p.PieceOn(s) == chess.PieceOf(us.Other(), chess.Pawn) {
				checkers |= s.Bitboard()
			}
		}
	}
	if p.checkers != checkers {
		return fmt.Errorf("checkers: %#x, but the board has %#x", p.checkers, checkers)
	}
	if p.pins != pins {
		return fmt.Errorf("pins: %#x, but the board has %#x", p.pins, pins)
	}
	return nil
}

func (p *Position) validateHashes() error {
	hash, keys := p.hashFromScratch(), p.keysFromScratch()
	if p.hash.Key != hash.Key {
		return fmt.Errorf("key: %016x, from scratch %016x", p.hash.Key, hash.Key)
	}
	if p.hash.Lock != hash.Lock {
		return fmt.Errorf("lock: %016x, from scratch %016x", p.hash.Lock, hash.Lock)
	}
	for i, want := range keys {
		if p.keys[i] != want {
			return fmt.Errorf("key of part %d: %016x, from scratch %016x", i, p.keys[i], want)
		}
	}
	return nil
}

// hashFromScratch computes the hash from the pieces, the castling rights, the en-passant
// square and the side to move. It equals Hash.
func (p *Position) hashFromScratch() zobrist.Hash {
	hash := zobrist.Castling(p.rights)
	for s := chess.A1; s <= chess.H8; s++ {
		hash = hash.Xor(zobrist.Piece(p.squares[s], s))
	}
	if p.enPassant != chess.NoSquare {
		hash = hash.Xor(zobrist.EnPassant(p.enPassant.File()))
	}
	if p.side == chess.Black {
		hash = hash.Xor(zobrist.Side())
	}
	return hash
}

func (p *Position) keysFromScratch() (keys [3]uint64) {
	for s := chess.A1; s <= chess.H8; s++ {
		piece := p.squares[s]
		number := zobrist.Piece(piece, s).Key
		switch {
		case piece == chess.NoPiece:
		case piece.Type() == chess.Pawn:
			keys[pawnKey] ^= number
		default:
			keys[whiteKey+int(piece.Color())] ^= number
		}
	}
	return keys
}
