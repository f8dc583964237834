import { type Person, readPerson } from './person.ts';

/** State of turn-taking, as reported by the server. */
export type LineState = 'listening' | 'thinking' | 'speaking';

/** A line of live captions. `id` is constant while the line grows or is corrected. */
export interface Caption {
  readonly id: string;
  readonly speaker: 'agent' | 'caller';
  readonly text: string;
  readonly final: boolean;
  /** In agent lines, how many words the caller has heard, counted from the first. */
  readonly heardWords?: number;
  /** The person who says this in place of the agent. */
  readonly person?: Person;
}

export const stages = ['endpoint', 'recognition', 'agent', 'synthesis', 'queue', 'network'] as const;
export type Stage = (typeof stages)[number];

/** Milliseconds from the caller's last speech sample to the first sample of the reply. */
export type TurnLatency = Readonly<Record<Stage, number>> & {
  readonly turn: number;
  readonly total: number;
  /** Whether the end is the server's estimate instead of an acknowledgement. */
  readonly estimated: boolean;
};

export type ServerMessage =
  | { readonly type: 'ready'; readonly callUuid: string }
  | { readonly type: 'media'; readonly samples: Int16Array<ArrayBuffer> }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' }
  | { readonly type: 'caption'; readonly caption: Caption }
  | { readonly type: 'state'; readonly state: LineState }
  | { readonly type: 'latency'; readonly latency: TurnLatency }
  | { readonly type: 'ended'; readonly reason: string };

/** Parses a message of the browser dialect; returns undefined if it is malformed or of an unknown type. */
export function readServerMessage(data: unknown): ServerMessage | undefined {
  const fields = typeof data === 'string' ? parseObject(data) : undefined;
  switch (fields?.event) {
    case 'ready':
      return isText(fields.call_uuid) ? { type: 'ready', callUuid: fields.call_uuid } : undefined;
    case 'media':
      return readMedia(fields.payload);
    case 'mark':
      return isText(fields.name) ? { type: 'mark', name: fields.name } : undefined;
    case 'clear':
      return { type: 'clear' };
    case 'transcript':
      return readCaption(fields);
    case 'state':
      return readState(fields.state);
    case 'latency':
      return readLatency(fields);
    case 'ended':
      return isText(fields.reason) ? { type: 'ended', reason: fields.reason } : undefined;
    default:
      return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

function readMedia(payload: unknown): ServerMessage | undefined {
  if (!isText(payload)) return undefined;
  let binary: string;
  try {
    binary = atob(payload);
  } catch {
    return undefined;
  }
  if (binary.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return { type: 'media', samples: new Int16Array(bytes.buffer) };
}

function readCaption({ id, speaker, text, final, heard, spoken_by: by }: Fields): ServerMessage | undefined {
  if (!isText(id) || typeof text !== 'string' || typeof final !== 'boolean') return undefined;
  if (speaker !== 'agent' && speaker !== 'caller') return undefined;
  const heardWords = countOf(heard);
  const person = readPerson(by);
  return {
    type: 'caption',
    caption: {
      id,
      speaker,
      text,
      final,
      ...(heardWords === undefined ? {} : { heardWords }),
      ...(person === undefined ? {} : { person }),
    },
  };
}

function readState(state: unknown): ServerMessage | undefined {
  return state === 'listening' || state === 'thinking' || state === 'speaking' ? { type: 'state', state } : undefined;
}

function readLatency(fields: Fields): ServerMessage | undefined {
  const turn = countOf(fields.turn);
  const total = countOf(fields.total);
  if (turn === undefined || total === undefined) return undefined;
  const split = Object.fromEntries(stages.map((stage) => [stage, countOf(fields[stage]) ?? 0])) as Record<
    Stage,
    number
  >;
  return { type: 'latency', latency: { ...split, turn, total, estimated: Boolean(fields.estimated) } };
}
