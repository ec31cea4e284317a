/** A game that the engine knows. */
export interface GameListed {
  id: string;
  name: string;
  files: number;
  ranks: number;
  /** Whether it has leaders: a turn has several moves. */
  leaders: boolean;
  /** Whether the start array has setups. */
  setups: boolean;
  /** The names of its options. */
  options: string[];
  /** The FEN of the start array. */
  start: string;
}

/** Where a position comes from: a start array or a FEN, and what was played from there. */
export interface Start {
  /** Names of options that are on. */
  options?: string[];
  /** The setup of the start array. */
  setup?: string;
  /** The start position, instead of a start array. */
  fen?: string;
  /** Whole turns, as UCI writes them. */
  turns?: string[];
  /** Moves after these turns, in UCI's text or SAN. In games with leaders these are single moves, or `end`. */
  moves?: string[];
}

/** A legal move. */
export interface LegalMove {
  /** As in UCI; `end` ends a turn of several moves. */
  move: string;
  /** In short notation. */
  san: string;
}

/** A position. */
export interface Position {
  fen: string;
  to_move: "white" | "black";
  check: boolean;
  /** The number of whole turns played from the start. */
  turns: number;
  /** Empty when the game is over. */
  legal: LegalMove[];
  /** Absent while the game goes on. */
  outcome?: { result: "1-0" | "0-1" | "1/2-1/2"; reason: string };
}

/** Where the WebAssembly module comes from; by default the file beside this package. */
export type Source = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** The functions by which an engine answers and asks. Neither may call the engine. */
export interface Calls {
  /** Receives each line of an answer at once, also during a search. */
  onLine?: ((line: string) => void) | null;
  /** Whether a search or a count should end; asked many times a second. */
  shouldStop?: () => boolean;
}

/**
 * An engine. It works on the thread that calls it: put it in a worker to keep a page alive during searches, and set a
 * flag in shared memory that `shouldStop` reads, or search by time or depth.
 */
export class Dhow {
  /** Compiles the module, once for any number of engines. */
  static compile(source?: Source): Promise<WebAssembly.Module>;
  /** Compiles the module and makes an engine. */
  static load(options?: Calls & { source?: Source; module?: WebAssembly.Module }): Promise<Dhow>;
  constructor(options: Calls & { module: WebAssembly.Module });
  /**
   * Sends a line of UCI and returns the lines of the answer, for `go` when the search is over.
   * Throws if the line is longer than 1 MiB, has a line break, or comes while the engine answers.
   */
  send(line: string): string[];
  /** The games. */
  games(): GameListed[];
  /** A position of the game with this id. Throws an error with the reason if there is no such position. */
  position(game: string, start?: Start): Position;
}
