/*
    The 12x12 games of Jean-Louis Cazaux, for Cute Chess: see README.md.

    Copyright (C) 2026 the authors of Dhow
    SPDX-License-Identifier: GPL-3.0-or-later
*/

#include "cazauxboard.h"
#include <random>
#include <vector>
#include <QRegularExpression>
#include <QStringList>
#include "boardtransition.h"
#include "westernzobrist.h"


namespace Chess {

namespace {

enum PieceType
{
	Pawn = 1,
	Soldier,
	Prince,
	Knight,
	Bishop,
	Rook,
	Queen,
	King,
	Eagle,
	Rhinoceros,
	Lion,
	Elephant,
	Machine,
	Camel,
	Giraffe,
	Buffalo,
	Cannon,
	Archer,
	Sorceress,
	Duchess,
	Marshal,
	Cardinal
};

// The first movements are leaps, in the order of s_leapSteps
const unsigned WazirMovement = 1 << 0;
const unsigned FerzMovement = 1 << 1;
const unsigned DabbabaMovement = 1 << 2;
const unsigned KnightMovement = 1 << 3;
const unsigned AlfilMovement = 1 << 4;
const unsigned ThreeleaperMovement = 1 << 5;
const unsigned CamelMovement = 1 << 6;
const unsigned ZebraMovement = 1 << 7;
const unsigned TripperMovement = 1 << 8;
const int s_leapCount = 9;

const unsigned RookMovement = 1 << 9;
const unsigned BishopMovement = 1 << 10;
const unsigned RookHopMovement = 1 << 11;
const unsigned BishopHopMovement = 1 << 12;
const unsigned EagleMovement = 1 << 13;
const unsigned RhinocerosMovement = 1 << 14;
const unsigned PawnMovement = 1 << 15;
const unsigned SidewaysMovement = 1 << 16;
const unsigned DoubleStepMovement = 1 << 17;
const unsigned PromotionMovement = 1 << 18;

const unsigned KingMovement = WazirMovement | FerzMovement;
// All squares that a King reaches in two steps
const unsigned JumpMovement = DabbabaMovement | KnightMovement | AlfilMovement;

// Files and ranks of one of the steps of each leap; the others are its mirror
// images
const int s_leapSteps[s_leapCount][2] =
{
	{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1}, {3, 2}, {3, 3}
};

struct PieceInfo
{
	PieceType type;
	const char* name;
	char symbol;
	unsigned movement;
};

const PieceInfo s_pieces[] =
{
	{ Pawn, QT_TRANSLATE_NOOP("Board", "pawn"), 'P',
	  PawnMovement | DoubleStepMovement | PromotionMovement },
	{ Soldier, QT_TRANSLATE_NOOP("Board", "soldier"), 'S',
	  PawnMovement | DoubleStepMovement | PromotionMovement },
	{ Prince, QT_TRANSLATE_NOOP("Board", "prince"), 'I',
	  KingMovement | DoubleStepMovement | PromotionMovement },
	{ Knight, QT_TRANSLATE_NOOP("Board", "knight"), 'N', KnightMovement },
	{ Bishop, QT_TRANSLATE_NOOP("Board", "bishop"), 'B', BishopMovement },
	{ Rook, QT_TRANSLATE_NOOP("Board", "rook"), 'R', RookMovement },
	{ Queen, QT_TRANSLATE_NOOP("Board", "queen"), 'Q',
	  BishopMovement | RookMovement },
	{ King, QT_TRANSLATE_NOOP("Board", "king"), 'K', KingMovement },
	{ Eagle, QT_TRANSLATE_NOOP("Board", "eagle"), 'G', EagleMovement },
	{ Rhinoceros, QT_TRANSLATE_NOOP("Board", "rhinoceros"), 'U',
	  RhinocerosMovement },
	{ Lion, QT_TRANSLATE_NOOP("Board", "lion"), 'L',
	  KingMovement | JumpMovement },
	{ Elephant, QT_TRANSLATE_NOOP("Board", "elephant"), 'E',
	  FerzMovement | AlfilMovement },
	{ Machine, QT_TRANSLATE_NOOP("Board", "machine"), 'W',
	  WazirMovement | DabbabaMovement },
	{ Camel, QT_TRANSLATE_NOOP("Board", "camel"), 'M', CamelMovement },
	{ Giraffe, QT_TRANSLATE_NOOP("Board", "giraffe"), 'Z', ZebraMovement },
	{ Buffalo, QT_TRANSLATE_NOOP("Board", "buffalo"), 'F',
	  KnightMovement | CamelMovement | ZebraMovement },
	{ Cannon, QT_TRANSLATE_NOOP("Board", "cannon"), 'C', RookHopMovement },
	{ Archer, QT_TRANSLATE_NOOP("Board", "archer"), 'V', BishopHopMovement },
	{ Sorceress, QT_TRANSLATE_NOOP("Board", "sorceress"), 'O',
	  RookHopMovement | BishopHopMovement },
	{ Duchess, QT_TRANSLATE_NOOP("Board", "duchess"), 'D',
	  KingMovement | DabbabaMovement | AlfilMovement |
	  ThreeleaperMovement | TripperMovement },
	{ Marshal, QT_TRANSLATE_NOOP("Board", "marshal"), 'H',
	  RookMovement | KnightMovement },
	{ Cardinal, QT_TRANSLATE_NOOP("Board", "cardinal"), 'X',
	  BishopMovement | KnightMovement }
};

const int s_boardSize = 12;
const int s_arrayWidth = s_boardSize + 2;
const int s_arraySize = s_arrayWidth * (s_boardSize + 4);

// Directions of Rooks and Bishops, each around the board: a diagonal lies
// between the straight directions of the same index and of the next one
const int s_straight[4] = { -s_arrayWidth, 1, s_arrayWidth, -1 };
const int s_diagonal[4] = { -s_arrayWidth + 1, s_arrayWidth + 1,
			    s_arrayWidth - 1, -s_arrayWidth - 1 };

} // anonymous namespace

/*! \brief What distinguishes one game from the others. */
struct CazauxBoard::Game
{
	const char* variant;
	//! Symbols of the pieces
	const char* pieces;
	//! Symbols of the pieces to which Pawns, Soldiers and Princes promote
	const char* promotions;
	//! The only rank from which Pawns make double steps, or 0 for any
	int pawnRank;
	//! The only rank from which Princes make double steps, or 0 for any
	int princeRank;
	//! True if Soldiers may step sideways
	bool hasSidewaysSoldiers;
	const char* fen;
};

/*! \brief The target squares of all leaps. */
struct CazauxBoard::Leaps
{
	Leaps();

