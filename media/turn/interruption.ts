import type { VadStep } from '../line/turn.ts';
import type { Heard } from './overlap-tokens.ts';
import type { OverlapJudge, OverlapWords } from './overlap-words.ts';

export type InterruptionInput =
  /** The caller's voice over an audible reply. `answers`: the reply has just asked a question or has almost ended. */
  | { readonly type: 'over_reply'; readonly onsetMs: number; readonly atMs: number; readonly answers?: boolean }
  /** Every VAD step of the call in order, with the level below which speech is not the caller's. */
  | { readonly type: 'step'; readonly step: VadStep; readonly weakDbfs: number }
  | { readonly type: 'paused'; readonly endMs: number; readonly atMs: number }
  | { readonly type: 'resumed'; readonly atMs: number }
  /** Words of the turn so far; `final` for those of a pause. */
  | {
      readonly type: 'words';
      readonly heard: Heard;
      readonly final: boolean;
      readonly atMs: number;
    };

export type InterruptionOutput =
  /** Continue the reply at lower volume. */
  | { readonly type: 'duck'; readonly onsetMs: number }
  /** Mute the reply and keep the rest of it. */
  | { readonly type: 'hold'; readonly onsetMs: number }
  /** Request a decode of the speech so far. */
  | { readonly type: 'look' }
  /** Continue the reply where it stopped; at lower volume while the caller is still audible. */
  | { readonly type: 'go_on'; readonly softly: boolean; readonly because: NoInterruption }
  /** The speech is an interruption and ends the reply. */
  | { readonly type: 'cut'; readonly onsetMs: number };

/** Why speech over a reply did not end it. */
export type NoInterruption = 'filler' | 'unclear' | 'noise' | 'distant';

/** State of the open turn. `none`: it did not begin over a reply. */
export type InterruptionVerdict = 'none' | 'open' | 'cut' | 'let_pass';

export interface InterruptionConfig {
  /** Judges words for the recogniser in use. */
  readonly words: Pick<OverlapJudge, 'judge' | 'judgeSoFar'>;
  /** Minimum words for an interruption, except for commands. */
  readonly minWords?: number;
}

export interface InterruptionMachine {
  step(input: InterruptionInput): readonly InterruptionOutput[];
  /** Ends the turn and resets. Returns undefined if no turn began over a reply or it was already an interruption. */
  conclude(): Concluded | undefined;
  readonly verdict: InterruptionVerdict;
}

/** A turn that began over a reply and did not end it. */
export interface Concluded {
  readonly onsetMs: number;
  /** Judges the turn by its final words. Returns undefined if it was an interruption. */
  judge(heard: Heard, speechMs: number): NoInterruption | undefined;
}

interface Overlap {
  readonly onsetMs: number;
  readonly answers: boolean;
  verdict: 'open' | 'cut' | 'let_pass';
  because: NoInterruption | undefined;
  /** Start of the period being judged; it is judged again when the caller continues. */
  sinceMs: number;
  quieted: 'ducked' | 'held';
  loudSteps: number;
  pause: { readonly endMs: number; readonly seenMs: number } | undefined;
  lookAtMs: number;
  looks: number;
  softly: boolean;
}

/**
 * By this time a short filler can be recognised, so that the reply resumes before the filler has ended. An earlier look
 * could only find a command, over a reply that is silent already.
 */
const LOOK_AFTER_MS = 420;
/**
 * Interval of the first decodes, which decide most cases: a word is recognised by the next one. Longer speech is
 * decoded less often.
 */
const LOOK_AGAIN_MS = 128;
const EARLY_LOOKS = 4;
const LOOK_LATER_MS = 300;
/** Maximum decodes per turn, so that music and talk in the room do not cause endless ones. */
const MOST_LOOKS = 12;
/** Speech that has not become louder by this time is not the caller's. */
const WEAK_UNTIL_MS = 480;
/** Loud steps after which a reply that was only ducked is muted. */
const LOUD_STEPS = 2;
/** The same, shortly after noise muted the reply needlessly. */
const LOUD_STEPS_CAUTIOUS = 8;
/** How long such noise, or a voice other than the caller's, is remembered. */
const CAUTIOUS_MS = 8000;
/** Maximum wait for words after a pause. Speech long enough for a sentence then counts as one. */
const LATE_WORDS_MS = 900;
const SENTENCE_MS = 500;
/** Loud speech of this length is an interruption regardless of the recogniser. */
const LONG_MS = 1600;
const HISTORY_STEPS = 12;
const STEP_MS = 32;

