import type { Dictation, TurnEndReason, TurnInput, TurnOutput } from '../line/turn.ts';
import {
  asksQuestion,
  type Completeness,
  countWords,
  endsDictation,
  isFirstItem,
  judgeAwaited,
  judgeCompleteness,
  numberEnd,
  wordsOfASentence,
} from './completeness.ts';
import { type CompletenessWords, completenessWordsOf } from './completeness-words.ts';
import { defaultWaits, dictationWait, type PauseEvidence, type Waits, waitFor } from './endpoint-wait.ts';

export interface TurnMachineConfig {
  /** Minimum silence before any turn ends, set by the operator. */
  readonly endpointingMs?: number;
  /** Maximum length of a turn. Speech beyond it begins the next one. */
  readonly maxTurnMs?: number;
  /** Time after which speech that was in progress when a reply became audible interrupts it. */
  readonly overlapMs?: number;
  readonly waits?: Partial<Waits>;
  /** The caller's language; English by default. */
  readonly languageCode?: string;
}

export interface TurnMachine {
  step(input: TurnInput): readonly TurnOutput[];
  /** Returns whether the current pause ends the turn, if it lasts until then. */
  endsBy(atMs: number): boolean;
}

/** What the number of the words and the punctuation show. */
type Form = Pick<PauseEvidence, 'brief' | 'asks'>;

interface Pause {
  readonly id: number;
  readonly endMs: number;
  text?: string;
  form: Form;
  probability?: number;
  /** Whether the end-of-turn model was consulted. */
  asked?: boolean;
}

interface Turn {
  readonly onsetMs: number;
  /** Absent while the caller speaks. */
  pause: Pause | undefined;
  partialText: string;
  /**
   * Set when the caller paused inside a number, a spelling or an address and continued. `words`: word count at that
   * time.
   */
  dictating: { readonly words: number } | undefined;
  /** What the caller was asked to read out. */
  awaited: Dictation | undefined;
  /** Start of the speech since the last pause. */
  groupMs: number;
  /** Number of consecutive short groups, each followed by a pause. */
  shortGroups: number;
  /** Longest pause so far after such a group. */
  longestGapMs: number;
}

/**
 * Pace of letters and digits read out one by one: groups no longer than this, with at least this much silence between
 * them. After two of them the third is treated as dictation, regardless of the recognised words.
 */
const PACE = { longestGroupMs: 900, leastGapMs: 160, groups: 2 } as const;

/** With longer pauses between groups, the last digit of a number may come after the wait for a sure end. */
const SLOW_GAP_MS = 250;

/**
 * Shorter speech may turn out to be too few words for a sentence, which needs the end-of-turn model. It is consulted at
 * once, so that its verdict arrives with the words.
 */
const SHORT_SPEECH_MS = 1200;

/**
 * Speech that returns right after a turn ended is accepted after two more steps, since a reply may be about to start.
 */
const RETURN_MS = 64;

/** An onset may be reported this much before the first voiced step. */
const ONSET_MS = 200;

/**
 * Determines when turns begin, pause and end. Pure: time comes from the inputs. Inputs for an earlier pause are
 * ignored.
 */
