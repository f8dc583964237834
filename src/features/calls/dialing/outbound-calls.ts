import { randomUUID } from 'node:crypto';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { FaultPoint } from '../../../faults/fault-point.ts';
import { toE164 } from '../../../http/fields.ts';
import type { Placed, ProviderModule, Providers, Rejection, TelephonyProvider } from '../../../telephony/index.ts';
import {
  type CallLogWriter,
  type CallRow,
  type CallStore,
  type NewOutboundCall,
  type OutboundStore,
  publicAddressMissing,
  uncarriedClose,
} from '../calls/index.ts';

/** Why a call was definitely not placed. */
export type DialRefusal = Rejection | 'public_base_url_missing';

export type DialResult =
  /** The provider has accepted the call; its progress arrives in callbacks. */
  | { readonly kind: 'placed' }
  /** It is unknown whether the provider accepted the call. This is resolved later, without another request. */
  | { readonly kind: 'unknown' }
  /** The call was not placed and is over. `detail` is a sentence. */
  | { readonly kind: 'refused'; readonly reason: DialRefusal; readonly detail: string }
  /** The call was requested before, or is over. */
  | { readonly kind: 'already' }
  | { readonly kind: 'no_such_call' };

/** Number and provider for outbound calls, or why there are none. */
export type OutboundLine =
  | {
      readonly kind: 'line';
      readonly provider: string;
      readonly displayName: string;
      readonly from: string;
      /** Whether the account has the number that was asked for. */
      readonly hasNumber: boolean;
    }
  | { readonly kind: 'none'; readonly reason: DialRefusal; readonly detail: string };

export type Line = Extract<OutboundLine, { kind: 'line' }>;
export type Provider = Line['provider'];

/** An organisation's account at a provider, if usable. */
export type Account =
  | {
      readonly kind: 'ready';
      readonly provider: TelephonyProvider;
      /** Number of calls for which no other is wanted. */
      readonly phoneNumber: string;
      readonly otherNumbers?: readonly string[];
    }
  | { readonly kind: 'not_ready'; readonly detail: string };

export interface OutboundCalls {
  /** Returns how a call from this number would be placed now; without a number, from the connection's. */
  lineFor(organisation: OrganisationId, phoneNumber: string | null): Promise<OutboundLine>;
  /** Stores a call without dialling it, in the caller's transaction. Returns its uuid. */
  prepareOutbound(queries: TenantQueries, organisation: OrganisationId, call: NewOutboundCall): Promise<string>;
  /**
   * Requests a prepared call from the provider at most once ever: a second request, or one after a crash, returns
   * `already`. A call prepared too long ago is not dialled.
   */
  dial(organisation: OrganisationId, callUuid: string): Promise<DialResult>;
}

export interface OutboundOptions {
  readonly store: OutboundStore;
  readonly calls: Pick<CallStore, 'takeOver'>;
  readonly log: Pick<CallLogWriter, 'note'>;
  readonly providers: Pick<Providers, 'all' | 'get'>;
  readonly accountOf: (organisation: OrganisationId, provider: string) => Promise<Account>;
  /** URL at which providers reach this server; undefined if it is not public. */
  readonly publicBaseUrl: () => string | undefined;
  /**
   * Returns the stream URL of a call, for a provider that does not request a document; undefined if too many calls
   * wait.
   */
  readonly streamUrlFor: (call: CallRow) => Promise<string | undefined>;
  /** Prevents the stream of a call that was not placed from being opened. */
  readonly revokeStream: (callUuid: string) => void;
  readonly now: () => Date;
  readonly at: FaultPoint;
}

/** Prepared calls are dialled at once, or after a crash by the next process; by then it may be night. */
export const staleAfterMs = 300_000;

const notDialled = { status: 'cancelled', reason: 'not_dialled' } as const;
const ringSeconds = 60;
const maxSeconds = 14_400;
const hooks = '/api/voice/webhooks';

const noBase = {
  reason: 'public_base_url_missing',
  detail: publicAddressMissing,
} as const;

