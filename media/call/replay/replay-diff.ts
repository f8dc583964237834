import type { RecognitionEntry } from '../../ports.ts';

/** A caller turn from the journal. Times are milliseconds of the track. */
export interface HeardTurn {
  readonly onsetMs: number;
  /** Effects on a reply that it overlapped: "duck", "hold", "cut" or "go_on", in order. */
  readonly interrupts: readonly string[];
  /** How often the caller was thought to have finished. */
  readonly pauses: number;
  readonly text: string;
  readonly outcome: 'words' | 'let pass' | 'nothing' | 'not understood' | 'call ended';
  /** `endMs`: end of speech. `waitMs`: time from there until the words went to the agent. */
  readonly endMs?: number;
  readonly waitMs?: number;
  readonly reason?: string;
  readonly entries: readonly RecognitionEntry[];
}

export interface ComparedTurn {
  readonly was?: HeardTurn;
  readonly is?: HeardTurn;
  readonly same: boolean;
  /** First entry that differs between the two; undefined if none does. */
  readonly parting?: { readonly was?: RecognitionEntry; readonly is?: RecognitionEntry };
}

/** Turns whose onsets are at most this far apart are the same turn. */
const sameOnsetMs = 300;
const stepMs = 32;

/**
 * Compares the recognition of a call, turn by turn, with that of a replay. Entries before the first turn belong to it.
 */
export function compareRecognition(was: readonly RecognitionEntry[], is: readonly RecognitionEntry[]): ComparedTurn[] {
  const left = [...turnsOf(is)];
  const compared: ComparedTurn[] = [];
  for (const turn of turnsOf(was)) {
    const at = left.findIndex((other) => Math.abs(other.onsetMs - turn.onsetMs) <= sameOnsetMs);
    const twin = at < 0 ? undefined : left.splice(at, 1)[0];
    compared.push(twin === undefined ? { was: turn, same: false } : compare(turn, twin));
  }
  compared.push(...left.map((turn) => ({ is: turn, same: false })));
  return compared.sort((a, b) => onsetOf(a) - onsetOf(b));
}

const onsetOf = ({ was, is }: ComparedTurn): number => (was ?? is)?.onsetMs ?? 0;

function compare(was: HeardTurn, is: HeardTurn): ComparedTurn {
  const parting = partingOf(was.entries, is.entries);
  return parting === undefined ? { was, is, same: true } : { was, is, same: false, parting };
}

/** Returns the first difference between two lists of entries. */
export function partingOf(was: readonly RecognitionEntry[], is: readonly RecognitionEntry[]): ComparedTurn['parting'] {
  for (let i = 0; i < Math.max(was.length, is.length); i++) {
    const [a, b] = [was[i], is[i]];
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    return { ...(a === undefined ? {} : { was: a }), ...(b === undefined ? {} : { is: b }) };
  }
  return undefined;
}

function turnsOf(entries: readonly RecognitionEntry[]): HeardTurn[] {
  const starts = entries.flatMap((entry, index) => ('out' in entry && entry.out === 'turnStarted' ? [index] : []));
  return starts.map((start, i) => {
    const from = i === 0 ? 0 : backToInterruption(entries, start);
    const next = starts[i + 1];
    const until = next === undefined ? entries.length : backToInterruption(entries, next);
    return describe(entries.slice(from, until), entries[start] as RecognitionEntry);
  });
}

/** Returns the start of a turn's entries: an interruption is reported just before the turn that it begins. */
function backToInterruption(entries: readonly RecognitionEntry[], start: number): number {
  let from = start;
  while (from > 0 && entries[from - 1]?.beat === entries[start]?.beat) from -= 1;
  const interruption = entries.slice(from, start).findIndex((entry) => 'out' in entry && entry.out === 'interruption');
  return interruption < 0 ? start : from + interruption;
}

interface TurnEnd {
  readonly onsetMs?: number;
  readonly endMs?: number;
  readonly text?: string;
  readonly reason?: string;
  readonly because?: string;
}

function describe(entries: readonly RecognitionEntry[], start: RecognitionEntry): HeardTurn {
  const outs = entries.flatMap((entry) => ('out' in entry ? [entry] : []));
  const named = (name: string) => outs.find((entry) => entry.out === name);
  const ended = named('turnEnded') ?? named('turnPassed') ?? named('lastWords');
  const turnEnd = (ended?.args[0] ?? {}) as TurnEnd;
  const onsetMs = 'out' in start ? (start.args[0] as number) : 0;
  const common = {
    onsetMs,
    interrupts: outs.flatMap(({ out, args }) => (out === 'interruption' ? [(args[0] as { type: string }).type] : [])),
    pauses: entries.filter((entry) => 'ask' in entry && entry.kind === 'final').length,
    text: turnEnd.text ?? '',
    entries,
  };
  if (ended === undefined) {
    const outcome = named('turnDiscarded') ? 'nothing' : named('turnLost') ? 'not understood' : 'call ended';
    return { ...common, outcome };
  }
  return {
    ...common,
    outcome: ended.out === 'lastWords' ? 'call ended' : ended.out === 'turnPassed' ? 'let pass' : 'words',
    ...(turnEnd.endMs === undefined ? {} : { endMs: turnEnd.endMs, waitMs: atMs(ended.beat) - turnEnd.endMs }),
    ...(turnEnd.reason === undefined ? {} : { reason: turnEnd.reason }),
    ...(turnEnd.because === undefined ? {} : { reason: turnEnd.because }),
  };
}

/** Two beats are one step. */
const atMs = (beat: number): number => Math.floor(beat / 2) * stepMs;
