import type { Caption, LineState, ServerMessage, TurnLatency } from './messages.ts';
import type { Trouble } from './trouble.ts';

export type Phase = 'idle' | 'asking' | 'connecting' | 'live' | 'ended' | 'failed';

/** State of a call on the page. */
export interface Session {
  readonly phase: Phase;
  readonly callUuid?: string;
  readonly lineState?: LineState;
  /** In the order in which they began. */
  readonly captions: readonly Caption[];
  readonly turns: readonly TurnLatency[];
  /** When the line opened and closed, on the page's clock. */
  readonly startedMs?: number;
  readonly endedMs?: number;
  readonly endReason?: string;
  readonly trouble?: Trouble;
  /** Number of messages that could not be parsed. They are ignored. */
  readonly unreadable: number;
}

export type SessionEvent =
  | { readonly type: 'call_pressed' }
  | { readonly type: 'microphone_open' }
  | { readonly type: 'message'; readonly message: ServerMessage; readonly atMs: number }
  | { readonly type: 'unreadable' }
  | { readonly type: 'hung_up'; readonly atMs: number }
  | { readonly type: 'stream_closed'; readonly atMs: number }
  | { readonly type: 'failed'; readonly trouble: Trouble; readonly atMs: number };

export const noSession: Session = { phase: 'idle', captions: [], turns: [], unreadable: 0 };

/** Pure. Returns the next state of the call. Late events change nothing. */
export function nextSession(session: Session, event: SessionEvent): Session {
  if (event.type === 'call_pressed') return isUnderway(session) ? session : { ...noSession, phase: 'asking' };
  if (!isUnderway(session)) return session.phase === 'idle' ? session : correct(session, event);
  switch (event.type) {
    case 'microphone_open':
      return { ...session, phase: 'connecting' };
    case 'message':
      return hear(session, event.message, event.atMs);
    case 'unreadable':
      return { ...session, unreadable: session.unreadable + 1 };
    case 'hung_up':
      return session.phase === 'live' ? over(session, event.atMs, 'caller_hung_up') : noSession;
    case 'stream_closed':
      return fail(session, session.phase === 'live' ? 'stream_lost' : 'stream_refused', event.atMs);
    case 'failed':
      return fail(session, event.trouble, event.atMs);
  }
}

export const isUnderway = ({ phase }: Session): boolean =>
  phase === 'asking' || phase === 'connecting' || phase === 'live';

/** After the end, only captions that correct what was heard are accepted. */
function correct(session: Session, event: SessionEvent): Session {
  if (event.type !== 'message' || event.message.type !== 'caption') return session;
  return { ...session, captions: withCaption(session.captions, { ...event.message.caption, final: true }) };
}

function hear(session: Session, message: ServerMessage, atMs: number): Session {
  switch (message.type) {
    case 'ready':
      return { ...session, phase: 'live', callUuid: message.callUuid, startedMs: atMs };
    case 'caption':
      return { ...session, captions: withCaption(session.captions, message.caption) };
    case 'state':
      return { ...session, lineState: message.state };
    case 'latency':
      return { ...session, turns: withTurn(session.turns, message.latency) };
    case 'ended':
      return over(session, atMs, message.reason);
    case 'media':
    case 'mark':
    case 'clear':
      return session;
  }
}

/** Updates a caption in place. A non-final caption with the id of a final one of the caller begins a new line. */
function withCaption(captions: readonly Caption[], caption: Caption): readonly Caption[] {
  const at = captions.findLastIndex(({ id }) => id === caption.id);
  const earlier = captions[at];
  if (earlier === undefined) return isBlank(caption) ? captions : inserted(captions, caption);
  if (earlier.final && !caption.final && caption.speaker === 'caller') return [...captions, caption];
  return isBlank(caption) ? captions.toSpliced(at, 1) : captions.with(at, caption);
}

/** Inserts by phrase number, because a listener who joins during a reply receives its later phrases first. */
function inserted(captions: readonly Caption[], caption: Caption): readonly Caption[] {
  const [turn, phrase] = placeOf(caption);
  if (caption.speaker === 'caller' || phrase === undefined) return [...captions, caption];
  const later = captions.findIndex((other) => {
    const [otherTurn, otherPhrase] = placeOf(other);
    return other.speaker === 'agent' && otherTurn === turn && Number(otherPhrase) > Number(phrase);
  });
  return later === -1 ? [...captions, caption] : captions.toSpliced(later, 0, caption);
}

/** The id of an agent's caption is its turn, its reply and its phrase: `a2.r5.p1`. */
const placeOf = ({ id }: Caption): readonly [turn: string, phrase: string | undefined] => [
  id.split('.')[0] as string,
  /\.\D*(\d+)$/.exec(id)?.[1],
];

const isBlank = ({ text }: Caption): boolean => text.trim() === '';

function withTurn(turns: readonly TurnLatency[], latency: TurnLatency): readonly TurnLatency[] {
  const at = turns.findIndex(({ turn }) => turn === latency.turn);
  return at === -1 ? [...turns, latency] : turns.with(at, latency);
}

/** Ends the call. Makes unfinished captions final, since they cannot change any more. */
function over(session: Session, endedMs: number, endReason: string): Session {
  const captions = session.captions.map((caption) => (caption.final ? caption : { ...caption, final: true }));
  const { lineState: _, ...rest } = session;
  return { ...rest, phase: 'ended', captions, endedMs, endReason };
}

function fail(session: Session, trouble: Trouble, atMs: number): Session {
  if (session.phase !== 'live') return { ...session, phase: 'failed', trouble };
  return { ...over(session, atMs, trouble), phase: 'failed', trouble };
}
