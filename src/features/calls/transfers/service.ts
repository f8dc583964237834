import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrganisationId } from '../../../data/index.ts';
import type { ProviderCapabilities } from '../../../telephony/index.ts';
import { createBriefings } from './briefings.ts';
import { createConnecting } from './connecting.ts';
import type { TransferRequest, TransferStart, Transfers, TransfersOptions } from './contract.ts';
import { createLegJoining } from './leg-joining.ts';
import { createTransferState } from './state.ts';
import { createTransferSteps } from './steps.ts';
import type { TransferResult, TransferRow, TransferredCall } from './store.ts';
import { createTeammatePhone } from './teammate-phone.ts';
import { createTransferWatch } from './watch.ts';

const lapsesAfterMs = 75_000;
const pollMs = 200;
/** Pause between the end of a call to a phone and the next call to it. */
const phoneFreeMs = 1000;

export function createTransfers(options: TransfersOptions): Transfers {
  const { store, now, providers } = options;
  const state = createTransferState(options);
  const { handsOver, at, settle, hooked, urlOf } = state;
  const briefings = createBriefings({
    ...options.briefing,
    providers,
    find: store.find,
    async chosen(transferUuid, digit) {
      const transferAndCall = await store.find(transferUuid);
      if (
        transferAndCall === undefined ||
        transferAndCall.transfer.result !== null ||
        transferAndCall.transfer.joinedAt !== null
      )
        return;
      const { transfer, call } = transferAndCall;
      const isAfterStream = handsOver(call) === 'after_stream';
      if (digit === '1') return isAfterStream ? freeAndJoin(transfer, call) : joinLegs(transfer, call);
      await settle(transfer, 'declined', 'not_joining');
      // The leg ends with its stream, except where the provider lets a call outlive it.
      if (handsOver(call) === 'bridge') return hangUp({ transfer, call });
      briefings.end(transferUuid);
    },
  });

  const { ring, hangUp } = createTeammatePhone({
    ...options,
    handsOver,
    hooked,
    urlOf,
    legOver: (...report) => connecting.legOver(...report),
    endBriefing: briefings.end,
  });

  const connecting = createConnecting(options, state, hangUp);
  const steps = createTransferSteps(options, state, connecting);

  /**
   * Returns whether the brief is skipped: without an account, a provider's flow still asks for the number after our
   * stream has ended.
   */
  async function isUnbriefed(call: TransferredCall): Promise<boolean> {
    return handsOver(call) === 'after_stream' && (await options.accountFor(call)).kind !== 'ready';
  }

  /**
   * For `after_stream`: frees the teammate's phone, then closes our stream, after which the flow asks for the number to
   * dial.
   */
  async function freeAndJoin(transfer: TransferRow, call: TransferredCall): Promise<void> {
    const isJoining = await store.beginJoining(transfer, at());
    briefings.end(transfer.uuid);
    if (!isJoining) return;
    await pause(phoneFreeMs);
    await options.end(call.organisationId, call.uuid, 'transferred');
  }

  async function begin(
    organisation: OrganisationId,
    callUuid: string,
    request: TransferRequest,
    orOnlyQueue: boolean,
  ): Promise<TransferStart> {
    const { target, brief: agentBrief, context } = request;
    const newTransfer = { uuid: randomUUID(), callUuid, target, agentBrief, context, orOnlyQueue, createdAt: at() };
    await options.flush().catch(() => {});
    const begun = await store.begin(organisation, newTransfer);
    if (begun.kind !== 'ringing') return begun;
    const { transfer, call } = begun;
    if (handsOver(call) === false) {
      await settle(transfer, 'failed');
      return { kind: 'not_placed', detail: 'The telephony provider of this call cannot transfer it.' };
    }
    const whenOver = await isUnbriefed(call);
    if (whenOver) await store.beginJoining(transfer, at());
    const trouble = whenOver ? undefined : await ring(transfer, call);
    if (trouble !== undefined) {
      await settle(transfer, 'failed');
      return { kind: 'not_placed', detail: trouble };
    }
    return { kind: 'ringing', transferUuid: transfer.uuid, target: transfer.target, whenOver };
  }

  const joinLegs = createLegJoining({ ...options, ...connecting, settle, hangUp, briefings, handsOver, at });

  const watch = createTransferWatch({
    store,
    now,
    lapsesAfterMs,
    settle,
    hangUp,
    finish: connecting.finish,
    handsOver,
    accountFor: options.accountFor,
    ownLegs: options.ownLegs,
    onTrouble: options.onTrouble,
  });

  return {
    async begin(organisation, callUuid, request) {
      const started = await begin(organisation, callUuid, request, false);
      if (started.kind === 'ringing' && started.whenOver) await options.end(organisation, callUuid, 'transferred');
      return started;
    },
    async transfer(callUuid, target, brief) {
      const organisation = await options.organisationOf(callUuid);
      if (organisation === undefined) return 'failed';
      const request = { target, brief: brief.slice(0, maxBriefCharacters), context: {} };
      const started = await begin(organisation, callUuid, request, true);
      if (started.kind === 'none_free') return 'no_answer';
      if (started.kind !== 'ringing') return 'failed';
      return started.whenOver ? 'accepted' : outcomeOf(started.transferUuid, { store, now, handsOver });
    },
    ...steps,
    async callOver(callUuid) {
      const transfer = await store.newestOf(callUuid);
      if (transfer?.result !== 'accepted') return;
      const transferAndCall = await store.find(transfer.uuid);
      if (transferAndCall !== undefined) await connecting.finish(transferAndCall.transfer, transferAndCall.call);
    },
    briefings,
    giveUpLapsed: watch.giveUpLapsed,
    askAfterConnected: watch.askAfterConnected,
  };
}

interface OutcomeOptions extends Pick<TransfersOptions, 'store' | 'now'> {
  readonly handsOver: (call: TransferredCall) => ProviderCapabilities['canTransfer'];
}

/** Callbacks may reach another process, so the result is read from the database. */
async function outcomeOf(transferUuid: string, { store, now, handsOver }: OutcomeOptions): Promise<TransferResult> {
  for (;;) {
    const transferAndCall = await store.find(transferUuid);
    if (transferAndCall === undefined) return 'failed';
    const { result, joinedAt, createdAt } = transferAndCall.transfer;
    if (result !== null) return result;
    // The provider's flow asks for the number only after our stream is closed.
    if (handsOver(transferAndCall.call) === 'after_stream' && joinedAt !== null) return 'accepted';
    if (now().getTime() - Date.parse(createdAt) > lapsesAfterMs) return 'no_answer';
    await pause(pollMs);
  }
}

export const maxBriefCharacters = 280;
