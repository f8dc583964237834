import type { SpeechEvent } from '../../line/turn.ts';

/** A stretch of audio to recognise in one job, in milliseconds from the beginning. */
export interface SoundPiece {
  readonly startMs: number;
  readonly endMs: number;
}

export interface PieceCutter {
  /** Receives the events in order. */
  take(event: SpeechEvent): void;
  /** Reports that audio exists up to `atMs` and all earlier events have been passed. Returns the completed pieces. */
  advance(atMs: number): SoundPiece[];
  /** Reports the end of the audio. Returns the remaining pieces. */
  end(atMs: number): SoundPiece[];
  /** Audio before this position is not needed for later pieces. */
  readonly neededFromMs: number;
}

export interface PieceCutterOptions {
  /** Returns the quietest position between two times, at which to cut speech without pauses. */
  readonly quietest: (fromMs: number, toMs: number) => number;
}

/** The recogniser accepts 30 s. Speech is kept together up to this length, because context improves recognition. */
const longestMs = 28_000;
const preRollMs = 200;
const tailMs = 300;
/** The longer the piece, the shorter the pause that ends it. */
const pauseFor = (lengthMs: number): number => (lengthMs >= 15_000 ? 350 : lengthMs >= 6000 ? 700 : 1500);
/** Continuous speech is cut at a pause rather than inside a word if the piece is at least this long by then. */
const leastMs = 8000;

/** Cuts audio into stretches of speech, at pauses. No piece consists of silence. */
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