	struct
	{
		int count;
		int squares[8];
	} targets[s_leapCount][s_arraySize];
};

CazauxBoard::Leaps::Leaps()
{
	for (int leap = 0; leap < s_leapCount; leap++)
	{
		for (int square = 0; square < s_arraySize; square++)
			targets[leap][square].count = 0;

		const int* step = s_leapSteps[leap];
		const int distance = step[0] * step[0] + step[1] * step[1];

		for (int from = 0; from < s_boardSize * s_boardSize; from++)
		for (int to = 0; to < s_boardSize * s_boardSize; to++)
		{
			int file = from % s_boardSize;
			int rank = from / s_boardSize;
			int files = qAbs(to % s_boardSize - file);
			int ranks = qAbs(to / s_boardSize - rank);
			if (files * files + ranks * ranks != distance)
				continue;

			int source = (rank + 2) * s_arrayWidth + 1 + file;
			int target = (to / s_boardSize + 2) * s_arrayWidth
				     + 1 + to % s_boardSize;
			auto& list = targets[leap][source];
			list.squares[list.count++] = target;
		}
	}
}

const CazauxBoard::Leaps& CazauxBoard::leaps()
{
	static const Leaps leaps;
	return leaps;
}

const CazauxBoard::Game* CazauxBoard::game(const QString& variant)
{
	static const Game games[] =
	{
		{ "metamachy", "PINBRQKGLEMCV", "QLG", 0, 0, false,
		  "cm3qk3mc/ernbilgibnre/pppppppppppp/12/12/12/"
		  "12/12/12/PPPPPPPPPPPP/ERNBILGIBNRE/CM3QK3MC w Kk - 0 1" },
		{ "zanzibar-s", "PINBRQKGULEWMZFCV", "QGLUF", 0, 0, false,
		  "cmzvfqkuvzmc/ernbwlgwbnre/ppppippipppp/12/12/12/"
		  "12/12/12/PPPPIPPIPPPP/ERNBWLGWBNRE/CMZVFQKUVZMC w Kk - 0 1" },
		{ "zanzibar-xl", "PINBRQKGULEWMZFCVOD", "QGLODUF", 0, 0, false,
		  "cmzvdqkovzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/"
		  "12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVDQKOVZMC w Kk - 0 1" },
		{ "zanzibar-xl-classic", "PINBRQKGULEWMZFCVHX", "QGLHXUF", 0, 0, false,
		  "cmzvhqkxvzmc/ernbulgfbnre/ppppiwwipppp/4pppp4/12/12/"
		  "12/12/4PPPP4/PPPPIWWIPPPP/ERNBULGFBNRE/CMZVHQKXVZMC w Kk - 0 1" },
		{ "zanzibar-xxl", "PSINBRQKGULEWMZFCVOD", "QGLODUF", 4, 0, true,
		  "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/"
		  "12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1" },
		{ "maasai", "PSINBRQKGULEWMZFCVOD", "QGLODUF", 4, 3, false,
		  "cmzvuqkfvzmc/ernbolgdbnre/ssssiwwissss/pppppppppppp/12/12/"
		  "12/12/PPPPPPPPPPPP/SSSSIWWISSSS/ERNBOLGDBNRE/CMZVUQKFVZMC w Kk - 0 1" }
	};

	for (const Game& game : games)
	{
		if (variant == QLatin1String(game.variant))
			return &game;
	}
	qFatal("Unknown game: %s", qUtf8Printable(variant));
	return nullptr;
}

// The keys that all boards share are too few for 22 kinds of pieces on so many
// squares
const quint64* CazauxBoard::zobristKeys()
{
	static const std::vector<quint64> keys = []
	{
		const int kinds = Cardinal + 1;
		std::mt19937_64 random(12);
		std::vector<quint64> keys(1 + (3 + 2 * kinds) * s_arraySize);
		for (quint64& key : keys)
			key = random();
		return keys;
	}();
	return keys.data();
}

CazauxBoard::CazauxBoard(const QString& variant)
	: CazauxBoard(variant, new WesternZobrist(zobristKeys()))
{
}

CazauxBoard::CazauxBoard(const QString& variant, WesternZobrist* zobrist)
	: Board(zobrist),
	  m_game(game(variant)),
	  m_zobrist(zobrist),
	  m_movements(0),
	  m_kingSquare{0, 0},
	  m_jumpRights{false, false},
	  m_enpassantSquare(0),
	  m_enpassantTarget(0),
	  m_plyOffset(0),
	  m_reversibleMoveCount(0)
{
	const QString symbols(m_game->pieces);

	for (const PieceInfo& info : s_pieces)
	{
		const QChar symbol(info.symbol);
		if (!symbols.contains(symbol))
			continue;

		unsigned movement = info.movement;
		if (info.type == Soldier && m_game->hasSidewaysSoldiers)
			movement |= SidewaysMovement;
		m_movements |= movement;
		setPieceType(info.type, tr(info.name), symbol, movement,
			     QString("CAZAUX-") + symbol);
	}
	for (const char* c = m_game->promotions; *c != 0; c++)
		m_promotions.append(pieceFromSymbol(QChar(*c)).type());
}

Board* CazauxBoard::copy() const
{
	return new CazauxBoard(*this);
}

QString CazauxBoard::variant() const
{
	return m_game->variant;
}

int CazauxBoard::width() const
{
	return s_boardSize;
}

int CazauxBoard::height() const
{
	return s_boardSize;
}

QString CazauxBoard::defaultFenString() const
{
	return m_game->fen;
}

int CazauxBoard::reversibleMoveCount() const
{
	return m_reversibleMoveCount;
}

void CazauxBoard::vInitialize()
{
}

int CazauxBoard::forward(Side side) const
{
	return (side == Side::White) ? -s_arrayWidth : s_arrayWidth;
}

int CazauxBoard::relativeRank(int square, Side side) const
{
	int row = square / s_arrayWidth - 2;
	return (side == Side::White) ? s_boardSize - row : row + 1;
}

inline bool CazauxBoard::hasPieceOf(int square, Side side, unsigned movement) const
{
	Piece piece = pieceAt(square);
	return piece.side() == side
	&&     pieceHasMovement(piece.type(), movement);
}

bool CazauxBoard::hasDoubleStepFrom(int pieceType, int square, Side side) const
{
	if (!pieceHasMovement(pieceType, DoubleStepMovement))
		return false;

	int rank = 0;
	if (pieceType == Pawn)
		rank = m_game->pawnRank;
	else if (pieceType == Prince)
		rank = m_game->princeRank;
	return rank == 0 || rank == relativeRank(square, side);
}

bool CazauxBoard::isJump(const Move& move) const
{
	int source = move.sourceSquare();
	int target = move.targetSquare();

	// A King's step leads to one of the adjacent squares
	return pieceAt(source).type() == King
	&&     (qAbs(source % s_arrayWidth - target % s_arrayWidth) > 1
	||      qAbs(source / s_arrayWidth - target / s_arrayWidth) > 1);
}

bool CazauxBoard::isEnpassant(const Move& move) const
{
	int source = move.sourceSquare();
	int target = move.targetSquare();

	// Pawns change file and rank with a capture only
	return m_enpassantSquare != 0
	&&     target == m_enpassantSquare
	&&     pieceHasMovement(pieceAt(source).type(), PawnMovement)
	&&     source % s_arrayWidth != target % s_arrayWidth
	&&     source / s_arrayWidth != target / s_arrayWidth;
}

bool CazauxBoard::canCaptureEnpassant(int enpassantTarget, Side side) const
{
	// The capturing piece stands beside the one that it captures
	return hasPieceOf(enpassantTarget - 1, side, PawnMovement)
	||     hasPieceOf(enpassantTarget + 1, side, PawnMovement);
}

int CazauxBoard::captureType(const Move& move) const
{
	if (isEnpassant(move))
		return pieceAt(m_enpassantTarget).type();
	return Board::captureType(move);
}

void CazauxBoard::setEnpassantSquare(int square, int target)
{
	if (m_enpassantSquare != 0)
		xorKey(m_zobrist->enpassant(m_enpassantSquare));
	if (square != 0)
		xorKey(m_zobrist->enpassant(square));

	m_enpassantSquare = square;
	m_enpassantTarget = target;
}

void CazauxBoard::setJumpRight(Side side, bool right)
{
	if (m_jumpRights[side] != right)
		xorKey(m_zobrist->castling(side, 0));
	m_jumpRights[side] = right;
}

QString CazauxBoard::vFenString(FenNotation notation) const
{
	Q_UNUSED(notation);

	QString rights;
	if (m_jumpRights[Side::White])
		rights += 'K';
	if (m_jumpRights[Side::Black])
		rights += 'k';
	if (rights.isEmpty())
		rights = "-";

	QString enpassant("-");
	if (m_enpassantSquare != 0)
		enpassant = squareString(m_enpassantSquare);

	return QString("%1 %2 %3 %4")
	       .arg(rights, enpassant)
	       .arg(m_reversibleMoveCount)
	       .arg((m_history.size() + m_plyOffset) / 2 + 1);
}

bool CazauxBoard::parseJumpRights(const QString& str)
{
	m_jumpRights[Side::White] = false;
	m_jumpRights[Side::Black] = false;
	if (str == "-")
		return true;

	for (const QChar& c : str)
	{
		if (c != 'K' && c != 'k')
			return false;
		Side side(c == 'K' ? Side::White : Side::Black);

		// Kings start on the middle files of the first two ranks
		int square = m_kingSquare[side];
		int file = chessSquare(square).file();
		if (m_jumpRights[side]
		||  (file != s_boardSize / 2 - 1 && file != s_boardSize / 2)
		||  relativeRank(square, side) > 2)
			return false;
		setJumpRight(side, true);
	}
	return !str.isEmpty();
}

bool CazauxBoard::parseEnpassantSquare(const QString& str)
{
	m_enpassantSquare = 0;
	m_enpassantTarget = 0;
	if (str == "-")
		return true;

	int square = squareIndex(str);
	if (square == 0)
		return false;

	// A piece must just have passed over the square
	Side side = sideToMove();
	Side opSide = side.opposite();
	int source = square - forward(opSide);
	int target = square + forward(opSide);
	if (!pieceAt(square).isEmpty()
	||  !pieceAt(source).isEmpty()
	||  pieceAt(target).side() != opSide
	||  !hasDoubleStepFrom(pieceAt(target).type(), source, opSide))
		return false;

	if (canCaptureEnpassant(target, side))
		setEnpassantSquare(square, target);
	return true;
}

bool CazauxBoard::vSetFenString(const QStringList& fen)
{
	if (fen.size() < 2)
		return false;

	int kingCount[2] = {0, 0};
	for (int sq = 0; sq < arraySize(); sq++)
	{
		Piece piece = pieceAt(sq);
		if (!piece.isValid())
			continue;
		if (piece.type() == King)
		{
			m_kingSquare[piece.side()] = sq;
			kingCount[piece.side()]++;
		}
		else if (pieceHasMovement(piece.type(), PromotionMovement)
		     &&  relativeRank(sq, piece.side()) == s_boardSize)
			return false;
	}
	if (kingCount[Side::White] != 1 || kingCount[Side::Black] != 1)
		return false;

	if (!parseJumpRights(fen.at(0)) || !parseEnpassantSquare(fen.at(1)))
		return false;

	m_reversibleMoveCount = 0;
	if (fen.size() > 2)
	{
		bool ok;
		m_reversibleMoveCount = fen.at(2).toInt(&ok);
		if (!ok || m_reversibleMoveCount < 0)
			return false;
	}

	m_plyOffset = 0;
	if (fen.size() > 3)
	{
		bool ok;
		int fullMove = fen.at(3).toInt(&ok);
		if (!ok || fullMove < 1)
			return false;
		m_plyOffset = 2 * (fullMove - 1);
	}
	if (sideToMove() == Side::Black)
		m_plyOffset++;

	m_history.clear();
	return true;
}

QString CazauxBoard::sanMoveString(const Move& move)
{
	QString str;
	int source = move.sourceSquare();
	int target = move.targetSquare();
	Piece piece = pieceAt(source);
	bool isCapture = (captureType(move) != Piece::NoPiece);
	Square square = chessSquare(source);
	bool needFile = (piece.type() == Pawn && isCapture);
	bool needRank = false;

	if (piece.type() != Pawn)
	{
		str += pieceSymbol(piece).toUpper();

		QVarLengthArray<Move> moves;
		generateMoves(moves, piece.type());
		bool isAmbiguous = false;
		bool sharesFile = false;
		bool sharesRank = false;
		for (const Move& other : moves)
		{
			if (other.sourceSquare() == source
			||  other.targetSquare() != target
			||  !vIsLegalMove(other))
				continue;

			Square square2 = chessSquare(other.sourceSquare());
			isAmbiguous = true;
			sharesFile |= (square2.file() == square.file());
			sharesRank |= (square2.rank() == square.rank());
		}
		needFile = isAmbiguous && (!sharesFile || sharesRank);
		needRank = sharesFile;
	}

	if (needFile)
		str += QChar('a' + square.file());
	if (needRank)
		str += QString::number(1 + square.rank());
	if (isCapture)
		str += 'x';
	str += squareString(target);
	if (move.promotion() != Piece::NoPiece)
		str += "=" + pieceSymbol(move.promotion()).toUpper();

	makeMove(move);
	Side side = sideToMove();
	if (isAttacked(m_kingSquare[side], side.opposite()))
		str += canMove() ? '+' : '#';
	undoMove();

	return str;
}

Move CazauxBoard::moveFromLanString(const QString& str)
{
	// The base class can't be used: it takes the symbol of the Cardinal for
	// a capture mark. Xboard writes en passant captures in two legs, the
	// first of which ends on the captured piece.
	static const QRegularExpression pattern(
		"^([a-l][0-9]+)([a-l][0-9]+)(?:,([a-l][0-9]+)([a-l][0-9]+);?"
		"|=?([A-Za-z]))?[+#!?]*$");

	const auto match = pattern.match(str);
	if (!match.hasMatch())
		return Move();

	int source = squareIndex(match.captured(1));
	int target = squareIndex(match.captured(2));
	if (source == 0 || target == 0)
		return Move();

	if (match.hasCaptured(3))
	{
		int end = squareIndex(match.captured(4));
		if (end == 0
		||  target != m_enpassantTarget
		||  squareIndex(match.captured(3)) != target
		||  !isEnpassant(Move(source, end)))
			return Move();
		return Move(source, end);
	}

	int promotion = Piece::NoPiece;
	if (match.hasCaptured(5))
	{
		QString symbol(match.captured(5).toUpper());
		promotion = pieceFromSymbol(symbol).type();
		// Xboard can't use the letter X in moves
		if (promotion == Piece::NoPiece && symbol == "A")
			promotion = pieceFromSymbol("X").type();
		if (promotion == Piece::NoPiece)
			return Move();
	}
	return Move(source, target, promotion);
}

Move CazauxBoard::moveFromSanString(const QString& str)
{
	static const QRegularExpression pattern(
		"^([A-Z]?)([a-l]?)([0-9]*)(x?)([a-l][0-9]+)=?([A-Z]?)[+#!?]*$");

	const auto match = pattern.match(str);
	if (!match.hasMatch())
		return Move();

	int pieceType = Pawn;
	if (!match.captured(1).isEmpty())
		pieceType = pieceFromSymbol(match.captured(1)).type();
	int target = squareIndex(match.captured(5));
	if (pieceType == Piece::NoPiece || target == 0)
		return Move();

	int file = -1;
	if (!match.captured(2).isEmpty())
		file = match.captured(2).at(0).toLatin1() - 'a';
	int rank = -1;
	if (!match.captured(3).isEmpty())
		rank = match.captured(3).toInt() - 1;
	bool stringIsCapture = !match.captured(4).isEmpty();

	int promotion = Piece::NoPiece;
	if (!match.captured(6).isEmpty())
	{
		promotion = pieceFromSymbol(match.captured(6)).type();
		if (promotion == Piece::NoPiece)
			return Move();
	}

	QVarLengthArray<Move> moves;
	generateMoves(moves, pieceType);
	Move found;
	for (const Move& move : moves)
	{
		if (move.targetSquare() != target
		||  move.promotion() != promotion)
			continue;
		Square square = chessSquare(move.sourceSquare());
		if ((file != -1 && square.file() != file)
		||  (rank != -1 && square.rank() != rank))
			continue;
		if ((captureType(move) != Piece::NoPiece) != stringIsCapture
		||  !vIsLegalMove(move))
			continue;

		// A text that fits two moves means neither
		if (!found.isNull())
			return Move();
		found = move;
	}
	return found;
}

void CazauxBoard::vMakeMove(const Move& move, BoardTransition* transition)
{
	Side side = sideToMove();
	int source = move.sourceSquare();
	int target = move.targetSquare();
	Piece piece = pieceAt(source);
	int captureSquare = isEnpassant(move) ? m_enpassantTarget : target;

	MoveData md = { piece, pieceAt(captureSquare), captureSquare,
			m_enpassantSquare, m_enpassantTarget,
			{ m_jumpRights[Side::White], m_jumpRights[Side::Black] },
			m_reversibleMoveCount };

	bool isForwardPawnMove = pieceHasMovement(piece.type(), PawnMovement)
		&& source / s_arrayWidth != target / s_arrayWidth;
	if (md.capture.isValid() || isForwardPawnMove)
		m_reversibleMoveCount = 0;
	else
		m_reversibleMoveCount++;

	setEnpassantSquare(0, 0);
	if (piece.type() == King)
	{
		m_kingSquare[side] = target;
		setJumpRight(side, false);
	}

	setSquare(captureSquare, Piece::NoPiece);
	setSquare(source, Piece::NoPiece);
	if (move.promotion() != Piece::NoPiece)
		setSquare(target, Piece(side, move.promotion()));
	else
	{
		setSquare(target, piece);

		if (pieceHasMovement(piece.type(), DoubleStepMovement)
		&&  target - source == 2 * forward(side)
		&&  canCaptureEnpassant(target, side.opposite()))
			setEnpassantSquare(source + forward(side), target);
	}

	if (transition != nullptr)
	{
		if (captureSquare != target)
			transition->addSquare(chessSquare(captureSquare));
		transition->addMove(chessSquare(source), chessSquare(target));
	}
	m_history.append(md);
}

void CazauxBoard::vUndoMove(const Move& move)
{
	const MoveData& md = m_history.last();
	Side side = sideToMove();

	setSquare(move.targetSquare(), Piece::NoPiece);
	setSquare(md.captureSquare, md.capture);
	setSquare(move.sourceSquare(), md.piece);
	if (md.piece.type() == King)
		m_kingSquare[side] = move.sourceSquare();

	setEnpassantSquare(md.enpassantSquare, md.enpassantTarget);
	setJumpRight(Side::White, md.jumpRights[Side::White]);
	setJumpRight(Side::Black, md.jumpRights[Side::Black]);
	m_reversibleMoveCount = md.reversibleMoveCount;
	m_history.pop_back();
}

void CazauxBoard::addMove(QVarLengthArray<Move>& moves,
			  int source,
			  int target,
			  bool promotes) const
{
	if (!promotes || relativeRank(target, sideToMove()) != s_boardSize)
	{
		moves.append(Move(source, target));
		return;
	}
	for (int type : m_promotions)
		moves.append(Move(source, target, type));
}

void CazauxBoard::generateLeaps(QVarLengthArray<Move>& moves,
				int pieceType,
				int square) const
{
	Side side = sideToMove();
	bool promotes = pieceHasMovement(pieceType, PromotionMovement);

	for (int leap = 0; leap < s_leapCount; leap++)
	{
		if (!pieceHasMovement(pieceType, 1u << leap))
			continue;
		const auto& targets = leaps().targets[leap][square];
		for (int i = 0; i < targets.count; i++)
		{
			int target = targets.squares[i];
			if (pieceAt(target).side() != side)
				addMove(moves, square, target, promotes);
		}
	}
}

void CazauxBoard::generatePawnMoves(QVarLengthArray<Move>& moves,
				    int pieceType,
				    int square) const
{
	Side opSide = sideToMove().opposite();
	int step = square + forward(sideToMove());

	if (pieceAt(step).isEmpty())
		addMove(moves, square, step, true);
	for (int target : { step - 1, step + 1 })
	{
		if (pieceAt(target).side() == opSide
		||  isEnpassant(Move(square, target)))
			addMove(moves, square, target, true);
	}
	if (pieceHasMovement(pieceType, SidewaysMovement))
	{
		for (int target : { square - 1, square + 1 })
		{
			if (pieceAt(target).isEmpty())
				moves.append(Move(square, target));
		}
	}
}

void CazauxBoard::generateDoubleStep(QVarLengthArray<Move>& moves,
				     int pieceType,
				     int square) const
{
	Side side = sideToMove();
	int step = forward(side);

	if (hasDoubleStepFrom(pieceType, square, side)
	&&  pieceAt(square + step).isEmpty()
	&&  pieceAt(square + 2 * step).isEmpty())
		addMove(moves, square, square + 2 * step, true);
}

void CazauxBoard::generateJumps(QVarLengthArray<Move>& moves, int square) const
{
	for (int leap = 0; leap < s_leapCount; leap++)
	{
		if (!(JumpMovement & (1u << leap)))
			continue;
		const auto& targets = leaps().targets[leap][square];
		for (int i = 0; i < targets.count; i++)
		{
			if (pieceAt(targets.squares[i]).isEmpty())
				moves.append(Move(square, targets.squares[i]));
		}
	}
}

void CazauxBoard::generateSlides(QVarLengthArray<Move>& moves,
				 int square,
				 int offset) const
{
	int target = square + offset;
	for (; pieceAt(target).isEmpty(); target += offset)
		moves.append(Move(square, target));
	if (pieceAt(target).side() == sideToMove().opposite())
		moves.append(Move(square, target));
}

void CazauxBoard::generateHops(QVarLengthArray<Move>& moves,
			       int square,
			       int offset) const
{
	int target = square + offset;
	for (; pieceAt(target).isEmpty(); target += offset)
		moves.append(Move(square, target));
	if (pieceAt(target).isWall())
		return;

	target += offset;
	while (pieceAt(target).isEmpty())
		target += offset;
	if (pieceAt(target).side() == sideToMove().opposite())
		moves.append(Move(square, target));
}

void CazauxBoard::generateBentSlides(QVarLengthArray<Move>& moves,
				     int square,
				     int corner,
				     int offset) const
{
	if (!pieceAt(corner).isEmpty())
		return;

	int target = corner + offset;
	for (; pieceAt(target).isEmpty(); target += offset)
		moves.append(Move(square, target));
	if (pieceAt(target).side() == sideToMove().opposite())
		moves.append(Move(square, target));
}

void CazauxBoard::generateMovesForPiece(QVarLengthArray<Move>& moves,
					int pieceType,
					int square) const
{
	Side opSide = sideToMove().opposite();

	generateLeaps(moves, pieceType, square);
	if (pieceHasMovement(pieceType, PawnMovement))
		generatePawnMoves(moves, pieceType, square);
	if (pieceHasMovement(pieceType, DoubleStepMovement))
		generateDoubleStep(moves, pieceType, square);
	if (pieceType == King && m_jumpRights[sideToMove()])
		generateJumps(moves, square);

	for (int i = 0; i < 4; i++)
	{
		int straight = s_straight[i];
		int diagonal = s_diagonal[i];

		if (pieceHasMovement(pieceType, RookMovement))
			generateSlides(moves, square, straight);
		if (pieceHasMovement(pieceType, BishopMovement))
			generateSlides(moves, square, diagonal);
		if (pieceHasMovement(pieceType, RookHopMovement))
			generateHops(moves, square, straight);
		if (pieceHasMovement(pieceType, BishopHopMovement))
			generateHops(moves, square, diagonal);

		if (pieceHasMovement(pieceType, EagleMovement))
		{
			int corner = square + diagonal;
			Piece piece = pieceAt(corner);
			if (piece.isEmpty() || piece.side() == opSide)
				moves.append(Move(square, corner));
			generateBentSlides(moves, square, corner, straight);
			generateBentSlides(moves, square, corner,
					   s_straight[(i + 1) % 4]);
		}
		if (pieceHasMovement(pieceType, RhinocerosMovement))
		{
			int corner = square + straight;
			Piece piece = pieceAt(corner);
			if (piece.isEmpty() || piece.side() == opSide)
				moves.append(Move(square, corner));
			generateBentSlides(moves, square, corner, diagonal);
			generateBentSlides(moves, square, corner,
					   s_diagonal[(i + 3) % 4]);
		}
	}
}

bool CazauxBoard::isAttackedOnLine(int square,
				   Side side,
				   int offset,
				   unsigned slides,
				   unsigned hops) const
{
	int sq = square + offset;
	while (pieceAt(sq).isEmpty())
		sq += offset;
	if (hasPieceOf(sq, side, slides))
		return true;
	if (pieceAt(sq).isWall())
		return false;

	sq += offset;
	while (pieceAt(sq).isEmpty())
		sq += offset;
	return hasPieceOf(sq, side, hops);
}

bool CazauxBoard::isAttackedByBent(int square,
				   Side side,
				   int offset,
				   const int* steps,
				   unsigned movement) const
{
	// Go back along the slide; each square on it may be the corner
	for (int corner = square; ; corner -= offset)
	{
		if (corner != square && !pieceAt(corner).isEmpty())
			return false;
		if (hasPieceOf(corner - steps[0], side, movement)
		||  hasPieceOf(corner - steps[1], side, movement))
			return true;
	}
}

bool CazauxBoard::isAttacked(int square, Side side) const
{
	for (int leap = 0; leap < s_leapCount; leap++)
	{
		unsigned movement = 1u << leap;
		if (!(m_movements & movement))
			continue;
		const auto& sources = leaps().targets[leap][square];
		for (int i = 0; i < sources.count; i++)
		{
			if (hasPieceOf(sources.squares[i], side, movement))
				return true;
		}
	}

	int behind = square - forward(side);
	if (hasPieceOf(behind - 1, side, PawnMovement)
	||  hasPieceOf(behind + 1, side, PawnMovement))
		return true;

	for (int i = 0; i < 4; i++)
	{
		int straight = s_straight[i];
		int diagonal = s_diagonal[i];

		if (isAttackedOnLine(square, side, straight,
				     RookMovement, RookHopMovement)
		||  isAttackedOnLine(square, side, diagonal,
				     BishopMovement, BishopHopMovement))
			return true;

		const int eagleSteps[] = { diagonal, s_diagonal[(i + 3) % 4] };
		const int rhinoSteps[] = { straight, s_straight[(i + 1) % 4] };
		if (isAttackedByBent(square, side, straight,
				     eagleSteps, EagleMovement)
		||  ((m_movements & RhinocerosMovement)
		&&   isAttackedByBent(square, side, diagonal,
				      rhinoSteps, RhinocerosMovement)))
			return true;
	}
	return false;
}

bool CazauxBoard::isThreatened(int source, int square)
{
	Piece king = pieceAt(source);
	Piece other = pieceAt(square);

	setSquare(source, Piece::NoPiece);
	setSquare(square, king);
	bool threatened = isAttacked(square, king.side().opposite());
	setSquare(square, other);
	setSquare(source, king);

	return threatened;
}

bool CazauxBoard::canPass(const Move& move)
{
	int source = move.sourceSquare();
	int target = move.targetSquare();
	int files = target % s_arrayWidth - source % s_arrayWidth;
	int ranks = target / s_arrayWidth - source / s_arrayWidth;

	// Halves that are rounded toward and away from zero: the same square
	// for straight and diagonal jumps, else the two squares beside the way
	int near = files / 2 + ranks / 2 * s_arrayWidth;
	int far = (files - files / 2) + (ranks - ranks / 2) * s_arrayWidth;

	return !isThreatened(source, source + near)
	||     (near != far && !isThreatened(source, source + far));
}

bool CazauxBoard::isLegalPosition()
{
	Side side = sideToMove();
	return !isAttacked(m_kingSquare[side.opposite()], side);
}

bool CazauxBoard::vIsLegalMove(const Move& move)
{
	Q_ASSERT(!move.isNull());

	if (isJump(move))
	{
		Side side = sideToMove();
		if (isAttacked(m_kingSquare[side], side.opposite())
		||  !canPass(move))
			return false;
	}
	return Board::vIsLegalMove(move);
}

bool CazauxBoard::winPossible(Side side) const
{
	for (int i = 0; i < arraySize(); i++)
	{
		Piece piece = pieceAt(i);
		if (piece.side() == side && piece.type() != King)
			return true;
	}
	return false;
}

Result CazauxBoard::result()
{
	Side side = sideToMove();
	Side opSide = side.opposite();

	if (!canMove())
	{
		if (isAttacked(m_kingSquare[side], opSide))
			return Result(Result::Win, opSide,
				      tr("%1 mates").arg(opSide.toString()));
		return Result(Result::Draw, Side::NoSide,
			      tr("Draw by stalemate"));
	}
	if (!winPossible(side) && !winPossible(opSide))
		return Result(Result::Draw, Side::NoSide,
			      tr("Draw by insufficient mating material"));
	if (m_reversibleMoveCount >= 100)
		return Result(Result::Draw, Side::NoSide,
			      tr("Draw by fifty moves rule"));
	if (repeatCount() >= 2)
		return Result(Result::Draw, Side::NoSide,
			      tr("Draw by 3-fold repetition"));

	return Result();
}

} // namespace Chess
