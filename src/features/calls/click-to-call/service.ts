import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { Found, HowEnded, Providers, TelephonyProvider } from '../../../telephony/index.ts';
import type { Viewer } from '../../campaigns/index.ts';
import type { CallRow } from '../calls/index.ts';
import type { PeopleCalls } from '../trunks/index.ts';
import { createCallProgress, type HumanCallback } from './progress.ts';
import type { ClickToCallStore, Prepared } from './store.ts';

export type ClickResult =
  | { readonly kind: 'dialing'; readonly callUuid: string; readonly to: string; readonly from: string }
  | { readonly kind: Exclude<Prepared['kind'], 'prepared'> }
  | { readonly kind: 'no_base' }
  | { readonly kind: 'not_ready' | 'not_placed'; readonly detail: string };

/** Calls made by teammates: the teammate's phone rings first, then the customer's. */
export interface ClickToCall {
  call(viewer: Viewer, contactUuid: string): Promise<ClickResult>;
  /** Handles the teammate's answer. Returns the provider's next action; undefined if the call no longer exists. */
  answered(callback: HumanCallback): Promise<string | undefined>;
  /** Returns false if the call does not exist. */
  status(callback: HumanCallback): Promise<boolean>;
  /** Closes a call that the provider, on request, reports as over. Returns false if it was closed already. */
  over(call: CallRow, finding: Pick<Found & { kind: 'over' }, 'ended' | 'legs'>): Promise<boolean>;
}

export interface ClickToCallOptions {
  readonly store: ClickToCallStore;
  readonly providers: Pick<Providers, 'get'>;
  readonly sees: (viewer: Viewer, contactUuid: string) => Promise<boolean>;
  /** Returns the account for such calls. */
  readonly accountOf: (organisation: OrganisationId) => Promise<
    | {
        readonly kind: 'ready';
        readonly name: string;
        readonly provider: TelephonyProvider;
        readonly phoneNumber: string;
      }
    | { readonly kind: 'not_ready'; readonly detail: string }
  >;
  readonly close: (call: CallRow, ended: HowEnded) => Promise<boolean>;
  /** Called when the provider reports that it has recorded a call. */
  readonly recorded: (callUuid: string) => Promise<void>;
  /** Calls whose legs this server has. */
  readonly ownPeopleCalls: PeopleCalls;
  readonly publicBaseUrl: () => string | undefined;
  readonly onTrouble: (error: unknown) => void;
  readonly now: () => Date;
}

const ringSeconds = 30;
const maxSeconds = 14_400;
const hooks = '/api/voice/webhooks';
const hungUp: HowEnded = { status: 'completed', reason: 'caller_hung_up' };
const unanswered: HowEnded = { status: 'no_answer', reason: 'no_answer' };

export function createClickToCall(options: ClickToCallOptions): ClickToCall {
  const { store, publicBaseUrl, now } = options;
  const { named, joined, pickedUp, name } = createCallProgress(store, now);
  const urlOf = ({ uuid, dialect }: CallRow, what: 'answer' | 'status'): string =>
    `${publicBaseUrl() ?? ''}${hooks}/${dialect}/click-to-call/${what}/${uuid}`;

  const over: ClickToCall['over'] = async (call, { ended, legs }) => {
    if (legs === undefined) return options.close(call, ended);
    if (legs.isJoined) return options.close(await joined(call, legs.talkedSeconds), hungUp);
    const how = legs.second ?? (ended.status === 'completed' ? unanswered : ended);
    return options.close(legs.isPickedUp ? await pickedUp(call) : call, how);
  };

  /**
   * Places a call whose legs this server has. Its events are stored one after the other; one that cannot be stored does
   * not prevent the next.
   */
  async function callHere(call: CallRow, userUuid: string): Promise<ClickResult> {
    let current = Promise.resolve(call);
    const next = (change: (call: CallRow) => Promise<CallRow>): void => {
      current = current.then((row) =>
        change(row).catch((error: unknown) => {
          options.onTrouble(error);
          return row;
        }),
      );
    };
    const rung = await options.ownPeopleCalls.call({
      organisation: call.organisationId as OrganisationId,
      callUuid: call.uuid,
      userUuid,
      teammateNumber: call.fromNumber,
      customerNumber: call.toNumber,
      ringSeconds,
      maxSeconds,
      onPickedUp: () => next(pickedUp),
      onJoined: () => next((row) => joined(row)),
      onEnd: (ended) =>
        next(async (row) => {
          await options.close(row, row.startedAt === null && ended.status === 'completed' ? unanswered : ended);
          return row;
        }),
    });
    if (rung.kind === 'ringing') {
      await store.advance(call, { providerCallId: rung.legId });
      return { kind: 'dialing', callUuid: call.uuid, to: call.toNumber, from: call.fromNumber };
    }
    await options.close(call, { status: 'failed', reason: 'telephony_not_connected' });
    return { kind: 'not_placed', detail: rung.detail };
  }

  return {
    async call(viewer, contactUuid) {
      if (!(await options.sees(viewer, contactUuid))) return { kind: 'unknown_contact' };
      const account = await options.accountOf(viewer.organisationId);
      const isHere =
        account.kind === 'ready' && options.providers.get(account.name)?.capabilities.canBridgePeople === 'here';
      if (publicBaseUrl() === undefined && !isHere) return { kind: 'no_base' };
      if (account.kind === 'not_ready') return account;
      const humanCall = { uuid: randomUUID(), contactUuid, userUuid: viewer.userUuid, createdAt: now().toISOString() };
      const newCall = { ...humanCall, dialect: account.name, reachesPhones: isHere };
      const prepared = await store.prepare(viewer.organisationId, newCall);
      if (prepared.kind !== 'prepared') return prepared;
      const { call } = prepared;
      if (isHere) return callHere(call, viewer.userUuid);
      const placed = await account.provider.place({
        callUuid: call.uuid,
        from: account.phoneNumber,
        to: call.fromNumber,
        ringSeconds,
        maxSeconds,
        answerUrl: urlOf(call, 'answer'),
        hangupUrl: urlOf(call, 'status'),
        statusUrl: urlOf(call, 'status'),
        connectTo: call.toNumber,
      });
      if (placed.kind === 'rejected') {
        await options.close(call, { status: 'failed', reason: placed.reason });
        return { kind: 'not_placed', detail: placed.detail };
      }
      if (placed.kind === 'accepted') await name(call, placed);
      return { kind: 'dialing', callUuid: call.uuid, to: call.toNumber, from: call.fromNumber };
    },
    async answered(callback) {
      const call = await named(callback);
      if (call === undefined || (call.status !== 'dialing' && call.status !== 'ringing')) return undefined;
      await pickedUp(call);
      const provider = options.providers.get(call.dialect);
      return provider?.documents.bridge?.({
        callerId: call.fromNumber,
        placedFrom: provider.callbacks.names(callback.fields).from,
        to: call.toNumber,
        statusUrl: urlOf(call, 'status'),
        recordingUrl: `${publicBaseUrl() ?? ''}${hooks}/${call.dialect}/recording`,
      });
    },
    async status(callback) {
      const call = await named(callback);
      if (call === undefined) return false;
      const report = options.providers.get(call.dialect)?.callbacks.readPerson(callback.fields);
      if (report === undefined) return false;
      const { isJoined, isPickedUp, ended, legs, isRecorded } = report;
      const current = await (isJoined ? joined(call) : isPickedUp ? pickedUp(call) : call);
      if (ended !== undefined) await over(current, { ended, ...(legs === undefined ? {} : { legs }) });
      if (isRecorded) await options.recorded(call.uuid);
      return true;
    },
    over,
  };
}
