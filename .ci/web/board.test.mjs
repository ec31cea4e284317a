// Scripts of the board that need no browser.

import assert from 'node:assert/strict';
import test from 'node:test';
import { glides } from './js/board/animate.js';
import { Arrangement } from './js/board/arrange.js';
import { isPlacement, nameOf, parse, pieces, place, placementOf, squareAt } from './js/board/geometry.js';
import { reasons } from './js/advice.js';
import { captured, menInWords, pawns } from './js/men.js';
import { shapesOf, toggled, withShapes, withWords, wordsOf } from './js/shapes.js';

const large = { files: 30, ranks: 15 };

test('squares have the names that they have everywhere', () => {
  for (const name of ['a1', 'z9', 'aa1', 'ad15', 'l12']) assert.equal(nameOf(parse(name)), name);
  for (const name of ['', 'a', '1', 'a0', 'a100', 'abc1', 'A1', 'a1b']) assert.equal(parse(name), -1, name);
});

test('a square is where it is seen', () => {
  for (const flipped of [false, true]) {
    for (const name of ['a1', 'ad15', 'h7']) {
      const { x, y } = place(parse(name), large, flipped);
      assert.equal(squareAt(x, y, large, flipped), parse(name));
    }
  }
  assert.equal(squareAt(30, 0, large, false), -1);
  assert.deepEqual(place(parse('a1'), large, false), { x: 0, y: 14 });
});

test('placements are read', () => {
  const found = pieces('1hc27/30/30/30/30/30/30/30/30/30/30/30/30/30/29K w - - 0 1', large);
  assert.deepEqual([...found].map(([at, letter]) => nameOf(at) + letter), ['b15h', 'c15c', 'ad1K']);
});

test('placements are written as they are read', () => {
  for (const [placement, size] of [
    ['1hc27/30/30/30/30/30/30/30/30/30/30/30/30/30/29K', large], ['k1q/3/R2', { files: 3, ranks: 3 }],
  ]) assert.equal(placementOf(pieces(placement, size), size), placement);
});

test('half a placement is not a placement', () => {
  const game = { files: 3, ranks: 3, pieces: [{ letter: 'K' }, { letter: 'Q' }] };
  for (const fen of ['k1q/3/Q2', 'k1q/3/2K w - - 0 1', ' kkk/3/2K b']) assert.ok(isPlacement(fen, game), fen);
  for (const fen of ['', 'k1q/3', 'k1q/3/Q2/3', 'k1q/3/Q3', 'k1q/3/Q1', 'k1q/3/R2', 'k1q/3/Q-1', 'hello']) assert.ok(!isPlacement(fen, game), fen);
});

test('pieces glide from the nearest square that one of the kind has left', () => {
  const map = (entries) => new Map(Object.entries(entries).map(([name, letter]) => [parse(name), letter]));
  const before = map({ a1: 'R', h1: 'R', e8: 'k', e7: 'p' });
  const after = map({ a1: 'R', e7: 'R', e8: 'k' });
  assert.deepEqual(glides(before, after), [{ letter: 'R', from: parse('h1'), to: parse('e7') }]);
  assert.deepEqual(glides(after, after), []);
});

test('what is drawn is read from comments and written into them', () => {
  const comment = '[%clk 0:01:00] so [%csl Ga4,Rb5][%cal Ga10l12,Yac3ad15,Bb2a1] it is [%eval 0.3] [%mark x]';
  const shapes = shapesOf(comment, large);
  assert.deepEqual(shapes.map(({ from, to, colour }) => nameOf(from) + nameOf(to) + colour), ['a4a4g', 'b5b5r', 'a10l12g', 'ac3ad15y', 'b2a1b']);
  assert.equal(wordsOf(comment), 'so it is');
  assert.equal(withShapes(comment, large, shapes),
    '[%clk 0:01:00] so it is [%eval 0.3] [%mark x] [%csl Ga4,Rb5] [%cal Ga10l12,Yac3ad15,Bb2a1]');
  assert.equal(withShapes('[%cal Ga1b2] word', large, []), 'word');
  assert.equal(withShapes('', large, shapes.slice(2, 3)), '[%cal Ga10l12]');
  assert.equal(withWords(comment, 'other words'), '[%clk 0:01:00] [%eval 0.3] [%mark x] other words [%csl Ga4,Rb5] [%cal Ga10l12,Yac3ad15,Bb2a1]');
  assert.equal(withWords('[%cal Ga1b2] gone', ''), '[%cal Ga1b2]');
});

test('what cannot be drawn here is kept', () => {
  const size = { files: 12, ranks: 12 };
  for (const [comment, drawn] of [['[%csl Gm1,Oa1,Ga1]', 1], ['[%cal Ga1,Ga1m1,Ra1a2]', 2], ['[%csl]', 0], ['[%csl G]', 0]]) {
    assert.equal(shapesOf(comment, size).length, drawn, comment);
  }
  assert.equal(withShapes('[%csl Gm1,Oa1,Ga1] [%cal Pa1b2]', size, shapesOf('[%csl Rb1]', size)), '[%csl Gm1,Oa1,Rb1] [%cal Pa1b2]');
});

test('the same shape once more is removed, in another colour it changes', () => {
  const shape = (from, to, colour) => ({ from: parse(from), to: parse(to), colour });
  const two = [shape('a1', 'a1', 'g'), shape('a1', 'b2', 'r')];
  assert.deepEqual(toggled(two, two[0]), [two[1]]);
  assert.deepEqual(toggled(two, shape('a1', 'b2', 'y')), [two[0], shape('a1', 'b2', 'y')]);
  assert.equal(toggled(two, shape('b2', 'a1', 'r')).length, 3, 'the other direction is another arrow');
});

