import type { SpeechEvent } from '../../line/turn.ts';

/** A stretch of sound to recognise at once, in milliseconds from the beginning. */
export interface SoundPiece {
  readonly startMs: number;
  readonly endMs: number;
}

export interface PieceCutter {
  /** In order. */
  take(event: SpeechEvent): void;
  /** There is sound until then, and no event before it is missing. Pieces that are complete. */
  advance(atMs: number): SoundPiece[];
  /** The sound ends here: the rest. */
  end(atMs: number): SoundPiece[];
  /** Sound from before this is in no piece to come. */
  readonly neededFromMs: number;
}

export interface PieceCutterOptions {
  /** The quietest place between two times: where speech is cut that does not pause. */
  readonly quietest: (fromMs: number, toMs: number) => number;
}

/** The recogniser hears 30 s; what it hears better in context is kept together up to here. */
const longestMs = 28_000;
const preRollMs = 200;
const tailMs = 300;
/** A pause ends a piece the sooner the longer the piece is. */
const pauseFor = (lengthMs: number): number => (lengthMs >= 15_000 ? 350 : lengthMs >= 6000 ? 700 : 1500);
/** Where speech runs on, it is rather cut at a pause than in a word, if the piece is so long by then. */
const leastMs = 8000;

/** Cuts sound into stretches of speech, at pauses. Silence is in none of them. */
export function createPieceCutter({ quietest }: PieceCutterOptions): PieceCutter {
  let open: { startMs: number; speaking: boolean; pauses: number[] } | undefined;
  let cutMs = 0;
  let nowMs = 0;

  function close(endMs: number): SoundPiece {
    const piece = { startMs: open?.startMs ?? cutMs, endMs };
    cutMs = endMs;
    open = undefined;
    return piece;
  }

  function tooLong({ startMs, speaking, pauses }: NonNullable<typeof open>): SoundPiece {
    const pause = pauses.findLast((atMs) => atMs - startMs >= leastMs && atMs - startMs <= longestMs);
    const lastMs = startMs + longestMs;
    const piece = close(pause ?? quietest(startMs + longestMs / 2, lastMs));
    open = { startMs: piece.endMs, speaking, pauses: pauses.filter((atMs) => atMs > piece.endMs) };
    return piece;
  }

  return {
    take(event) {
      switch (event.type) {
        case 'speech_started':
          open ??= { startMs: Math.max(cutMs, event.onsetMs - preRollMs), speaking: true, pauses: [] };
          open.speaking = true;
          return;
        case 'speech_resumed':
          if (open !== undefined) open.speaking = true;
          return;
        case 'speech_paused':
          if (open === undefined) return;
          open.speaking = false;
          open.pauses.push(event.endMs);
      }
    },
    advance(atMs) {
      nowMs = atMs;
      const pieces: SoundPiece[] = [];
      while (open !== undefined && atMs - open.startMs > longestMs + tailMs) pieces.push(tooLong(open));
      const lastMs = open?.pauses.at(-1);
      if (open === undefined || open.speaking || lastMs === undefined) return pieces;
      if (atMs - lastMs >= pauseFor(lastMs - open.startMs)) pieces.push(close(Math.min(lastMs + tailMs, atMs)));
      return pieces;
    },
    end(atMs) {
      const pieces = this.advance(atMs);
      if (open !== undefined && atMs > open.startMs) pieces.push(close(atMs));
      return pieces;
    },
    get neededFromMs() {
      return open?.startMs ?? Math.max(cutMs, nowMs - preRollMs - 1000);
    },
  };
}
