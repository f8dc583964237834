import type { LineRateHz } from '../../line/audio.ts';
import type { EngineClient } from '../../line/engine.ts';
import { isFault } from '../../line/fault.ts';
import type { RecogniseJob, SpeechHints, Utterance } from '../../line/speech.ts';
import type { VadStep } from '../../line/turn.ts';
import { createCallerLevel, type Whose } from '../../turn/caller-level.ts';
import {
  type Concluded,
  createInterruptionMachine,
  type InterruptionInput,
  type InterruptionOutput,
} from '../../turn/interruption.ts';
import type { OverlapJudge } from '../../turn/overlap-words.ts';
import type { CallerTrack } from './caller-track.ts';

/** What to do with the reply over which the caller speaks. */
export type OverlapAct = Exclude<InterruptionOutput, { type: 'look' }>;

export interface OverlapWatchOptions {
  readonly rateHz: LineRateHz;
  readonly languageCode: string;
  readonly minInterruptWords?: number;
  /** Judges words recognised over a reply, for the call's recogniser. */
  readonly overlapJudge: OverlapJudge;
  readonly track: CallerTrack;
  /** Onset of the open turn. */
  readonly turnOnset: () => number | undefined;
  /** Amount of audio before an onset that belongs to it. */
  readonly preRollMs: number;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly signal: AbortSignal;
  /** Runs the consequences of words, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
  readonly onAct: (act: OverlapAct) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Evaluates the caller's speech while the agent is audible, and decides what happens to the reply. */
export interface OverlapWatch {
  /** The detector's next step. */
  step(step: VadStep, around: StepContext): void;
  weigh(input: Exclude<InterruptionInput, { type: 'step' }>): void;
  /** Whether the current speech is a caller's turn, as far as is known. */
  readonly isTurn: boolean;
  /** True if everything in the open turn is softer than this caller, or any caller, speaks. */
  readonly isSoft: boolean;
  /** Likely words, for the recogniser while the open turn began over a reply. */
  readonly hints: SpeechHints;
  /** Ends the turn. Returns its relation to a reply. */
  conclude(): ConcludedTurn;
  /** Updates the caller's level from the outcome of the turn. */
  learnLevel(whose: Whose): void;
}

export interface StepContext {
  /** The step contains speech of the caller's turn. */
  readonly speech: boolean;
  /** Softer speech is known to be of the room. */
  readonly roomBelowDbfs: number | undefined;
}

export interface ConcludedTurn {
  /** True if it began while no reply was playing. */
  readonly alone: boolean;
  /**
   * Decides by the words whether it was an interruption; undefined if there was no overlap, or it was certainly an
   * interruption.
   */
  readonly overlap: Concluded | undefined;
}

/** Length of audio, counted back from now, that is decoded while it is unknown whether a turn interrupts. */
const lookMs = 6000;

export function createOverlapWatch(options: OverlapWatchOptions): OverlapWatch {
  const { track, signal, rateHz, languageCode, minInterruptWords, overlapJudge } = options;
  const interruption = createInterruptionMachine({
    words: overlapJudge,
    ...(minInterruptWords === undefined ? {} : { minWords: minInterruptWords }),
  });
  const callerLevel = createCallerLevel();
  /** One look at a time: if decodes are slow there are fewer of them, not a queue. */
  let underWay: AbortController | undefined;
  /** Tokens of the last look at the open turn, which the next look and the final decode are likely to repeat. */
  let draft: readonly number[] | undefined;
  const isTurn = (): boolean => interruption.verdict === 'none' || interruption.verdict === 'cut';
  const knowsPrompt = /^(?:en|auto)\b/i.test(languageCode);

  /** The engine may still be working: nothing depends on when it stops, or a replay would differ. */
  function dropLook(): void {
    underWay?.abort();
    underWay = undefined;
  }

  function weigh(input: InterruptionInput): void {
    // The final words of the same audio are being decoded, so partial words no longer count.
    if (input.type === 'paused') dropLook();
    for (const output of interruption.step(input)) {
      if (output.type === 'look') void look();
      else options.onAct(output);
    }
  }

  /** Decodes the audio so far of a turn that may be an interruption. */
  async function look(): Promise<void> {
    const onsetMs = options.turnOnset();
    if (onsetMs === undefined || underWay !== undefined) return;
    const mine = new AbortController();
    underWay = mine;
    const samples = track.since(onsetMs - options.preRollMs, lookMs);
    const atMs = track.endMs;
    const { prompt } = watch.hints;
    try {
      const job: RecogniseJob = {
        samples,
        rateHz,
        languageCode,
        kind: 'partial',
        urgent: true,
        ...(prompt === undefined ? {} : { prompt }),
        ...(draft === undefined ? {} : { draft }),
      };
      for await (const utterance of options.recognise.run(job, AbortSignal.any([mine.signal, signal]))) {
        if (options.turnOnset() !== onsetMs || signal.aborted || mine.signal.aborted) continue;
        draft = utterance.tokens;
        options.guarded(() => weigh({ type: 'words', heard: utterance, final: false, atMs }));
      }
    } catch (error) {
      if (!isFault(error, 'job_shed')) options.onTrouble(error);
    } finally {
      if (underWay === mine) underWay = undefined;
    }
  }

  const watch: OverlapWatch = {
    step(step, { speech, roomBelowDbfs }) {
      if (speech && step.levelDbfs >= (roomBelowDbfs ?? step.levelDbfs)) callerLevel.speech(step.levelDbfs);
      const { weakDbfs } = callerLevel;
      weigh({ type: 'step', step, weakDbfs: Math.max(weakDbfs, roomBelowDbfs ?? weakDbfs) });
    },
    weigh,
    get isTurn() {
      return isTurn();
    },
    get hints() {
      const draftHints = draft === undefined ? {} : { draft };
      // Words of a certain interruption are not judged any more, and the prompt would bias them.
      return isTurn() || !knowsPrompt ? draftHints : { ...overlapJudge.hints, ...draftHints };
    },
    get isSoft() {
      return callerLevel.isWeak;
    },
    conclude() {
      dropLook();
      draft = undefined;
      const alone = interruption.verdict === 'none';
      return { alone, overlap: interruption.conclude() };
    },
    learnLevel: callerLevel.turnOver,
  };
  return watch;
}
