/*
    The 12x12 games of Jean-Louis Cazaux, for Cute Chess: see README.md.

    Copyright (C) 2026 the authors of Dhow
    SPDX-License-Identifier: GPL-3.0-or-later
*/

#ifndef CAZAUXBOARD_H
#define CAZAUXBOARD_H

#include "board.h"

namespace Chess {

class WesternZobrist;


/*!
 * \brief A board for the 12 x 12 games of Jean-Louis Cazaux
 *
 * Metamachy, Zanzibar-S, Zanzibar-XL (with its older, "classic" choice of
 * chiefs), Zanzibar-XXL and Maasai Chess share board, King and most pieces.
 * A game is a row of data: its pieces, its start array, what Pawns promote
 * to, and from where which piece may make a double step.
 *
 * Black chooses the placement of the chiefs before the game. Such setups are
 * start positions here, and come from an opening file.
 *
 * Besides the pieces of standard chess there are
 * - leapers: Lion, Elephant, Machine, Camel, Giraffe, Buffalo, Duchess and
 *   Prince;
 * - hoppers, which slide without capturing and capture by jumping over
 *   exactly one piece: Cannon, Archer and Sorceress;
 * - bent sliders: Eagle (a diagonal step, then outward as a Rook) and
 *   Rhinoceros (an orthogonal step, then outward as a Bishop);
 * - Marshal and Cardinal, which add the Knight to Rook and Bishop.
 *
 * Pawns, Princes and Soldiers (Maasai) make double steps, in most games from
 * any rank, and may then be captured en passant by Pawns and Soldiers. They
 * promote on the last rank only, to one of the game's chiefs.
 *
 * There is no castling. Instead, a King that has not moved may once jump to
 * an empty square two steps away. It must not be in check, and a square
 * that it passes must not be attacked. The castling field of the FEN string
 * has "K" and "k" for this right.
 *
 * Captures and forward moves of Pawns and Soldiers reset the counter of the
 * 50 move rule.
 *
 * \note Rules: Jean-Louis Cazaux's pages on the Chess Variant Pages
 */
class LIB_EXPORT CazauxBoard : public Board
{
	public:
		/*!
		 * Creates a new board for \a variant, which must be one of
		 * the games named above.
		 */
		explicit CazauxBoard(const QString& variant);

		// Inherited from Board
		virtual Board* copy() const;
		virtual QString variant() const;
		virtual int width() const;
		virtual int height() const;
		virtual QString defaultFenString() const;
		virtual Result result();
		virtual int reversibleMoveCount() const;
		virtual bool winPossible(Side side) const;

	protected:
		// Inherited from Board
		virtual void vInitialize();
		virtual QString vFenString(FenNotation notation) const;
		virtual bool vSetFenString(const QStringList& fen);
		virtual QString sanMoveString(const Move& move);
		virtual Move moveFromLanString(const QString& str);
		virtual Move moveFromSanString(const QString& str);
		virtual void vMakeMove(const Move& move,
				       BoardTransition* transition);
		virtual void vUndoMove(const Move& move);
		virtual void generateMovesForPiece(QVarLengthArray<Move>& moves,
						   int pieceType,
						   int square) const;
		virtual bool isLegalPosition();
		virtual bool vIsLegalMove(const Move& move);
		virtual int captureType(const Move& move) const;

	private:
		struct Game;
		struct Leaps;

		CazauxBoard(const QString& variant, WesternZobrist* zobrist);

		// Data for reversing/unmaking a move
		struct MoveData
		{
			Piece piece;
			Piece capture;
			int captureSquare;
			int enpassantSquare;
			int enpassantTarget;
			bool jumpRights[2];
			int reversibleMoveCount;
		};

		static const Game* game(const QString& variant);
		static const Leaps& leaps();

