import type { Clock } from '../kit/clock.ts';
import { parseNameAddress, parseSipUri } from './address.ts';
import { callIdOf, cseqOf, elementsOf, headerOf, type SipRequest } from './message.ts';
import type { ResponseOptions } from './print-message.ts';
import { isReliable, peerKey, type SipPeer } from './transport.ts';

/** Where an account can be called. */
export interface Binding {
  /** URI of the phone's Contact. */
  readonly contact: string;
  /** Where its messages come from, which is where calls go: its Contact may be an address behind a NAT. */
  readonly peer: SipPeer;
  /** Whether the Contact has another address: there is a NAT between. */
  readonly isBehindNat: boolean;
  readonly userAgent: string;
  /** Milliseconds since 1970. */
  readonly registeredAtMs: number;
  readonly expiresAtMs: number;
}

interface StoredBinding extends Binding {
  readonly callId: string;
  readonly number: number;
  readonly cancelExpiry: () => void;
}

export interface RegistrarOptions {
  readonly clock: Clock;
  /** Milliseconds since 1970. */
  readonly wallNowMs: () => number;
  /** Called after each change of an account's bindings. */
  onChange(accountId: string, bindings: readonly Binding[]): void;
}

/** Keeps where phones are (RFC 3261, 10.3). */
export interface Registrar {
  /** Handles a REGISTER whose credentials were checked. */
  register(accountId: string, request: SipRequest, source: SipPeer): ResponseOptions;
  bindings(accountId: string): readonly Binding[];
  /** Returns whether a phone is registered at this address. */
  isAt(peer: SipPeer): boolean;
  /** Removes all bindings of an account, or only those behind one address. */
  remove(accountId: string, peer?: SipPeer): void;
  /** Accounts with at least one binding. */
  readonly accounts: readonly string[];
}

const minSeconds = 60;
const maxSeconds = 3600;
/** A NAT forgets a UDP mapping sooner than a phone would register again. */
const maxUdpSeconds = 300;
const maxBindings = 5;

export function createRegistrar({ clock, wallNowMs, onChange }: RegistrarOptions): Registrar {
  const byAccount = new Map<string, Map<string, StoredBinding>>();

  const listOf = (accountId: string): readonly StoredBinding[] => [...(byAccount.get(accountId)?.values() ?? [])];

  function drop(accountId: string, key: string): boolean {
    const bindings = byAccount.get(accountId);
    const binding = bindings?.get(key);
    if (bindings === undefined || binding === undefined) return false;
    binding.cancelExpiry();
    bindings.delete(key);
    if (bindings.size === 0) byAccount.delete(accountId);
    return true;
  }

  function store(accountId: string, contact: string, seconds: number, { request, source }: Registering): void {
    const key = keyOf(contact, source);
    drop(accountId, key);
    const bindings = byAccount.get(accountId) ?? new Map<string, StoredBinding>();
    byAccount.set(accountId, bindings);
    const nowMs = wallNowMs();
    bindings.set(key, {
      // Headers of a Contact do not belong into the request line of a call.
      contact: contact.replace(/\?[\s\S]*$/, ''),
      peer: source,
      isBehindNat: parseSipUri(contact)?.host !== source.address.toLowerCase(),
      userAgent: (headerOf(request, 'user-agent') ?? '').slice(0, 200),
      registeredAtMs: nowMs,
      expiresAtMs: nowMs + seconds * 1000,
      callId: callIdOf(request),
      number: cseqOf(request)?.number ?? 0,
      cancelExpiry: clock.after(seconds * 1000, () => {
        drop(accountId, key);
        onChange(accountId, listOf(accountId));
      }),
    });
    for (const oldest of bindings.keys()) if (bindings.size > maxBindings) drop(accountId, oldest);
  }

  /** A repeated or older REGISTER must not undo a newer one. */
  const isOutdated = (accountId: string, request: SipRequest): boolean =>
    listOf(accountId).some(
      ({ callId, number }) => callId === callIdOf(request) && (cseqOf(request)?.number ?? 0) <= number,
    );

  function responseFor(accountId: string): ResponseOptions {
    const nowMs = wallNowMs();
    const headers = listOf(accountId).map(({ contact, expiresAtMs }) => ({
      name: 'contact',
      value: `<${contact}>;expires=${Math.max(0, Math.round((expiresAtMs - nowMs) / 1000))}`,
    }));
    return { status: 200, headers };
  }

  return {
    register(accountId, request, source) {
      const contacts = elementsOf(request, 'contact');
      if (contacts.length === 0) return responseFor(accountId);
      if (isOutdated(accountId, request)) return { status: 400, reason: 'Out Of Order' };
      const stated = headerOf(request, 'expires');
      if (contacts[0] === '*') {
        if (contacts.length > 1 || stated !== '0') return { status: 400 };
        for (const { contact, peer } of listOf(accountId)) drop(accountId, keyOf(contact, peer));
        onChange(accountId, []);
        return responseFor(accountId);
      }
      const addresses = contacts.map(parseNameAddress);
      if (addresses.some((address) => parseSipUri(address?.uri ?? '') === undefined)) return { status: 400 };
      for (const address of addresses) {
        if (address === undefined) continue;
        const wanted = Number(address.parameters.get('expires') ?? stated ?? maxSeconds);
        const longest = isReliable(source) ? maxSeconds : maxUdpSeconds;
        const seconds = Number.isFinite(wanted) ? Math.min(longest, Math.max(minSeconds, wanted)) : longest;
        if (wanted === 0) drop(accountId, keyOf(address.uri, source));
        else store(accountId, address.uri, seconds, { request, source });
      }
      onChange(accountId, listOf(accountId));
      return responseFor(accountId);
    },
    bindings: listOf,
    isAt({ address, port }) {
      for (const bindings of byAccount.values())
        for (const { peer } of bindings.values()) if (peer.port === port && peer.address === address) return true;
      return false;
    },
    remove(accountId, peer) {
      for (const binding of listOf(accountId))
        if (peer === undefined || peerKey(binding.peer) === peerKey(peer))
          drop(accountId, keyOf(binding.contact, binding.peer));
      onChange(accountId, listOf(accountId));
    },
    get accounts() {
      return [...byAccount.keys()];
    },
  };
}

interface Registering {
  readonly request: SipRequest;
  readonly source: SipPeer;
}

/** A phone that moves to another address replaces its old binding if its Contact is the same. */
function keyOf(contact: string, { transport }: SipPeer): string {
  const uri = parseSipUri(contact);
  return `${transport}|${uri?.user}@${uri?.host}:${uri?.port ?? ''}`;
}