test('a hint says what it is good for', () => {
  const game = { files: 3, ranks: 3, leaders: '', pieces: [{ letter: 'R', value: 500 }, { letter: 'P', value: 100 }, { letter: 'K', value: 0 }] };
  const move = (turn, placement) => ({ turn, side: turn % 2 ? 'black' : 'white', placement });
  const said = (score, ...moves) => reasons(game, { ply: 0, eval: { score }, moves }, 'kpr/3/K1R').join(' ');
  assert.equal(said('#1', move(0, 'k2/3/K2')), 'It mates in 1 move.');
  assert.equal(said('#-3', move(0, 'k2/3/K2')), 'It holds out longest: White loses in 3 moves.');
  assert.equal(said('#-3', move(1, 'k2/3/K2')), 'It mates in 3 moves.');
  assert.match(said('+5.00', move(0, 'kpR/3/K2')), /^It wins material: about 5 pawns in this line\. The score is \+5\.00/);
  assert.match(said('+0.10', move(0, 'kpR/3/K2'), move(1, '1pk/3/K2')), /^The score/, 'the Rook is taken back');
  assert.match(said('-1.00', move(0, 'kpr/3/K1R'), move(1, 'kpr/3/K2')), /^Even so, this line loses about 5 pawns/);
  assert.match(said('+1.00', move(1, 'kpr/3/K2'), move(2, 'k1r/3/K2')), /^It wins material: about 4 pawns/, 'for Black');
  game.leaders = 'K';
  assert.equal(said('#2', move(0, 'k2/3/K2')), 'It wins in 2 turns.');
});

test('what is captured follows from the moves, also after promotions', () => {
  const game = { files: 4, ranks: 4, pieces: [['Q', 950], ['R', 500], ['P', 100], ['K', 0]].map(([letter, value]) => ({ letter, value, name: letter })) };
  const move = (side, takes, placement) => ({ side, takes, placement });
  const start = 'k2q/P2p/3R/K3 w - - 0 1';
  // A Pawn promotes: nothing is captured. A Queen that was a Pawn is captured as a Queen.
  const moves = [move('white', false, 'k2q/3p/3R/K3'), move('white', false, 'kQ1q/3p/3R/K3'), move('black', true, 'kq2/3p/3R/K3'),
    move('white', true, 'kq2/3R/4/K3'), move('black', false, 'kq2/3R/4/K3')];
  const found = captured(game, start, moves);
  assert.deepEqual(found, { white: ['p'], black: ['Q'] });
  assert.deepEqual(captured(game, start, moves.slice(0, 2)), { white: [], black: [] });
  assert.deepEqual(captured(game, start, moves), found, 'also when it is known');
  assert.equal(menInWords(game, found, -450), 'White has captured P; Black has captured Q; Black is ahead by 4.5 pawns');
  assert.equal(menInWords(game, { white: ['q', 'p', 'p'], black: [] }, 100), 'White has captured Q, 2 times P; Black has captured nothing; White is ahead by 1 pawn');
  assert.match(menInWords(game, { white: [], black: [] }, 4), /material is equal$/);
  assert.deepEqual([pawns(325), pawns(-325), pawns(0), pawns(104)], ['+3.3', '', '', '+1']);
});

test('chiefs change places where both may stand', () => {
  const game = {
    files: 12, ranks: 12, start: '5qk5/5lg5/12/12/12/12/12/12/12/12/5LG5/5QK5 w - - 0 1',
    setup: {
      default: 'QK/LG',
      squares: ['f12', 'g12', 'f11', 'g11'],
      groups: [{ chiefs: 'K', squares: ['f12', 'g12'] }, { chiefs: 'QLG', squares: ['f12', 'g12', 'f11', 'g11'] }],
    },
  };
  const chiefs = new Arrangement(game);
  assert.equal(chiefs.code(), 'QK/LG');
  assert.equal(chiefs.swap(parse('g12'), parse('g11')), false, 'the King stays on its rank');
  assert.equal(chiefs.swap(parse('f12'), parse('g11')), true);
  assert.equal(chiefs.code(), 'GK/LQ');
  assert.equal(chiefs.position().get(parse('f1')), 'G');
  assert.equal(chiefs.position().get(parse('g11')), 'q');
  chiefs.shuffle();
  assert.match(chiefs.code(), /^(K.|.K)\/..$/);
});

test('chiefs of one letter stay in their groups', () => {
  const game = {
    files: 8, ranks: 8, start: 'rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1',
    setup: {
      default: 'NBBN', squares: ['b8', 'c8', 'f8', 'g8'],
      groups: [
        { chiefs: 'B', squares: ['b8', 'f8'] }, { chiefs: 'B', squares: ['c8', 'g8'] },
        { chiefs: 'NN', squares: ['b8', 'c8', 'f8', 'g8'] },
      ],
    },
  };
  const chiefs = new Arrangement(game);
  assert.equal(chiefs.swap(parse('b8'), parse('g8')), false, 'both are Knights');
  assert.equal(chiefs.swap(parse('b8'), parse('c8')), false, 'both Bishops would be on one shade');
  assert.equal(chiefs.swap(parse('c8'), parse('g8')), true);
  assert.equal(chiefs.code(), 'NNBB');
  for (let time = 0; time < 20; time++) {
    chiefs.shuffle();
    assert.match(chiefs.code(), /^(BBNN|BNNB|NBBN|NNBB)$/);
  }
});