export function createTurnMachine(config: TurnMachineConfig = {}): TurnMachine {
  const waits: Waits = { ...defaultWaits, ...config.waits };
  const maxTurnMs = config.maxTurnMs ?? 60_000;
  const floorMs = config.endpointingMs ?? 0;
  const words = completenessWordsOf(config.languageCode ?? 'en');
  let turn: Turn | undefined;
  let nextPauseId = 1;
  let nowMs = 0;
  /** Onset of speech while no turn is open. */
  let returnedMs: number | undefined;
  const bargeIn = createBargeInReports(config.overlapMs ?? 200);

  function begin(onsetMs: number): TurnOutput[] {
    turn = newTurn(onsetMs);
    returnedMs = undefined;
    bargeIn.otherSpeech();
    return bargeIn.report(onsetMs);
  }

  const open = (onsetMs: number): TurnOutput[] => [...begin(onsetMs), { type: 'turn_started', onsetMs }];

  function goOn(current: Turn): TurnOutput[] {
    const dropped = current.pause;
    current.pause = undefined;
    if (dropped === undefined) return bargeIn.report(nowMs);
    noteGroup(current, dropped, nowMs, words);
    // Speech over a resumed reply is reported again.
    bargeIn.otherSpeech();
    return [{ type: 'pause_dropped', pauseId: dropped.id }, ...bargeIn.report(nowMs)];
  }

  function pauseAt(endMs: number): Pause {
    const pause = { id: nextPauseId, endMs, form: noWords };
    nextPauseId += 1;
    return pause;
  }

  function end(pause: Pause, reason: TurnEndReason): TurnOutput[] {
    turn = undefined;
    // A final result without words: a cough or a click.
    if (pause.text !== undefined && pause.text.trim() === '') return [{ type: 'turn_discarded' }];
    return [{ type: 'turn_ended', pauseId: pause.id, endMs: pause.endMs, reason }];
  }

  function endIfDue(): TurnOutput[] {
    if (turn === undefined) return returnIfDue();
    const { pause } = turn;
    if (pause !== undefined) {
      const { dueMs, reason } = endOf(turn, pause);
      return nowMs >= dueMs ? end(pause, reason) : [];
    }
    if (nowMs - turn.onsetMs < maxTurnMs) return bargeIn.overDue(turn.onsetMs, nowMs);
    const cut = pauseAt(nowMs);
    returnedMs = nowMs;
    return [startOf(cut), ...end(cut, 'cap')];
  }

  function endOf(current: Turn, pause: Pause): { dueMs: number; reason: TurnEndReason } {
    const { waitMs, reason } = waitFor(waitsOf(current, pause, waits, words), evidenceOf(current, pause, words));
    return { dueMs: pause.endMs + Math.max(waitMs, floorMs), reason };
  }

  function returnIfDue(): TurnOutput[] {
    return returnedMs !== undefined && nowMs - returnedMs >= RETURN_MS ? open(returnedMs) : [];
  }

  function take(input: TurnInput): TurnOutput[] {
    switch (input.type) {
      case 'speech_started':
        return turn === undefined ? open(input.onsetMs) : goOn(turn);
      case 'louder_voice':
        return turn === undefined ? [] : [{ type: 'turn_replaced', onsetMs: input.onsetMs }, ...begin(input.onsetMs)];
      case 'room_voice':
        if (turn === undefined || turn.onsetMs < input.onsetMs - ONSET_MS) return [];
        turn = undefined;
        return [{ type: 'turn_discarded' }];
      case 'speech_resumed':
        if (turn !== undefined) return goOn(turn);
        returnedMs ??= input.atMs;
        return [];
      case 'speech_paused':
        returnedMs = undefined;
        if (turn === undefined || turn.pause !== undefined) return [];
        turn.pause = pauseAt(input.endMs);
        return [startOf(turn.pause), ...(input.endMs - turn.onsetMs < SHORT_SPEECH_MS ? wantVerdict(turn.pause) : [])];
      case 'words':
        return takeWords(input.text, input.final ? input.pauseId : undefined);
      case 'awaits':
        if (turn !== undefined) turn.awaited = input.dictation;
        return [];
      case 'verdict':
        if (turn?.pause?.id === input.pauseId) turn.pause.probability = input.probability;
        return [];
      case 'reply':
        bargeIn.reply(input.audible, input.atMs);
        return [];
      case 'silence':
      case 'tick':
        return [];
    }
  }

  function takeWords(text: string, pauseId: number | undefined): TurnOutput[] {
    if (turn === undefined) return [];
    if (pauseId === undefined) turn.partialText = text;
    if (turn.pause === undefined || turn.pause.id !== pauseId) return [];
    const { pause } = turn;
    pause.text = text;
    pause.form = formOf(text);
    if (text.trim() === '') return [];
    return needsVerdict(judge(turn, text, words), pause.form) ? wantVerdict(pause) : [];
  }

  function wantVerdict(pause: Pause): TurnOutput[] {
    if (pause.asked === true) return [];
    pause.asked = true;
    return [{ type: 'verdict_wanted', pauseId: pause.id }];
  }

  return {
    step(input) {
      if ('atMs' in input) nowMs = Math.max(nowMs, input.atMs);
      const outputs = take(input);
      return [...outputs, ...endIfDue()];
    },
    endsBy: (atMs) => turn?.pause !== undefined && atMs >= endOf(turn, turn.pause).dueMs,
  };
}

