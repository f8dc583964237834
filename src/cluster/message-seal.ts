import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createGrowingCache } from '../growing-cache.ts';

/** Why a message was dropped. */
export type RefusedMessage = 'unsigned' | 'wrong_signature' | 'out_of_time' | 'repeated';

export type OpenedMessage =
  | { readonly kind: 'message'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly why: RefusedMessage };

/** Signs messages between nodes, and opens those that a node of the same installation signed recently, once. */
export interface MessageSeal {
  seal(body: unknown): string;
  open(text: string): OpenedMessage;
}

export interface MessageSealOptions {
  /** Secret shared by all nodes of an installation. */
  readonly secret: string;
  /** Id of this process; never used by another one. */
  readonly node: string;
  readonly wallMs: () => number;
}

/** Clocks of nodes may differ by minutes, so time only limits how long numbers have to be remembered. */
const windowMs = 10 * 60_000;
/** A message that takes the slower way may arrive this many messages late. */
const rememberedNumbers = 4096;
const maxSenders = 1000;
/** Characters of the signature before the JSON. */
const macLength = 43;

/** Numbers received from one process. */
interface Received {
  highest: number;
  readonly seen: Set<number>;
}

interface Sealed {
  readonly by: string;
  /** Number of the message among those of its sender. */
  readonly number: number;
  readonly atMs: number;
  readonly body: unknown;
}

export function createMessageSeal({ secret, node, wallMs }: MessageSealOptions): MessageSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley messages between nodes v1', 32));
  const senders = createGrowingCache<Received>(maxSenders);
  let sent = 0;
  const macOf = (json: string): string => createHmac('sha256', key).update(json).digest('base64url');

  function isGenuine(mac: string, json: string): boolean {
    const [received, expected] = [Buffer.from(mac), Buffer.from(macOf(json))];
    return received.length === expected.length && timingSafeEqual(received, expected);
  }

  /** Returns whether this is the first message of the sender with this number. */
  function isNew({ by, number }: Sealed): boolean {
    const received = senders.get(by) ?? { highest: 0, seen: new Set<number>() };
    if (received.seen.has(number) || number <= received.highest - rememberedNumbers) return false;
    senders.set(by, received);
    received.seen.add(number);
    received.highest = Math.max(received.highest, number);
    if (received.seen.size > 2 * rememberedNumbers)
      for (const old of received.seen) if (old <= received.highest - rememberedNumbers) received.seen.delete(old);
    return true;
  }

  return {
    seal(body) {
      sent += 1;
      const sealed: Sealed = { by: node, number: sent, atMs: wallMs(), body };
      const json = JSON.stringify(sealed);
      return macOf(json) + json;
    },
    open(text) {
      const json = text.slice(macLength);
      if (!json.startsWith('{')) return { kind: 'refused', why: 'unsigned' };
      if (!isGenuine(text.slice(0, macLength), json)) return { kind: 'refused', why: 'wrong_signature' };
      // Only a holder of the secret wrote this.
      const sealed = JSON.parse(json) as Sealed;
      if (Math.abs(wallMs() - sealed.atMs) > windowMs) return { kind: 'refused', why: 'out_of_time' };
      if (!isNew(sealed)) return { kind: 'refused', why: 'repeated' };
      return { kind: 'message', body: sealed.body };
    },
  };
}
