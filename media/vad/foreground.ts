import type { ForegroundEvent, VadStep } from '../line/turn.ts';

/**
 * Separates the caller's voice from softer voices in the room, such as a television, by level. Must receive every step,
 * in order. While one voice is known it changes nothing.
 */
export interface Foreground {
  /** `learns`: the step is not an echo of the agent, which is not a voice in the room. */
  step(step: VadStep, learns: boolean): ForegroundStep;
  /** Softer sounds are of the room; undefined while no voice in the room is known. */
  readonly belowDbfs: number | undefined;
}

export interface ForegroundStep {
  /** The step without the voices in the room. */
  readonly step: VadStep;
  /** Present when a second voice was found at this step. */
  readonly event: ForegroundEvent | undefined;
}

const STEP_MS = 32;
/** Probability from which a step contains a voice. */
const VOICE = 0.5;
const SILENT_DBFS = -100;
/** The level of a voice is that of its vowels: a high quantile of its steps. */
const VOWELS = 0.8;
const WINDOW_STEPS = 20;
/** Voiced steps after which a level is known well enough to compare a louder and a softer voice with it. */
const KNOWN_AFTER_STEPS = { louder: 24, softer: 48 } as const;
/**
 * A voice that exceeds the one before by this much within a quarter of a second is another, nearer one. No sentence of
 * 60 recorded prompts, alone or one after another at levels within 6 dB, does so.
 */
const LOUDER = { steps: 8, withinMs: 400, medianDb: 3, vowelsDb: 7.5 } as const;
/**
 * A voice whose vowels stay this much softer than the caller's for so many voiced steps is in the room. The ends of
 * sentences are as soft, but not for as long (the same prompts).
 */
const SOFTER = [
  { steps: 20, db: 14 },
  { steps: 40, db: 10.5 },
  { steps: 60, db: 8 },
] as const;
const MOST_STEPS = 60;
/** The border between the two: just above the vowels of the room, and within the range of the caller's speech. */
const BORDER = { aboveRoomDb: 5, mostBelowCallerDb: 20, leastBelowCallerDb: 4 } as const;
/** Voices whose levels are closer are treated as one. */
const LEAST_DISTANCE_DB = 6;
/** The caller speaks if this many of the last steps are above the border. */
const ACTIVE = { steps: 2, of: 3 } as const;
/** The caller's soft sounds after a loud one, which the room covers: more of them if the border is near the caller's level. */
const HANG_STEPS = { usual: 5, near: 8, nearDb: 9 } as const;
/** A room that has been silent for so long is forgotten. */
const FORGET_ROOM_MS = 10_000;
/** A caller who has been silent for so long may have moved away from the telephone: their level falls by 1 dB a second. */
const CALLER_FADES = { afterMs: 12_000, dbPerStep: 0.032 } as const;
/** Share of a new level in an estimate, per step. */
const SHARE = { louder: 0.1, softer: 0.007 } as const;

interface Voiced {
  readonly endMs: number;
  readonly levelDbfs: number;
}

/** Both levels in dBFS, of vowels. */
interface Voices {
  callerDbfs: number | undefined;
  /** Voiced steps that the caller's level is based on. */
  callerSteps: number;
  /** When the caller, and the room, were last heard. */
  callerMs: number;
  roomDbfs: number | undefined;
  roomMs: number;
}

