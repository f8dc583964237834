import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { OrganisationId } from '../../../data/index.ts';
import type { HandoverDocuments, HowEnded, ProviderCapabilities, ProviderDocument } from '../../../telephony/index.ts';
import { createBriefings } from './briefings.ts';
import type { HandoffStep, TransferRequest, TransferStart, Transfers, TransfersOptions } from './contract.ts';
import { createLegJoining } from './leg-joining.ts';
import type { SettledFrom, TransferResult, TransferRow, TransferredCall } from './store.ts';
import { createTeammatePhone } from './teammate-phone.ts';
import { createTransferWatch } from './watch.ts';

const lapsesAfterMs = 75_000;
const pollMs = 200;
/** Pause between the end of a call to a phone and the next call to it. */
const phoneFreeMs = 1000;
const hooks = '/api/voice/webhooks';

export function createTransfers(options: TransfersOptions): Transfers {
  const { store, now, publicBaseUrl, providers } = options;
  const handsOver = ({ dialect }: TransferredCall) => providers.get(dialect)?.capabilities.canTransfer ?? false;
  const at = (): string => now().toISOString();

  const settle = (transfer: TransferRow, result: TransferResult, from: SettledFrom = 'open'): Promise<boolean> =>
    store.settle(transfer, { result, at: at(), from }, (queries, call) =>
      options.announce(queries, call.organisationId, {
        event: 'call.transferred',
        data: async () => ({
          call_uuid: call.uuid,
          from_number: call.fromNumber,
          to_number: call.toNumber,
          target: transfer.target,
          agent_brief: transfer.agentBrief,
          context: transfer.context,
          result,
        }),
      }),
    );

  /** Returns whether the two people are connected at present. */
  async function isConnected({ uuid }: TransferRow): Promise<boolean> {
    const transfer = (await store.find(uuid))?.transfer;
    return transfer?.result === 'accepted' && transfer.finishedAt === null;
  }

  /**
   * Accepts the transfer when the caller's leg requests its destination. Once this returns true the caller is there,
   * and no other result is possible.
   */
  const accept = async (transfer: TransferRow): Promise<boolean> =>
    (transfer.result === null && (await settle(transfer, 'accepted'))) || isConnected(transfer);

  const hooked = (path: string): string => `${publicBaseUrl() ?? ''}${hooks}/${path}`;
  const urlOf = ({ uuid }: TransferRow, call: TransferredCall, step: HandoffStep['step']): string =>
    hooked(`${call.dialect}/handoff?call=${call.uuid}&transfer=${uuid}&step=${step}`);

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
    legOver: (...report) => legOver(...report),
    endBriefing: briefings.end,
  });

  /** Returns the transfer of a call at this provider. */
  async function findAt(dialect: string, transferUuid: string): ReturnType<typeof store.find> {
    const transferAndCall = await store.find(transferUuid);
    return transferAndCall?.call.dialect === dialect ? transferAndCall : undefined;
  }

  /**
   * Returns whether the brief is skipped: without an account, a provider's flow still asks for the number after our
   * stream has ended.
   */
  async function isUnbriefed(call: TransferredCall): Promise<boolean> {
    return handsOver(call) === 'after_stream' && (await options.accountFor(call)).kind !== 'ready';
  }

  /** Ends the recording, and hangs up both parties so that neither stays alone. */
  async function finish(transfer: TransferRow, call: TransferredCall): Promise<void> {
    const isFirst = await store.finishLeg(transfer, at(), async (queries) => {
      // What people say over legs that this server connects is not recorded.
      const isRecorded = providers.get(call.dialect)?.capabilities.listsNoRecordings !== true;
      if (handsOver(call) !== 'here' && isRecorded) await options.expectRecording(queries, call);
    });
    if (isFirst && ['live', 'bridge'].includes(String(handsOver(call))))
      await Promise.all([hangUp({ call, transfer }), hangUpCaller(call)]);
  }

  async function hangUpCaller(call: TransferredCall): Promise<void> {
    const account = await options.accountFor(call);
    if (account.kind !== 'ready' || call.providerCallId === null) return;
    await account.provider.hangUp({ providerCallId: call.providerCallId });
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

  /**
   * Moves the caller first and then closes our stream; in the other order the call would end. A caller's leg that has
   * requested the room is in it, whatever the provider returned; after a failure, its request gets the message that
   * nobody is available.
   */
  async function join(transfer: TransferRow, call: TransferredCall): Promise<boolean> {
    if (transfer.joinedAt === null && (await options.callerGone(call))) {
      await settle(transfer, 'failed', 'not_joining');
      return false;
    }
    if (await store.beginJoining(transfer, at())) {
      const account = await options.accountFor(call);
      const moved =
        account.kind === 'ready'
          ? await account.provider.transfer(call.providerCallId ?? '', urlOf(transfer, call, 'caller'))
          : ({ kind: 'gone' } as const);
      await settle(transfer, moved.kind === 'done' ? 'accepted' : 'failed');
    }
    if (!(await isConnected(transfer))) return false;
    // If the end of the caller's leg was reported before the transfer was accepted, nobody was hung up then.
    if (await options.callerGone(call)) {
      await finish(transfer, call);
      return false;
    }
    await options.end(call.organisationId, call.uuid, 'transferred');
    return true;
  }

  async function chosen(
    { transfer, call }: { readonly transfer: TransferRow; readonly call: TransferredCall },
    print: HandoverDocuments,
    digit: string,
  ): Promise<ProviderDocument> {
    if (transfer.result === 'accepted') return print.room(transfer.uuid);
    if (transfer.result !== null) return print.goodbye('The call has ended.');
    if (digit !== '1') {
      await settle(transfer, 'declined');
      return print.goodbye('The call was declined.');
    }
    return (await join(transfer, call)) ? print.room(transfer.uuid) : print.goodbye('The call has ended.');
  }

  async function legOver(transfer: TransferRow, call: TransferredCall, ended: HowEnded | undefined): Promise<void> {
    if (ended === undefined) return;
    // The provider's flow calls the teammate a second time.
    const isToRingAgain = handsOver(call) === 'after_stream';
    // A teammate who answered without pressing a key declined.
    const results = {
      completed: 'declined',
      busy: 'busy',
      no_answer: 'no_answer',
      cancelled: 'no_answer',
      failed: 'failed',
    } as const;
    if (await settle(transfer, results[ended.status], isToRingAgain ? 'not_joining' : 'open')) return;
    if (!isToRingAgain && (await isConnected(transfer))) await finish(transfer, call);
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

  const joinLegs = createLegJoining({ ...options, settle, hangUp, endBriefing: briefings.end, handsOver, at });

  const watch = createTransferWatch({
    store,
    now,
    lapsesAfterMs,
    settle,
    hangUp,
    finish,
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
    async instructionFor({ dialect, transferUuid, step, providerCallId, fields }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      const provider = transferAndCall && providers.get(transferAndCall.call.dialect);
      const print = provider?.documents.handover;
      if (transferAndCall === undefined || provider === undefined || print === undefined) return undefined;
      const { transfer, call } = transferAndCall;
      if (step === 'caller') {
        if (providerCallId !== call.providerCallId || transfer.joinedAt === null) return undefined;
        if (!(await accept(transfer)))
          return print.goodbye('Nobody can take your call right now. Please call again later.');
        const recording = hooked(`${call.dialect}/recording?call=${call.uuid}`);
        return print.room(transfer.uuid, (await options.mayRecord(call)) ? recording : undefined);
      }
      if (transfer.providerCallId === null) await store.nameLeg(transfer, { providerCallId });
      else if (transfer.providerCallId !== providerCallId) return undefined;
      if (step === 'over') await legOver(transfer, call, provider.callbacks.read('hangup', fields).ended);
      if (step === 'choice') return chosen(transferAndCall, print, provider.callbacks.digit?.(fields) ?? '');
      const isAsked = step === 'teammate' && transfer.result === null;
      if (!isAsked) return undefined;
      return print.whisper({ choiceUrl: urlOf(transfer, call, 'choice'), brief: transfer.agentBrief });
    },
    async dialFor(callUuid) {
      const transfer = await store.newestOf(callUuid);
      const transferAndCall = transfer && (await store.find(transfer.uuid));
      if (transferAndCall === undefined || transferAndCall.transfer.joinedAt === null) return undefined;
      const next = providers.get(transferAndCall.call.dialect)?.documents.next;
      if (next === undefined || !(await accept(transferAndCall.transfer))) return undefined;
      const { phoneNumber, agentBrief, providerCallId } = transferAndCall.transfer;
      const brief = providerCallId === null ? agentBrief : undefined;
      return next.print({ phoneNumber, isRecorded: await options.mayRecord(transferAndCall.call), brief });
    },
    async briefingFor({ dialect, transferUuid, providerCallId }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      if (transferAndCall === undefined || handsOver(transferAndCall.call) !== 'bridge') return undefined;
      const { transfer, call } = transferAndCall;
      if (transfer.result !== null || transfer.joinedAt !== null) return undefined;
      if (transfer.providerCallId === null) await store.nameLeg(transfer, { providerCallId });
      else if (transfer.providerCallId !== providerCallId) return undefined;
      const streamUrl = await options.streamUrlFor(transfer.uuid, call.dialect);
      return streamUrl === undefined ? 'busy' : { streamUrl };
    },
    async legTold({ dialect, transferUuid, providerCallId, fields }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      if (transferAndCall === undefined) return false;
      if (!['after_stream', 'bridge'].includes(String(handsOver(transferAndCall.call)))) return false;
      const { transfer, call } = transferAndCall;
      if (transfer.providerCallId === null) await store.nameLeg(transfer, { providerCallId });
      else if (transfer.providerCallId !== providerCallId) return false;
      await legOver(transfer, call, providers.get(call.dialect)?.callbacks.read('status', fields).ended);
      return true;
    },
    async callOver(callUuid) {
      const transfer = await store.newestOf(callUuid);
      if (transfer?.result !== 'accepted') return;
      const transferAndCall = await store.find(transfer.uuid);
      if (transferAndCall !== undefined) await finish(transferAndCall.transfer, transferAndCall.call);
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
