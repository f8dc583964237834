import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Channels } from '../data/index.ts';
import { createMessageSeal, type RefusedMessage } from './message-seal.ts';

export type BusReply =
  | { readonly kind: 'answer'; readonly body: unknown }
  /** The node serves the subject, and its handler threw. */
  | { readonly kind: 'failed'; readonly why: string }
  /**
   * No response within the time limit: the node is down, disconnected from the database, or does not serve the subject.
   */
  | { readonly kind: 'no_answer' }
  /** The message exceeds a channel's limit: send an identifier and let the receiver read the row. */
  | { readonly kind: 'too_large'; readonly bytes: number };

/**
 * Messages between nodes. Nothing is stored: a disconnected node misses messages. Database rows are therefore
 * authoritative, a message only signals a change, and every user of the bus has a slower fallback.
 */
export interface Bus {
  /** Sends to every node, including this one. Returns false if the message is too large or could not be sent. */
  publish(subject: string, body: unknown): Promise<boolean>;
  /** Returns a function that unsubscribes. */
  subscribe(subject: string, onMessage: (body: unknown) => void): () => void;
  /** Sends a request to one node. Resends it under the same id if no response arrives within half the timeout. */
  request(node: string, subject: string, body: unknown, options?: RequestOptions): Promise<BusReply>;
  /** Handles requests for a subject. Runs once per id, however often the request arrives. */
  serve(subject: string, handler: (body: unknown) => Promise<unknown>): void;
  /** Resolves pending requests with `no_answer`. Idempotent. */
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly timeoutMs?: number;
  /** Two requests with one id have one effect. A new id by default. */
  readonly id?: string;
}

/** A faster transport between nodes, which may be unavailable. */
export interface Broker {
  readonly isUp: boolean;
  /** Calls `heard` for messages to this node and to all nodes. */
  listen(node: string, heard: (message: string) => void): void;
  /** Sends to a node, or to all (`*`). Throws while disconnected. */
  send(to: string, message: string): void;
  close(): Promise<void>;
}

export interface BusOptions {
  /** Database channels, available on every node. They carry what the broker cannot. */
  readonly channels: Channels;
  readonly broker?: Broker;
  /** Id of this process; never used by another one. */
  readonly node: string;
  /** Secret shared by all nodes. Messages that are not signed with it are dropped. */
  readonly secret: string;
  readonly wallMs: () => number;
  /** Called for each dropped message. */
  readonly onRefused: (why: RefusedMessage) => void;
  readonly onTrouble: (error: unknown) => void;
}

const channel = 'parley_bus';
/** PostgreSQL rejects a payload of 8,000 bytes. A request that is sent again may have a longer number. */
const maxBytes = 7990;
const defaultTimeoutMs = 1000;
/** Number of responses kept for repeated requests. */
const maxServed = 1000;

const message = z.object({
  /** A node, or `*` for all. */
  to: z.string(),
  from: z.string(),
  kind: z.enum(['event', 'ask', 'answer', 'failed']),
  id: z.string(),
  subject: z.string(),
  body: z.unknown(),
});
type Message = z.output<typeof message>;

/** Transport of a message; a response uses that of its request. */
type Way = 'broker' | 'channels';

export function openBus({ channels, broker, node, secret, wallMs, onRefused, onTrouble }: BusOptions): Bus {
  const { seal, open } = createMessageSeal({ secret, node, wallMs });
  const subscribers = new Map<string, Set<(body: unknown) => void>>();
  const handlers = new Map<string, (body: unknown) => Promise<unknown>>();
  const waiting = new Map<string, (reply: BusReply) => void>();
  const served = new Map<string, Promise<Pick<Message, 'kind' | 'body'>>>();
  const onMessage = (way: Way) => (text: string) => {
    try {
      const opened = open(text);
      if (opened.kind === 'refused') onRefused(opened.why);
      else hear(message.parse(opened.body), way);
    } catch (error) {
      onTrouble(error);
    }
  };
  const unlisten = channels.listen(channel, onMessage('channels'));
  broker?.listen(node, onMessage('broker'));

  async function send(way: Way, to: string, text: string): Promise<void> {
    if (way === 'broker' && broker?.isUp) broker.send(to, text);
    else await channels.notify(channel, text);
  }

  /** Each text can be received once. */
  const textOf = (sent: Omit<Message, 'from'>): string => seal({ ...sent, from: node });

  function hear(heard: Message, way: Way): void {
    if (heard.to !== node && !(heard.to === '*' && heard.kind === 'event')) return;
    if (heard.kind === 'event') for (const onEvent of subscribers.get(heard.subject) ?? []) onEvent(heard.body);
    else if (heard.kind === 'ask') answer(heard, way).catch(onTrouble);
    else if (heard.kind === 'answer') waiting.get(heard.id)?.({ kind: 'answer', body: heard.body });
    else waiting.get(heard.id)?.({ kind: 'failed', why: String(heard.body) });
  }

  async function answer({ from, id, subject, body }: Message, way: Way): Promise<void> {
    const handler = handlers.get(subject);
    if (handler === undefined) return;
    const pending = served.get(id);
    const result =
      pending ??
      handler(body).then(
        (value) => ({ kind: 'answer', body: value ?? null }) as const,
        (error: unknown) => ({ kind: 'failed', body: error instanceof Error ? error.message : String(error) }) as const,
      );
    if (pending === undefined) remember(id, result);
    const text = textOf({ to: from, id, subject, ...(await result) });
    const tooLarge = { to: from, id, subject, kind: 'failed', body: 'the answer is too large' } as const;
    await send(way, from, Buffer.byteLength(text) > maxBytes ? textOf(tooLarge) : text);
  }

  function remember(id: string, result: Promise<Pick<Message, 'kind' | 'body'>>): void {
    served.set(id, result);
    const [oldest] = served.keys();
    if (served.size > maxServed && oldest !== undefined) served.delete(oldest);
  }

  return {
    async publish(subject, body) {
      const text = textOf({ to: '*', kind: 'event', id: randomUUID(), subject, body });
      if (Buffer.byteLength(text) > maxBytes) return false;
      return send('broker', '*', text).then(
        () => true,
        (error: unknown) => {
          onTrouble(error);
          return false;
        },
      );
    },
    subscribe(subject, onMessage) {
      const all = subscribers.get(subject) ?? new Set();
      subscribers.set(subject, all.add(onMessage));
      return () => void all.delete(onMessage);
    },
    async request(to, subject, body, { timeoutMs = defaultTimeoutMs, id = randomUUID() } = {}) {
      const reasonText = { to, kind: 'ask', id, subject, body } as const;
      const bytes = Buffer.byteLength(textOf(reasonText));
      if (bytes > maxBytes) return { kind: 'too_large', bytes };
      const ask = (way: Way): void => void send(way, to, textOf(reasonText)).catch(onTrouble);
      const timers: NodeJS.Timeout[] = [];
      const reply = await new Promise<BusReply>((resolve) => {
        waiting.set(id, resolve);
        // The other node may be disconnected from the broker.
        timers.push(setTimeout(() => ask('channels'), timeoutMs / 2));
        timers.push(setTimeout(() => resolve({ kind: 'no_answer' }), timeoutMs));
        ask('broker');
      });
      for (const timer of timers) clearTimeout(timer);
      waiting.delete(id);
      return reply;
    },
    serve: (subject, handler) => void handlers.set(subject, handler),
    async close() {
      for (const resolve of waiting.values()) resolve({ kind: 'no_answer' });
      await unlisten();
      await broker?.close();
    },
  };
}