/**
 * Decides whether speech over a reply is an interruption. Pure: time comes from the inputs. Loud speech mutes the reply
 * at once, so that the agent does not talk over the caller while the words are being recognised; soft or doubtful
 * speech only lowers its volume.
 */
export function createInterruptionMachine(config: InterruptionConfig): InterruptionMachine {
  const voices = createRecentVoices();
  let overlap: Overlap | undefined;

  function begin(onsetMs: number, atMs: number, answers: boolean): InterruptionOutput[] {
    if (overlap?.verdict === 'cut' || overlap?.verdict === 'open') return [];
    // Speech that was let pass and has not ended is not judged again; speech that was too soft stays ignored until it
    // becomes louder.
    if (overlap !== undefined && (overlap.pause === undefined || overlap.because === 'distant')) return [];
    const loudSteps = voices.loudSince(onsetMs);
    const held = loudSteps > 0 && !voices.isCautious(atMs);
    overlap = {
      onsetMs: overlap?.onsetMs ?? onsetMs,
      answers,
      verdict: 'open',
      because: undefined,
      sinceMs: onsetMs,
      quieted: held ? 'held' : 'ducked',
      loudSteps,
      pause: undefined,
      lookAtMs: onsetMs + LOOK_AFTER_MS,
      looks: 0,
      softly: false,
    };
    if (held) return [{ type: 'hold', onsetMs }];
    // Continuous talk in the room does not duck the reply again each time.
    return loudSteps === 0 && voices.isRoomTalking(atMs) ? [] : [{ type: 'duck', onsetMs }];
  }

  function cut(current: Overlap): InterruptionOutput[] {
    current.verdict = 'cut';
    return [{ type: 'cut', onsetMs: current.onsetMs }];
  }

  function letPass(current: Overlap, because: NoInterruption, atMs: number): InterruptionOutput[] {
    const softly = current.pause === undefined && because !== 'distant';
    const isNews = current.verdict === 'open' || current.softly !== softly;
    current.verdict = 'let_pass';
    current.because = because;
    current.softly = softly;
    voices.passed(because, atMs);
    return isNews ? [{ type: 'go_on', softly, because }] : [];
  }

  function pass(step: VadStep): InterruptionOutput[] {
    const current = overlap;
    if (current === undefined || current.verdict === 'cut') return [];
    const { endMs: nowMs } = step;
    if (voices.isLoudVoice(step)) current.loudSteps += 1;
    if (current.because === 'distant') return returnFromAfar(current, nowMs);
    if (current.pause !== undefined) return waitForWords(current, nowMs);
    const outputs: InterruptionOutput[] = [];
    if (current.verdict === 'open') {
      if (nowMs - current.sinceMs >= WEAK_UNTIL_MS && current.loudSteps < LOUD_STEPS)
        return letPass(current, 'distant', nowMs);
      if (current.quieted === 'ducked' && current.loudSteps >= voices.loudStepsNeeded(nowMs)) {
        current.quieted = 'held';
        outputs.push({ type: 'hold', onsetMs: current.onsetMs });
      }
      if (nowMs - current.sinceMs >= LONG_MS) return [...outputs, ...cut(current)];
    }
    if (nowMs >= current.lookAtMs && current.looks < MOST_LOOKS && current.loudSteps >= LOUD_STEPS) {
      current.looks += 1;
      current.lookAtMs = nowMs + (current.looks <= EARLY_LOOKS ? LOOK_AGAIN_MS : LOOK_LATER_MS);
      outputs.push({ type: 'look' });
    }
    return outputs;
  }

  /** Starts judging again if a loud voice follows a distant one that was let pass. */
  function returnFromAfar(current: Overlap, nowMs: number): InterruptionOutput[] {
    if (voices.loudVoices < LOUD_STEPS) return [];
    overlap = undefined;
    return begin(nowMs - LOUD_STEPS * STEP_MS, nowMs, current.answers);
  }

  function waitForWords(current: Overlap, nowMs: number): InterruptionOutput[] {
    const { pause } = current;
    if (pause === undefined || current.verdict !== 'open' || nowMs - pause.seenMs < LATE_WORDS_MS) return [];
    return pause.endMs - current.sinceMs >= SENTENCE_MS ? cut(current) : letPass(current, 'unclear', nowMs);
  }

  function understand(input: InterruptionInput & { type: 'words' }): InterruptionOutput[] {
    const current = overlap;
    if (current === undefined || current.verdict === 'cut' || current.because === 'distant') return [];
    if (!input.final && current.pause !== undefined) return [];
    const { endMs } = current.pause ?? { endMs: input.atMs };
    const speechMs = endMs - current.onsetMs;
    const { judge, judgeSoFar } = config.words;
    const worth = (input.final ? judge : judgeSoFar)(input.heard, speechMs, config.minWords);
    if (worth === undefined) return [];
    const because = reasonToPass(current, worth);
    return because === undefined ? cut(current) : letPass(current, because, input.atMs);
  }

  return {
    step(input) {
      switch (input.type) {
        case 'over_reply':
          return begin(input.onsetMs, input.atMs, input.answers ?? false);
        case 'step':
          voices.step(input.step, input.weakDbfs);
          return pass(input.step);
        case 'paused': {
          if (overlap === undefined) return [];
          overlap.pause = { endMs: input.endMs, seenMs: input.atMs };
          const { verdict, because } = overlap;
          return verdict === 'let_pass' && because !== undefined ? letPass(overlap, because, input.atMs) : [];
        }
        case 'resumed':
          if (overlap === undefined) return [];
          overlap.pause = undefined;
          overlap.lookAtMs = Math.max(overlap.lookAtMs, input.atMs + LOOK_AGAIN_MS);
          return [];
        case 'words':
          return understand(input);
      }
    },
    conclude() {
      const over = overlap;
      overlap = undefined;
      if (over === undefined || over.verdict === 'cut') return undefined;
      return {
        onsetMs: over.onsetMs,
        judge: (heard, speechMs) => reasonToPass(over, config.words.judge(heard, speechMs, config.minWords)),
      };
    },
    get verdict() {
      return overlap?.verdict ?? 'none';
    },
  };
}

