import type { SpeechEvent } from '../line/turn.ts';
import type { EchoGuard } from './echo.ts';

/** Keeps our own echo from the turn machine. Pure: time is an input. */
export interface EchoScreen {
  /** Whether this event of the gate's is the caller's. */
  admits(event: SpeechEvent, atMs: number): boolean;
  /** The gate still hears speech: where that was taken for our echo and no longer is, since when it is the caller's. */
  judgeAgain(atMs: number): number | undefined;
  /** Whether a turn that was let through as the caller's was our echo. `soft`: all of it is softer than he is. */
  wasEcho(turn: { readonly onsetMs: number; readonly endMs: number; readonly soft: boolean }): boolean;
  replyAudible(audible: boolean, atMs: number): void;
}

/** An onset that was taken for our own echo is judged again over this much of what followed. */
const echoWindowMs = 240;
/** The longest echo that is known as one, and the window in which it is. */
const echoTailMs = 1000;

export function createEchoScreen(echo: Pick<EchoGuard, 'isEcho' | 'isSoftEcho'>): EchoScreen {
  let audible = false;
  /** When the reply fell silent. */
  let silentFromMs = Number.NEGATIVE_INFINITY;
  /** The gate hears speech that was judged to be our own echo. */
  let echoing = false;

  /** The echo of a reply is heard a while after it is over. */
  const isOfReply = (atMs: number): boolean => audible || atMs < silentFromMs + echoTailMs;
  const isEcho = (fromMs: number, toMs: number): boolean => isOfReply(toMs) && echo.isEcho(fromMs, toMs);

  return {
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
