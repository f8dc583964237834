import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import type { TurnJob, TurnResult } from '../../line/speech.ts';
import type { TurnInput } from '../../line/turn.ts';
import type { RecogniserStream } from '../../recogniser/stream.ts';
import { type CallerTrack, preRollMs } from './caller-track.ts';
import type { CallerVoice } from './caller-voice.ts';
import { createEndOfTurn } from './end-of-turn.ts';
import type { OverlapWatch } from './overlap-watch.ts';
import type { RecognitionEvents } from './recognition-events.ts';

export interface CallerPauseOptions {
  readonly rateHz: LineRateHz;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly signal: AbortSignal;
  readonly events: Pick<RecognitionEvents, 'speculate' | 'trouble'>;
}

/** The parts of the input side around a pause. */
export interface PauseSurroundings {
  readonly track: CallerTrack;
  /** Passes what is known of the turn to the turn machine. */
  readonly step: (input: TurnInput) => void;
  readonly voice: () => Pick<CallerVoice, 'roomBelowDbfs' | 'wasEcho'>;
}

/** The caller's pauses: decodes the words so far, and asks the end-of-turn model whether the turn has ended. */
export function createCallerPause(
  { rateHz, endOfTurn: engine, signal, events }: CallerPauseOptions,
  { track, step, voice }: PauseSurroundings,
  words: { readonly overlap: OverlapWatch; readonly recogniser: RecogniserStream },
  turnOnset: () => number | undefined,
) {
  const { overlap, recogniser } = words;
  /** End of the speech before the last pause. */
  let speechEndMs = 0;
  const onTrouble = (error: unknown): void => events.trouble(error);
  const endOfTurn = createEndOfTurn({
    rateHz,
    engine,
    signal,
    onVerdict: (verdict) => step({ type: 'verdict', ...verdict }),
    onTrouble,
  });

  /** Returns the turn's audio, without a voice in the room during the pause: it is not the caller who continues. */
  function turnSoFar(): Float32Array {
    const samples = track.since((turnOnset() ?? 0) - preRollMs);
    if (voice().roomBelowDbfs === undefined) return samples;
    const pauseSamples = Math.round(((track.endMs - speechEndMs) * rateHz) / 1000);
    return samples.fill(0, Math.max(0, samples.length - pauseSamples));
  }

  async function decode(pauseId: number): Promise<void> {
    const utterance = await recogniser.pause(overlap.hints);
    if (utterance === undefined || signal.aborted) return;
    const { text } = utterance;
    step({ type: 'words', text, final: true, pauseId });
    overlap.weigh({ type: 'words', heard: utterance, final: true, atMs: track.endMs });
    if (turnOnset() !== undefined && text !== '' && overlap.isTurn) events.speculate({ pauseId, utterance });
  }

  return {
    started(pauseId: number, endMs: number): void {
      speechEndMs = endMs;
      decode(pauseId).catch(onTrouble);
    },
    askModel: (pauseId: number): void => endOfTurn.ask(pauseId, turnSoFar()),
    /** The caller continues, or the turn is over: no verdict is wanted any more. */
    over: endOfTurn.drop,
  };
}