export function createOutboundCalls(options: OutboundOptions): OutboundCalls {
  const { store, now, publicBaseUrl } = options;
  const close = uncarriedClose({ ...options, get: store.get });
  /** Closes a call unless dialling has started meanwhile. */
  const closeQueued = uncarriedClose({ ...options, get: async () => undefined });
  /** Returns whether the provider can send its requests about a call. */
  const isReached = ({ capabilities }: ProviderModule): boolean =>
    publicBaseUrl() !== undefined || !capabilities.callsBack;
  let last: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  }

  async function refuse(call: CallRow, reason: DialRefusal, detail: string): Promise<DialResult> {
    noteDial(call, { kind: 'rejected', detail });
    options.revokeStream(call.uuid);
    const closed = await (call.status === 'queued' ? closeQueued : close)(call, { status: 'failed', reason });
    return closed ? { kind: 'refused', reason, detail } : { kind: 'already' };
  }

  function noteDial(
    call: CallRow,
    { kind, detail }: { readonly kind: Placed['kind']; readonly detail?: string },
  ): void {
    const fields = { result: kind, ...(detail === undefined ? {} : { detail }) };
    const atMs = now().getTime() - Date.parse(call.createdAt);
    options.log.note(call.uuid, { type: 'callback', atMs, kind: 'dial', fields });
  }

  /**
   * Writes the intent once a connection is open, then sends the request at once. Only a crash between the two leaves a
   * call that the provider never received. One call at a time is between them.
   */
  async function ask(call: CallRow, provider: TelephonyProvider, streamUrl: string | undefined): Promise<DialResult> {
    const { organisationId, uuid } = call;
    const begin = (): Promise<boolean> => store.beginDialing(organisationId, uuid, now().toISOString());
    let isOurs: boolean | undefined;
    const request = {
      callUuid: uuid,
      from: call.fromNumber,
      to: call.toNumber,
      ringSeconds,
      maxSeconds,
      ...urlsOf(publicBaseUrl() ?? '', call, options.providers.get(call.dialect)?.callbacks),
      ...(streamUrl === undefined ? {} : { streamUrl }),
    };
    const placed = await provider.place(request, (send) =>
      inTurn(async () => {
        isOurs = await begin();
        if (!isOurs) return;
        // From here on the phone may ring, even if this process dies.
        options.at('dial: the intent is written');
        await send();
      }),
    );
    // The connection failed before the request. Claim the call here too, so that only one process reports its result.
    isOurs ??= await begin();
    if (!isOurs) {
      // Another process has the call, or its campaign was stopped. In the second case it is closed as not dialled.
      await closeQueued(call, notDialled);
      return { kind: 'already' };
    }
    options.at('dial: the provider has answered');
    if (placed.kind === 'rejected') return refuse({ ...call, status: 'dialing' }, placed.reason, placed.detail);
    noteDial(call, placed);
    if (placed.kind === 'unknown') return { kind: 'unknown' };
    await store.name(organisationId, uuid, placed);
    return { kind: 'placed' };
  }

  return {
    async lineFor(organisation, phoneNumber) {
      const usable = options.providers.all.filter(isReached);
      const accounts = await Promise.all(
        usable.map(async ({ name: provider, displayName }) => ({
          provider,
          displayName,
          account: await options.accountOf(organisation, provider),
        })),
      );
      const lines = accounts.flatMap(({ account, ...of }) =>
        account.kind === 'ready'
          ? [account.phoneNumber, ...(account.otherNumbers ?? [])].map((from) => ({ ...of, from }))
          : [],
      );
      // A flow's number belongs to the provider connected with it; otherwise the first provider is used.
      const numberLine = lines.find(({ from }) => from === phoneNumber);
      const line = numberLine ?? lines[0];
      if (line !== undefined)
        return { ...line, kind: 'line', from: phoneNumber ?? line.from, hasNumber: numberLine !== undefined };
      if (publicBaseUrl() === undefined) return { kind: 'none', ...noBase };
      const details = accounts.flatMap(({ account }) => (account.kind === 'ready' ? [] : [account.detail]));
      return { kind: 'none', reason: 'telephony_not_connected', detail: [...new Set(details)].join(' ') };
    },
    async prepareOutbound(queries, _organisation, call) {
      const { uuid = randomUUID() } = call;
      await store.add(queries, { ...call, uuid, createdAt: now().toISOString() });
      return uuid;
    },
    async dial(organisation, callUuid) {
      const call = await store.get(organisation, callUuid);
      const provider = call && options.providers.get(call.dialect);
      if (call === undefined || provider === undefined || call.callType !== 'outbound') return { kind: 'no_such_call' };
      if (call.status !== 'queued') return { kind: 'already' };
      if (now().getTime() - Date.parse(call.createdAt) > staleAfterMs) {
        await closeQueued(call, notDialled);
        return { kind: 'already' };
      }
      if (!isReached(provider)) return refuse(call, noBase.reason, noBase.detail);
      if (toE164(call.toNumber) === undefined)
        return refuse(call, 'invalid_number', `${call.toNumber} is not an E.164 number.`);
      const account = await options.accountOf(organisation, call.dialect);
      if (account.kind === 'not_ready') return refuse(call, 'telephony_not_connected', account.detail);
      const { answersWithDocument } = provider.capabilities;
      const streamUrl = answersWithDocument ? undefined : await options.streamUrlFor(call);
      if (!answersWithDocument && streamUrl === undefined)
        return refuse(call, 'over_capacity', 'Too many calls are waiting for their media stream.');
      return ask(call, account.provider, streamUrl);
    },
  };
}

/** Every URL contains our uuid of the call, since the provider's id is unknown before its first callback. */
function urlsOf(base: string, { uuid, dialect }: CallRow, callbacks: ProviderModule['callbacks'] | undefined) {
  const url = (path: string): string => `${base}${hooks}/${dialect}/${path}?call=${uuid}`;
  const answer = callbacks?.answerPaths.find(({ answers }) => answers !== 'inbound')?.path ?? 'answer';
  const hangup = callbacks?.reports.includes('hangup') ? 'hangup' : 'status';
  return { answerUrl: url(answer), hangupUrl: url(hangup), statusUrl: url('status') };
}