		void addMove(QVarLengthArray<Move>& moves,
			     int source,
			     int target,
			     bool promotes) const;
		void generateLeaps(QVarLengthArray<Move>& moves,
				   int pieceType,
				   int square) const;
		void generatePawnMoves(QVarLengthArray<Move>& moves,
				       int pieceType,
				       int square) const;
		void generateDoubleStep(QVarLengthArray<Move>& moves,
					int pieceType,
					int square) const;
		void generateJumps(QVarLengthArray<Move>& moves,
				   int square) const;
		void generateSlides(QVarLengthArray<Move>& moves,
				    int square,
				    int offset) const;
		void generateHops(QVarLengthArray<Move>& moves,
				  int square,
				  int offset) const;
		/*!
		 * Generates the moves that continue a step to \a corner by
		 * sliding in the direction \a offset, without those that end
		 * on \a corner.
		 */
		void generateBentSlides(QVarLengthArray<Move>& moves,
					int square,
					int corner,
					int offset) const;

		/*! Returns true if a piece of \a side attacks \a square. */
		bool isAttacked(int square, Side side) const;
		bool isAttackedOnLine(int square,
				      Side side,
				      int offset,
				      unsigned slides,
				      unsigned hops) const;
		bool isAttackedByBent(int square,
				      Side side,
				      int offset,
				      const int* steps,
				      unsigned movement) const;
		bool hasPieceOf(int square, Side side, unsigned movement) const;
		/*!
		 * Returns true if a King of the side to move that jumps from
		 * \a source would be attacked when passing \a square.
		 */
		bool isThreatened(int source, int square);
		/*! Returns true if the jump is not over threatened squares. */
		bool canPass(const Move& move);
		bool isJump(const Move& move) const;
		bool isEnpassant(const Move& move) const;

		int forward(Side side) const;
		/*! Returns the rank of \a square as seen by \a side, from 1. */
		int relativeRank(int square, Side side) const;
		bool hasDoubleStepFrom(int pieceType, int square, Side side) const;
		bool canCaptureEnpassant(int enpassantTarget, Side side) const;
		void setEnpassantSquare(int square, int target);
		static const quint64* zobristKeys();
		void setJumpRight(Side side, bool right);
		bool parseJumpRights(const QString& str);
		bool parseEnpassantSquare(const QString& str);

		const Game* m_game;
		const WesternZobrist* m_zobrist;
		unsigned m_movements;
		QVarLengthArray<int> m_promotions;
		int m_kingSquare[2];
		bool m_jumpRights[2];
		int m_enpassantSquare;
		int m_enpassantTarget;
		int m_plyOffset;
		int m_reversibleMoveCount;
		QVector<MoveData> m_history;
};

/*! \brief A board for Metamachy */
class LIB_EXPORT MetamachyBoard : public CazauxBoard
{
	public:
		/*! Creates a new MetamachyBoard object. */
		MetamachyBoard() : CazauxBoard("metamachy") {}
};

/*! \brief A board for Zanzibar-S */
class LIB_EXPORT ZanzibarSBoard : public CazauxBoard
{
	public:
		/*! Creates a new ZanzibarSBoard object. */
		ZanzibarSBoard() : CazauxBoard("zanzibar-s") {}
};

/*! \brief A board for Zanzibar-XL */
class LIB_EXPORT ZanzibarXLBoard : public CazauxBoard
{
	public:
		/*! Creates a new ZanzibarXLBoard object. */
		ZanzibarXLBoard() : CazauxBoard("zanzibar-xl") {}
};

/*! \brief A board for Zanzibar-XL with Marshal and Cardinal */
class LIB_EXPORT ZanzibarXLClassicBoard : public CazauxBoard
{
	public:
		/*! Creates a new ZanzibarXLClassicBoard object. */
		ZanzibarXLClassicBoard() : CazauxBoard("zanzibar-xl-classic") {}
};

/*! \brief A board for Zanzibar-XXL, today's Maasai Chess */
class LIB_EXPORT ZanzibarXXLBoard : public CazauxBoard
{
	public:
		/*! Creates a new ZanzibarXXLBoard object. */
		ZanzibarXXLBoard() : CazauxBoard("zanzibar-xxl") {}
};

/*! \brief A board for Maasai Chess as first published */
class LIB_EXPORT MaasaiBoard : public CazauxBoard
{
	public:
		/*! Creates a new MaasaiBoard object. */
		MaasaiBoard() : CazauxBoard("maasai") {}
};

} // namespace Chess
#endif // CAZAUXBOARD_H