export function createForeground(): Foreground {
  const voices: Voices = { callerDbfs: undefined, callerSteps: 0, callerMs: 0, roomDbfs: undefined, roomMs: 0 };
  /** The last voiced steps of the caller, or of the only voice so far, and of the room. */
  let caller: readonly Voiced[] = [];
  let room: readonly Voiced[] = [];
  let above: readonly boolean[] = [];
  let hang = 0;

  /** Follows the only voice known so far until there are two. */
  function follow(step: VadStep): ForegroundEvent | undefined {
    caller = [...caller, step].slice(-MOST_STEPS);
    const event = louder(step.endMs) ?? softer(step.endMs);
    if (event !== undefined) return event;
    // Without the newest steps, which may be of another voice.
    const settled = caller.slice(-WINDOW_STEPS - LOUDER.steps, -LOUDER.steps);
    voices.callerSteps += 1;
    voices.callerMs = step.endMs;
    if (settled.length > 0) voices.callerDbfs = moved(voices.callerDbfs, vowelsOf(settled));
    return undefined;
  }

  function louder(endMs: number): ForegroundEvent | undefined {
    const { callerDbfs, callerSteps } = voices;
    const newest = caller.slice(-LOUDER.steps).filter((step) => step.endMs > endMs - LOUDER.withinMs);
    if (callerDbfs === undefined || callerSteps < KNOWN_AFTER_STEPS.louder || newest.length < LOUDER.steps) return;
    const isLouder =
      quantile(newest, 0.5) >= callerDbfs + LOUDER.medianDb && vowelsOf(newest) >= callerDbfs + LOUDER.vowelsDb;
    if (!isLouder) return;
    const first = firstAbove(caller.slice(-2 * LOUDER.steps), callerDbfs + LOUDER.medianDb);
    room = caller.filter((step) => step.endMs < first.endMs);
    caller = caller.filter((step) => step.endMs >= first.endMs);
    voices.roomDbfs = callerDbfs;
    voices.roomMs = endMs;
    voices.callerDbfs = vowelsOf(caller);
    voices.callerSteps = caller.length;
    voices.callerMs = endMs;
    above = [true, true, true];
    return { type: 'louder_voice', onsetMs: first.endMs - STEP_MS, atMs: endMs };
  }

  function softer(endMs: number): ForegroundEvent | undefined {
    const { callerDbfs, callerSteps } = voices;
    if (callerDbfs === undefined || callerSteps < KNOWN_AFTER_STEPS.softer) return;
    const run = SOFTER.find(({ steps, db }) => {
      return caller.length >= steps && vowelsOf(caller.slice(-steps)) < callerDbfs - db;
    });
    if (run === undefined) return;
    room = caller.slice(-run.steps);
    caller = [];
    voices.roomDbfs = vowelsOf(room);
    voices.roomMs = endMs;
    above = [];
    hang = 0;
    return { type: 'room_voice', onsetMs: (room[0] as Voiced).endMs - STEP_MS, atMs: endMs };
  }

  /** Updates the levels of two known voices. */
  function learn(step: VadStep, owner: 'caller' | 'room'): void {
    const { endMs } = step;
    if (owner === 'caller') {
      caller = [...caller, step].slice(-WINDOW_STEPS);
      voices.callerMs = endMs;
      voices.callerDbfs = moved(voices.callerDbfs, vowelsOf(caller));
    } else {
      room = [...room, step].slice(-2 * WINDOW_STEPS);
      voices.roomMs = endMs;
      if (room.length >= WINDOW_STEPS / 2) voices.roomDbfs = moved(voices.roomDbfs, vowelsOf(room));
    }
  }

  const hangSteps = (borderDbfs: number): number =>
    (voices.callerDbfs ?? 0) - borderDbfs < HANG_STEPS.nearDb ? HANG_STEPS.near : HANG_STEPS.usual;

  /** Returns the step as the caller's part of it. */
  function separate(step: VadStep, borderDbfs: number, learns: boolean): VadStep {
    const { levelDbfs, probability, endMs } = step;
    const isVoice = probability >= VOICE;
    const isAbove = isVoice && levelDbfs >= borderDbfs;
    above = [...above, isAbove].slice(-ACTIVE.of);
    const active = above.filter(Boolean).length >= ACTIVE.steps;
    hang = active ? hangSteps(borderDbfs) : Math.max(0, hang - 1);
    if (active && isAbove) learn(step, 'caller');
    else if (isVoice && hang === 0 && learns) learn(step, 'room');
    if (hang === 0) return { endMs, probability: 0, levelDbfs: SILENT_DBFS, quartersDbfs: quarters(SILENT_DBFS) };
    if (active)
      return { ...step, quartersDbfs: step.quartersDbfs?.map((level) => aboveOnly(level, borderDbfs)) ?? [levelDbfs] };
    return {
      endMs,
      probability: Math.max(probability, VOICE),
      levelDbfs: borderDbfs,
      quartersDbfs: quarters(borderDbfs),
    };
  }

  return {
    step(step, learns) {
      if (settle(voices, step.endMs) === 'one') caller = [];
      const isOne = borderOf(voices) === undefined;
      const event = isOne && learns && step.probability >= VOICE ? follow(step) : undefined;
      const borderDbfs = borderOf(voices);
      return { step: borderDbfs === undefined ? step : separate(step, borderDbfs, learns), event };
    },
    get belowDbfs() {
      return borderOf(voices);
    },
  };
}

function borderOf({ callerDbfs, roomDbfs }: Voices): number | undefined {
  if (callerDbfs === undefined || roomDbfs === undefined) return undefined;
  const aboveRoom = Math.max(roomDbfs + BORDER.aboveRoomDb, callerDbfs - BORDER.mostBelowCallerDb);
  return Math.min(aboveRoom, callerDbfs - BORDER.leastBelowCallerDb);
}

/** Forgets a voice in the room that is silent or as loud as the caller. Returns `one` when it does. */
function settle(voices: Voices, endMs: number): 'one' | undefined {
  const { callerDbfs, roomDbfs } = voices;
  if (callerDbfs === undefined || roomDbfs === undefined) return undefined;
  const isGone = endMs - voices.roomMs > FORGET_ROOM_MS || callerDbfs - roomDbfs < LEAST_DISTANCE_DB;
  if (isGone) voices.roomDbfs = undefined;
  else if (endMs - voices.callerMs > CALLER_FADES.afterMs) voices.callerDbfs = callerDbfs - CALLER_FADES.dbPerStep;
  return isGone ? 'one' : undefined;
}

/** Returns the first of two neighbouring steps above this level. */
function firstAbove(steps: readonly Voiced[], dbfs: number): Voiced {
  const nth = steps.findIndex((_, i) => steps.slice(i, i + 3).filter(({ levelDbfs }) => levelDbfs >= dbfs).length >= 2);
  return steps[Math.max(0, nth)] as Voiced;
}

const aboveOnly = (levelDbfs: number, borderDbfs: number): number => (levelDbfs < borderDbfs ? SILENT_DBFS : levelDbfs);

const quarters = (dbfs: number): readonly number[] => [dbfs, dbfs, dbfs, dbfs];

const moved = (from: number | undefined, to: number): number =>
  from === undefined ? to : from + (to - from) * (to > from ? SHARE.louder : SHARE.softer);

const vowelsOf = (steps: readonly Voiced[]): number => quantile(steps, VOWELS);

function quantile(steps: readonly Voiced[], part: number): number {
  const sorted = steps.map(({ levelDbfs }) => levelDbfs).sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1))] ?? SILENT_DBFS;
}
