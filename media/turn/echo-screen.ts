import type { SpeechEvent } from '../line/turn.ts';
import type { EchoGuard } from './echo.ts';

/** Keeps the echo of the agent's voice from the turn machine. Pure: time is an input. */
export interface EchoScreen {
  /** Returns whether a gate event belongs to the caller. */
  admits(event: SpeechEvent, atMs: number): boolean;
  /**
   * Re-examines speech that was judged to be echo. Returns the time from which it is the caller's, or undefined if
   * nothing changes.
   */
  judgeAgain(atMs: number): number | undefined;
  /**
   * Returns whether a turn that was admitted was an echo after all. `soft`: the whole turn is softer than the caller.
   */
  wasEcho(turn: { readonly onsetMs: number; readonly endMs: number; readonly soft: boolean }): boolean;
  replyAudible(audible: boolean, atMs: number): void;
  /** Whether sound at this time may be an echo: always while a reply or its tail lasts, unless its onset was judged. */
  mayBeEcho(atMs: number, isTurn: boolean): boolean;
}

/** Window over which an onset judged to be echo is re-examined. */
const echoWindowMs = 240;
/** Longest echo, and thus the period after a reply in which echoes are possible. */
const echoTailMs = 1000;

export function createEchoScreen(echo: Pick<EchoGuard, 'isEcho' | 'isSoftEcho'>): EchoScreen {
  let audible = false;
  /** Time at which the reply became silent. */
  let silentFromMs = Number.NEGATIVE_INFINITY;
  /** Whether the gate's current speech was judged to be echo. */
  let echoing = false;

  /** Echoes of a reply continue for a while after it ends. */
  const isOfReply = (atMs: number): boolean => audible || atMs < silentFromMs + echoTailMs;
  const isEcho = (fromMs: number, toMs: number): boolean => isOfReply(toMs) && echo.isEcho(fromMs, toMs);

  return {
    mayBeEcho: (atMs, isTurn) => isOfReply(atMs) && (echoing || !isTurn),
    admits(event, atMs) {
      if (event.type === 'speech_started') echoing = isEcho(event.onsetMs, atMs);
      return !echoing;
    },
    judgeAgain(atMs) {
      const fromMs = atMs - echoWindowMs;
      if (!echoing || isEcho(fromMs, atMs)) return undefined;
      echoing = false;
      return fromMs;
    },
    wasEcho: ({ onsetMs, endMs, soft }) => soft && isOfReply(onsetMs) && echo.isSoftEcho(onsetMs, endMs),
    replyAudible(isAudible, atMs) {
      if (audible && !isAudible) silentFromMs = atMs;
      audible = isAudible;
    },
  };
}
