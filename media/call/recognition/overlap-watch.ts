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

/** What to do with the reply that the caller speaks over. */
export type OverlapAct = Exclude<InterruptionOutput, { type: 'look' }>;

export interface OverlapWatchOptions {
  readonly rateHz: LineRateHz;
  readonly languageCode: string;
  readonly minInterruptWords?: number;
  /** Judges what the call's recogniser understood over a reply. */
  readonly overlapJudge: OverlapJudge;
  readonly track: CallerTrack;
  /** When the turn that is open began. */
  readonly turnOnset: () => number | undefined;
  /** Audio from before an onset that belongs to it. */
  readonly preRollMs: number;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly signal: AbortSignal;
  /** Runs what words lead to, so that a fault stays in this call. */
  readonly guarded: (part: () => void) => void;
  readonly onAct: (act: OverlapAct) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Judges the caller's speech while the agent is audible, and decides about the reply. */
export interface OverlapWatch {
  /** The detector's next step; `speech`: it holds speech of the caller's turn. */
  step(step: VadStep, speech: boolean): void;
  weigh(input: Exclude<InterruptionInput, { type: 'step' }>): void;
  /** Whether what is being said is a turn of the caller's, as far as is known. */
  readonly isTurn: boolean;
  /** All that was heard of the turn that is open is softer than this caller speaks, or any does. */
  readonly isSoft: boolean;
  /** What callers are likely to say: for the recogniser, while the turn that is open was begun over a reply. */
  readonly hints: SpeechHints;
  /** The turn is over: how it stood to a reply. */
  conclude(): ConcludedTurn;
  /** What its words, or their absence, say of how loud the caller speaks. */
  learnLevel(whose: Whose): void;
}

export interface ConcludedTurn {
  /** It began over no reply. */
  readonly alone: boolean;
  /** Its words say whether it was an interruption; undefined where there was none, or it was one for certain. */
  readonly overlap: Concluded | undefined;
}

/** The latest of a turn that is looked at while it is not known whether it interrupts. */
const lookMs = 6000;

export function createOverlapWatch(options: OverlapWatchOptions): OverlapWatch {
  const { track, signal, rateHz, languageCode, minInterruptWords, overlapJudge } = options;
  const interruption = createInterruptionMachine({
    words: overlapJudge,
    ...(minInterruptWords === undefined ? {} : { minWords: minInterruptWords }),
  });
  const callerLevel = createCallerLevel();
  /** One look at a time: where decodes are slow there are fewer, instead of a queue of them. */
  let underWay: AbortController | undefined;
  /** Of the last look at the turn that is open: what the next one, and the final decode, are likely to find again. */
  let draft: readonly number[] | undefined;
  const knowsPrompt = /^(?:en|auto)\b/i.test(languageCode);

  /** The engine may still be at it: nothing depends on when it stops, or a replay would differ. */
  function dropLook(): void {
    underWay?.abort();
    underWay = undefined;
  }

  function weigh(input: InterruptionInput): void {
    // The final words of the same audio are asked for now, and words so far count no more.
    if (input.type === 'paused') dropLook();
    for (const output of interruption.step(input)) {
      if (output.type === 'look') void look();
      else options.onAct(output);
    }
  }

  /** Understands what there is of a turn that may be an interruption. */
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
    step(step, speech) {
      if (speech) callerLevel.speech(step.levelDbfs);
      weigh({ type: 'step', step, weakDbfs: callerLevel.weakDbfs });
    },
    weigh,
    get isTurn() {
      return interruption.verdict === 'none' || interruption.verdict === 'cut';
    },
    get hints() {
      if (interruption.verdict === 'none' || !knowsPrompt) return {};
      return draft === undefined ? overlapJudge.hints : { ...overlapJudge.hints, draft };
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
