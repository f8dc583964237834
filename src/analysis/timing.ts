import type { ReadTurn } from './conversation.ts';
import type { Evidence, Facts, Field, FieldValue } from './types.ts';

/** A turn-timing metric, with the value that scores 100 and the value that scores 0. */
interface Measure {
  readonly full: number;
  readonly zero: number;
  /** Returns undefined if the conversation has nothing to measure. */
  readonly of: (parts: readonly Part[]) => Measured | undefined;
}

/** Consecutive turns of the agent and the customer, without a person in place of the agent. */
type Part = readonly ReadTurn[];

interface Measured {
  readonly value: number;
  /** Turns that show the measured value most clearly. */
  readonly at: readonly ReadTurn[];
}

const isOurs = ({ isAgents }: ReadTurn): boolean => isAgents;

/** Longer silence counts as dead air. */
const deadAirMs = 3000;
/** Longer overlap counts as talking over; shorter is a backchannel or a turn edge. */
const talkOverMs = 500;

const lengthOf = ({ startMs, endMs }: ReadTurn): number => Math.max(0, endMs - startMs);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const most = <T>(items: readonly T[], by: (item: T) => number): T | undefined =>
  items.reduce<T | undefined>((best, item) => (best === undefined || by(item) > by(best) ? item : best), undefined);

interface Gap {
  readonly before: ReadTurn;
  readonly after: ReadTurn;
  readonly ms: number;
}

/** Returns the gaps between turns; negative if the next turn begins before the other side ends. */
function gapsIn(turns: readonly ReadTurn[]): Gap[] {
  let latest: ReadTurn | undefined;
  return turns.flatMap((after) => {
    const before = latest;
    if (latest === undefined || after.endMs >= latest.endMs) latest = after;
    return before === undefined ? [] : [{ before, after, ms: after.startMs - before.endMs }];
  });
}

/** Splits a conversation where a person spoke in place of the agent; those turns and the silence around them are left out. */
function partsOf(turns: readonly ReadTurn[]): Part[] {
  const parts: ReadTurn[][] = [];
  let open: ReadTurn[] | undefined;
  for (const turn of turns) {
    if (turn.isWithPerson) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      parts.push(open);
    }
    open.push(turn);
  }
  return parts;
}

const spanMs = (turns: readonly ReadTurn[]): number =>
  Math.max(0, ...turns.map(({ endMs }) => endMs)) - (turns[0]?.startMs ?? 0);

/** Metrics by score field key, in seconds or as shares of 1. */
const measures: Readonly<Record<string, Measure>> = {
  dead_air: {
    full: 0.05,
    zero: 0.3,
    of: (parts) => {
      const silent = parts.flatMap(gapsIn).filter(({ ms }) => ms > deadAirMs);
      const longest = most(silent, ({ ms }) => ms);
      const all = sum(parts.map(spanMs));
      if (all === 0) return undefined;
      const at = longest === undefined ? parts.flat().slice(0, 1) : [longest.before, longest.after];
      return { value: sum(silent.map(({ ms }) => ms)) / all, at };
    },
  },
  talk_over: {
    full: 0,
    zero: 0.3,
    of: (parts) => {
      const turns = parts.flat();
      const ours = turns.filter(isOurs);
      // Agent turns that begin within a customer turn and overlap it for longer than the limit.
      const over = ours.filter((turn) =>
        turns.some(
          (other) =>
            other.speaker === 'customer' &&
            other.startMs < turn.startMs &&
            Math.min(other.endMs, turn.endMs) - turn.startMs > talkOverMs,
        ),
      );
      return ours.length === 0
        ? undefined
        : { value: over.length / ours.length, at: over.length > 0 ? over : ours.slice(0, 1) };
    },
  },
  response_latency: {
    full: 2,
    zero: 3.5,
    of: (parts) => {
      const answers = parts
        .flatMap(gapsIn)
        .filter(({ before, after }) => before.speaker === 'customer' && isOurs(after));
      const sorted = answers.toSorted((a, b) => a.ms - b.ms);
      const middle = sorted[Math.floor(sorted.length / 2)];
      return (
        middle && { value: Math.max(0, middle.ms) / 1000, at: [most(answers, ({ ms }) => ms)?.after ?? middle.after] }
      );
    },
  },
  talk_ratio: {
    full: 0.55,
    zero: 0.9,
    of: (parts) => {
      const turns = parts.flat();
      const ours = turns.filter(isOurs);
      const spoken = sum(turns.map(lengthOf));
      const longest = most(ours, lengthOf);
      const isTalk = turns.some(({ speaker }) => speaker === 'customer') && longest !== undefined && spoken > 0;
      return isTalk ? { value: sum(ours.map(lengthOf)) / spoken, at: [longest] } : undefined;
    },
  },
  longest_monologue: {
    full: 30,
    zero: 120,
    of: (parts) => {
      const longest = most(parts.flat().filter(isOurs), lengthOf);
      return longest && { value: lengthOf(longest) / 1000, at: [longest] };
    },
  },
};

/** Returns the score of a talk ratio by the shares of words, for a transcript without measured times. */
export function wordShareOf(turns: readonly ReadTurn[], field: Field, key: string): FieldValue | undefined {
  const ownTurns = turns.filter(isOurs);
  const longest = most(ownTurns, ({ words }) => words.length);
  const isTalk = turns.some(({ speaker }) => speaker === 'customer') && longest !== undefined;
  if (key !== 'talk_ratio' || !isTalk) return undefined;
  const wordsOf = (all: readonly ReadTurn[]): number => sum(all.map(({ words }) => words.length));
  const measured = { value: wordsOf(ownTurns) / Math.max(1, wordsOf(turns)), at: [longest] };
  return { ...scoredBy(measures.talk_ratio as Measure, measured, field), confidence: 0.6, method: 'words' };
}

/** Keys of score fields that are measured from turn times. */
export const timingKeys: readonly string[] = Object.keys(measures);

/**
 * Returns the 0 to 100 score of a timing field: 100 up to one bound, 0 from the other, linear between. Two numbers in
 * the field's options replace the bounds. Returns undefined if times are unknown or there is nothing to measure.
 */
export function timingScoreOf(turns: readonly ReadTurn[], field: Field, facts: Facts): FieldValue | undefined {
  const measure = measures[field.key];
  if (measure === undefined || facts.isTimed !== true) return undefined;
  const measured = measure.of(partsOf(turns));
  return measured && scoredBy(measure, measured, field);
}

function scoredBy(measure: Measure, measured: Measured, field: Field): FieldValue {
  const [first, second] = field.options.map(Number);
  const isOwn = first !== undefined && second !== undefined && Number.isFinite(first - second) && first !== second;
  const [full, zero] = isOwn ? [first, second] : [measure.full, measure.zero];
  const share = (zero - measured.value) / (zero - full);
  const evidence = measured.at.map(({ index, text }): Evidence => ({ turn: index, start: 0, end: text.length }));
  return {
    key: field.key,
    state: 'found',
    value: Math.round(100 * Math.min(1, Math.max(0, share))),
    confidence: 0.9,
    evidence,
    method: 'timing',
  };
}
