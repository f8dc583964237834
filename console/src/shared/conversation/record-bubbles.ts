import { type Bubble, joined, type Run } from '../../../../client/call/bubbles.ts';
import type { TurnLatency } from '../../../../client/call/messages.ts';
import { readPerson } from '../../../../client/call/person.ts';
import type { CallRecord } from '../../server/answers.ts';

/** A line of the stored transcript, with whether each word was heard. */
interface StoredLine {
  readonly turn: number;
  readonly speaker: string;
  readonly text: string;
  readonly startMs: number;
  readonly endMs?: number;
  readonly words: readonly { readonly text: string; readonly heard?: string }[];
  readonly spokenBy?: unknown;
}

/** Returns the stored conversation for display: with the event log in detail, otherwise the plain transcript. */
export function bubblesOfRecord(record: CallRecord): readonly Bubble[] {
  const lines = (record.events ?? []).flatMap((event) => (isLine(event.line) ? [event.line] : []));
  if (lines.length === 0) return record.transcript.map(plainBubble);
  const latest = new Map(lines.map((line) => [`${line.turn} ${line.speaker} ${line.startMs}`, line]));
  return [...latest]
    .filter(([, line]) => line.text.trim() !== '')
    .sort(([, a], [, b]) => a.startMs - b.startMs)
    .map(([key, line]) => ({
      key,
      speaker: sideOf(line.speaker),
      final: true,
      runs: runsOf(line),
      startMs: line.startMs,
      ...(line.endMs === undefined ? {} : { endMs: line.endMs }),
      person: readPerson(line.spokenBy),
      ...latencyAt(line, record),
    }));
}

/** Returns the caller's wait for a reply, on its first line only. */
function latencyAt({ speaker, turn, startMs }: StoredLine, { events, latency }: CallRecord): Pick<Bubble, 'latencyMs'> {
  const measured = latency.turns.find((one) => one.turn === turn);
  if (speaker !== 'agent' || measured === undefined) return {};
  const isLater = (events ?? []).some(
    ({ line }) => isLine(line) && line.speaker === 'agent' && line.turn === turn && line.startMs < startMs,
  );
  return isLater ? {} : { latencyMs: measured.total_ms };
}

const sideOf = (speaker: string): Bubble['speaker'] => (speaker === 'agent' ? 'agent' : 'caller');

const plainBubble = ({ speaker, text, timestamp, spoken_by: person }: CallRecord['transcript'][number]): Bubble => ({
  key: `${timestamp} ${speaker}`,
  speaker: sideOf(speaker),
  final: true,
  runs: [{ heard: 'yes', text }],
  startMs: timestamp * 1000,
  person,
});

function runsOf({ speaker, text, words }: StoredLine): readonly Run[] {
  if (speaker !== 'agent' || words.length === 0) return [{ heard: 'yes', text }];
  return joined(words.map((word) => ({ heard: word.heard?.endsWith('no') ? 'no' : 'yes', text: word.text })));
}

function isLine(value: unknown): value is StoredLine {
  const line = value as Partial<StoredLine> | undefined;
  return typeof line?.text === 'string' && typeof line.startMs === 'number' && Array.isArray(line.words);
}

export const turnsOfRecord = ({ latency }: CallRecord): readonly TurnLatency[] =>
  latency.turns.map((turn) => ({
    turn: turn.turn,
    endpoint: turn.endpoint_ms,
    recognition: turn.recognition_ms,
    agent: turn.agent_ms,
    synthesis: turn.synthesis_ms,
    queue: turn.queue_ms,
    network: turn.network_ms,
    total: turn.total_ms,
    estimated: turn.estimated,
  }));