/** Returns undefined if it is an interruption. */
function reasonToPass({ answers, because, loudSteps }: Overlap, worth: OverlapWords): NoInterruption | undefined {
  if (because === 'distant') return because;
  if (worth === 'none') return 'noise';
  if (loudSteps < LOUD_STEPS) return 'distant';
  if (worth === 'words' || worth === 'command') return undefined;
  return answers && worth === 'filler' ? undefined : worth;
}

/** The last steps of the detector: which are loud, and whether noise or another voice was taken for the caller. */
function createRecentVoices() {
  const history: VadStep[] = [];
  let cautiousUntilMs = Number.NEGATIVE_INFINITY;
  let roomUntilMs = Number.NEGATIVE_INFINITY;
  let weakDbfs = -100;

  const isLoud = (step: VadStep): boolean => step.levelDbfs >= weakDbfs;
  const isLoudVoice = (step: VadStep): boolean => isLoud(step) && step.probability >= 0.5;
  const isCautious = (atMs: number): boolean => atMs < cautiousUntilMs;

  return {
    step(step: VadStep, levelDbfs: number): void {
      weakDbfs = levelDbfs;
      history.push(step);
      if (history.length > HISTORY_STEPS) history.shift();
    },
    isLoudVoice,
    get loudVoices() {
      return history.filter(isLoudVoice).length;
    },
    /** Returns how many steps have been loud since then. */
    loudSince: (onsetMs: number): number => history.filter((step) => step.endMs > onsetMs && isLoud(step)).length,
    /** Remembers speech that was let pass. */
    passed(because: NoInterruption, atMs: number): void {
      if (because === 'noise') cautiousUntilMs = atMs + CAUTIOUS_MS;
      if (because === 'distant') roomUntilMs = atMs + CAUTIOUS_MS;
    },
    isCautious,
    isRoomTalking: (atMs: number): boolean => atMs < roomUntilMs,
    loudStepsNeeded: (atMs: number): number => (isCautious(atMs) ? LOUD_STEPS_CAUTIOUS : LOUD_STEPS),
  };
}
