import { randomUUID } from 'node:crypto';
import type { CallEndReason, DialectName } from '../../../media/ports.ts';
import type { OrganisationId } from '../../data/index.ts';
import type { CallLogWriter } from './call-log.ts';
import { latencyOf, speculationOf, toSummary, transcriptOf } from './call-record.ts';
import type { CallEventRow, CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { Leases } from './leases.ts';
import type { MediaTokens } from './media-tokens.ts';
import type { RecordingTokens } from './recording-tokens.ts';
import type { RecordingFiles } from './recordings.ts';
import type { CallRecord, CallSummary } from './schema.ts';
import type { CallFilter, CallStore } from './store.ts';

export interface CallRequest {
  readonly flowUuid: string;
  readonly callType: 'inbound' | 'outbound' | 'test';
  readonly dialect: DialectName;
  readonly from: string;
  readonly to: string;
  /** The provider's name of the call; a repeated one finds the same call. */
  readonly providerCallId?: string;
}

export type CallOffer =
  | { readonly kind: 'stream'; readonly callUuid: string; readonly token: string }
  /** The call is over, or its stream is up already. */
  | { readonly kind: 'over' }
  /** No more calls are taken now. */
  | { readonly kind: 'busy' };

export interface ProviderCallback {
  readonly dialect: DialectName;
  readonly providerCallId: string;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
  /** How the call ended, when the provider says so. */
  readonly closed?: Pick<CallClosed, 'status' | 'reason'>;
}

type EndResult = 'ended' | 'unknown' | 'not_active';

export interface Calls {
  /** Makes a call row and the token of its stream; idempotent on the provider's call. */
  offer(organisation: OrganisationId, request: CallRequest): Promise<CallOffer>;
  /** Records what a provider says of a call, whosever it is; false when there is no such call. */
  callback(callback: ProviderCallback): Promise<boolean>;
  list(
    organisation: OrganisationId,
    filter: CallFilter,
    page: { limit: number; offset: number },
  ): Promise<{ calls: CallSummary[]; total: number }>;
  live(organisation: OrganisationId): Promise<CallSummary[]>;
  record(
    organisation: OrganisationId,
    uuid: string,
  ): Promise<{ record: CallRecord; events: CallEventRow[] } | undefined>;
  /** Name of the recording's file; undefined when there is none, or no such call. */
  recording(organisation: OrganisationId, uuid: string): Promise<string | undefined>;
  end(organisation: OrganisationId, uuid: string, reason: string): Promise<EndResult>;
  /** Closes calls whose stream was not opened in time. */
  sweep(): void;
  neverOpened(callUuid: string): void;
  /** Carries out an end that is asked for in the call's row. */
  endAsked(callUuid: string, reason: string): void;
  /** From now on `offer` answers busy. */
  drain(): void;
  readonly draining: boolean;
}

export interface CallsOptions {
  readonly store: CallStore;
  readonly tokens: MediaTokens;
  readonly log: CallLogWriter;
  readonly leases: Leases;
  readonly recordings: RecordingFiles;
  readonly recordingTokens: Pick<RecordingTokens, 'issue'>;
  /** Whether another process carries this call, and runs. */
  readonly isElsewhere: (call: CallRow) => Promise<boolean>;
  readonly now: () => Date;
  /** Keeps a place for a call; false when it would be one too many. */
  readonly reserve: (callUuid: string) => boolean;
  /** Whether what is said of a call can be written down. */
  readonly canWrite: () => boolean;
  /** False when the media plane has no such call. */
  readonly endStream: (callUuid: string, reason: CallEndReason) => boolean;
}

/** Callbacks kept of one call. They come from anyone who knows the provider's name of the call. */
const maxCallbacks = 100;

const maxOffered = 10_000;

/** The reason of calls that were one too many. */
const overCapacity = 'over_capacity';

/** As many of the newest calls as may be waiting; the oldest is forgotten. */
function remember<T>(calls: Map<string, T>, callUuid: string, value: T): void {
  calls.set(callUuid, value);
  if (calls.size > maxOffered) calls.delete(calls.keys().next().value as string);
}

export function createCalls(options: CallsOptions): Calls {
  const { store, tokens, log } = options;
  /** Tokens by call, used or not: a provider that asks again gets the same document, and never a second stream. */
  const offered = new Map<string, string>();
  /** Calls that were answered busy, and are so again if the provider asks again. */
  const turnedAway = new Set<string>();
  /** Callbacks by call. */
  const keptCallbacks = new Map<string, number>();
  let draining = false;

  const close = (callUuid: string, status: CallClosed['status'], reason: string): void => {
    const event = { type: 'closed', atMs: 0, status, reason, wallMs: options.now().getTime() } as const;
    options.leases.saw(callUuid, event);
    log.note(callUuid, event);
  };
  const summary = (row: CallRow): CallSummary => {
    const isRecorded = options.recordings.fileName(row.uuid) !== undefined;
    const organisation = row.organisationId;
    return toSummary(row, isRecorded ? options.recordingTokens.issue(organisation, row.uuid) : undefined);
  };

  function tokenFor(call: CallRow): string | undefined {
    const known = offered.get(call.uuid);
    if (known !== undefined) return known;
    if (!options.reserve(call.uuid)) return undefined;
    const token = tokens.issue(call.uuid, call.dialect);
    if (token === undefined) return undefined;
    remember(offered, call.uuid, token);
    return token;
  }

  /** A provider may ask one process for a call that it told another of, as long as no stream is open. */
  async function isOurs(call: CallRow): Promise<boolean> {
    if (options.leases.stageOf(call.uuid) !== undefined) return true;
    if (call.startedAt !== null || !(await store.takeOver(call))) return false;
    options.leases.take(call.uuid);
    return true;
  }

  async function isKnown(organisation: OrganisationId, { dialect, providerCallId }: CallRequest): Promise<boolean> {
    if (providerCallId === undefined) return false;
    return (await store.findByProvider(organisation, dialect, providerCallId)) !== undefined;
  }

  /** Ends the stream, or keeps it from being opened. */
  function stop(callUuid: string, reason: CallEndReason): boolean {
    tokens.revoke(callUuid);
    return options.endStream(callUuid, reason);
  }

  /** Not counted again once there are as many as are kept. */
  async function storedCallbacks({ organisationId, uuid }: CallRow): Promise<number> {
    if (keptCallbacks.get(uuid) === maxCallbacks) return maxCallbacks;
    return (await store.events(organisationId, uuid)).filter(({ event }) => event.type === 'callback').length;
  }

  async function hear(call: CallRow, { kind, fields, closed }: ProviderCallback): Promise<void> {
    // Of many at once none finds the others in the store yet.
    const kept = Math.max(await storedCallbacks(call), keptCallbacks.get(call.uuid) ?? 0);
    if (kept < maxCallbacks) {
      remember(keptCallbacks, call.uuid, kept + 1);
      const startedMs = Date.parse(call.startedAt ?? call.createdAt);
      log.note(call.uuid, { type: 'callback', atMs: options.now().getTime() - startedMs, kind, fields });
    }
    if (closed === undefined || isOver(call.status)) return;
    // A stream that is up ends by itself, with its own reason; one that is not has nothing else to end it.
    if (!stop(call.uuid, 'caller_hung_up') && !(await options.isElsewhere(call)))
      close(call.uuid, closed.status, closed.reason);
  }

  const neverOpened = (callUuid: string): void => close(callUuid, 'failed', 'stream_never_opened');

  function endNow(callUuid: string, reason: string): void {
    const mediaReason = reason === 'dnc_request' || reason === 'wrong_number' ? reason : 'operator';
    if (!stop(callUuid, mediaReason)) close(callUuid, 'cancelled', reason);
  }

  return {
    async offer(organisation, request) {
      if (draining || !options.canWrite() || (tokens.full && !(await isKnown(organisation, request))))
        return { kind: 'busy' };
      const uuid = randomUUID();
      options.leases.take(uuid);
      const { call, added } = await store
        .findOrAdd(organisation, {
          uuid,
          flowUuid: request.flowUuid,
          callType: request.callType,
          dialect: request.dialect,
          status: request.callType === 'test' ? 'queued' : 'ringing',
          fromNumber: request.from,
          toNumber: request.to,
          providerCallId: request.providerCallId ?? null,
          createdAt: options.now().toISOString(),
        })
        .catch((error: unknown) => {
          options.leases.drop(uuid);
          throw error;
        });
      if (!added) options.leases.drop(uuid);
      if (turnedAway.has(call.uuid) || call.endReason === overCapacity) return { kind: 'busy' };
      if (isOver(call.status) || !(await isOurs(call))) return { kind: 'over' };
      const token = tokenFor(call);
      if (token !== undefined) return { kind: 'stream', callUuid: call.uuid, token };
      turnedAway.add(call.uuid);
      if (turnedAway.size > maxOffered) turnedAway.delete(turnedAway.values().next().value as string);
      close(call.uuid, 'failed', overCapacity);
      return { kind: 'busy' };
    },

    async callback(told) {
      await log.flush().catch(() => {});
      const found = await store.findEverywhere(told.dialect, told.providerCallId);
      for (const call of found) await hear(call, told);
      return found.length > 0;
    },

    async list(organisation, filter, page) {
      const { rows, total } = await store.list(organisation, filter, page);
      return { calls: rows.map(summary), total };
    },
    async live(organisation) {
      return (await store.live(organisation)).map(summary);
    },
    async record(organisation, uuid) {
      await log.flush().catch(() => {});
      const row = await store.get(organisation, uuid);
      if (row === undefined) return undefined;
      const events = await store.events(organisation, uuid);
      const record = {
        ...summary(row),
        transcript: transcriptOf(events),
        key_details: { extraction: {}, qms_scores: {} },
        latency: latencyOf(events),
        speculation: speculationOf(events),
      };
      return { record, events };
    },
    async recording(organisation, uuid) {
      return (await store.get(organisation, uuid)) && options.recordings.fileName(uuid);
    },
    async end(organisation, uuid, reason) {
      await log.flush().catch(() => {});
      const row = await store.get(organisation, uuid);
      if (row === undefined) return 'unknown';
      if (isOver(row.status)) return 'not_active';
      await store.requestEnd(organisation, uuid, reason);
      if (!(await options.isElsewhere(row))) endNow(uuid, reason);
      return 'ended';
    },
    endAsked: endNow,
    sweep() {
      for (const callUuid of tokens.sweep()) neverOpened(callUuid);
    },
    neverOpened,
    drain() {
      draining = true;
    },
    get draining() {
      return draining;
    },
  };
}