/** Reports speech over an audible reply, once for each piece of speech. */
function createBargeInReports(overlapMs: number) {
  /** Time at which the reply became audible; undefined while it is not. */
  let audibleMs: number | undefined;
  let isReported = false;

  function report(onsetMs: number): TurnOutput[] {
    if (audibleMs === undefined || isReported) return [];
    isReported = true;
    return [{ type: 'barge_in', onsetMs }];
  }

  return {
    report,
    /** Other speech begins, which is reported by itself. */
    otherSpeech(): void {
      isReported = false;
    },
    /** Reports speech that was in progress when the reply became audible, once it has lasted long enough. */
    overDue(onsetMs: number, nowMs: number): TurnOutput[] {
      return audibleMs === undefined || nowMs - Math.max(audibleMs, onsetMs) < overlapMs ? [] : report(nowMs);
    },
    reply(audible: boolean, atMs: number): void {
      if (audible) {
        audibleMs ??= atMs;
        return;
      }
      audibleMs = undefined;
      isReported = false;
    },
  };
}

/** Updates the dictation state from a pause inside the turn. */
function noteGroup(current: Turn, { text, endMs }: Pause, nowMs: number, words: CompletenessWords): void {
  if (nowMs - endMs >= PACE.leastGapMs) {
    current.shortGroups = endMs - current.groupMs <= PACE.longestGroupMs ? current.shortGroups + 1 : 0;
    current.longestGapMs = current.shortGroups === 0 ? 0 : Math.max(current.longestGapMs, nowMs - endMs);
    current.groupMs = nowMs;
  }
  const dictates = text !== undefined && judge(current, text, words) === 'dictating';
  if (dictates || current.shortGroups >= PACE.groups) current.dictating = { words: countWords(text ?? '') };
}

/** Whether the caller was asked to read something out, or has read out part of something. */
const isReadOut = ({ awaited, dictating }: Turn): boolean => awaited !== undefined || dictating !== undefined;

/** The waits at this caller's pace. */
const waitsOf = (
  { awaited, partialText, longestGapMs }: Turn,
  { text }: Pause,
  waits: Waits,
  w: CompletenessWords,
): Waits => ({
  ...waits,
  dictationMs: dictationWait(waits, {
    longestGapMs,
    isFirstItem: awaited !== undefined && awaited !== 'address' && isFirstItem(text ?? partialText, w),
  }),
});

function evidenceOf(current: Turn, { text, probability, form }: Pause, words: CompletenessWords): PauseEvidence {
  const { partialText, dictating, awaited } = current;
  if (text === undefined) {
    const dictatedSoFar = dictating !== undefined || judge(current, partialText, words) === 'dictating';
    return { probability, completeness: undefined, dictatedSoFar, ...form, whole: false, empty: false };
  }
  const number = isReadOut(current) ? numberEnd(text, awaited, words) : undefined;
  const mayGoOn = number === 'open' && current.longestGapMs > SLOW_GAP_MS;
  return {
    probability,
    completeness: mayGoOn ? 'dictating' : judge(current, text, words),
    dictatedSoFar: false,
    ...form,
    whole: number !== undefined && !mayGoOn,
    // While dictating, an empty result may be an unrecognised letter.
    empty: text.trim() === '' && dictating === undefined && awaited === undefined,
  };
}

/** A single misheard letter or digit must not end a dictation. */
function judge({ dictating, awaited }: Turn, text: string, words: CompletenessWords): Completeness {
  if (dictating !== undefined && !endsDictation(text, dictating.words, awaited, words)) return 'dictating';
  return awaited === undefined ? judgeCompleteness(text, words) : judgeAwaited(text, awaited, words);
}

const newTurn = (onsetMs: number): Turn => ({
  onsetMs,
  pause: undefined,
  partialText: '',
  dictating: undefined,
  awaited: undefined,
  groupMs: onsetMs,
  shortGroups: 0,
  longestGapMs: 0,
});

const noWords: Form = { brief: false, asks: false };

const formOf = (text: string): Form => ({ brief: countWords(text) < wordsOfASentence, asks: asksQuestion(text) });

/** A question may be answered sooner when the end-of-turn model agrees. */
const needsVerdict = (completeness: Completeness, { brief, asks }: Form): boolean =>
  completeness === 'unsure' || (completeness === 'complete' && (brief || asks));

const startOf = (pause: Pause): TurnOutput => ({ type: 'pause_started', pauseId: pause.id, endMs: pause.endMs });
