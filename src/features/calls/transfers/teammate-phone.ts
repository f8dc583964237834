import type { HowEnded, ProviderCapabilities } from '../../../telephony/index.ts';
import { publicAddressMissing } from '../calls/index.ts';
import type { HandoffStep, TransfersOptions } from './contract.ts';
import type { TransferRow, TransferredCall, TransferStore } from './store.ts';

export interface TeammatePhoneOptions
  extends Pick<
    TransfersOptions,
    'accountFor' | 'onTrouble' | 'ownLegs' | 'providers' | 'publicBaseUrl' | 'streamUrlFor'
  > {
  readonly store: Pick<TransferStore, 'find' | 'nameLeg'>;
  readonly handsOver: (call: TransferredCall) => ProviderCapabilities['canTransfer'];
  /** Returns the URL of a callback. */
  readonly hooked: (path: string) => string;
  readonly urlOf: (transfer: TransferRow, call: TransferredCall, step: HandoffStep['step']) => string;
  /** Handles the end of the teammate's leg. */
  readonly legOver: (transfer: TransferRow, call: TransferredCall, ended: HowEnded) => Promise<void>;
  readonly endBriefing: (transferUuid: string) => void;
}

/** Ring time in seconds. */
const ringSeconds = 25;
const longestSeconds = 14_400;
/** Longest call that only reads the brief, before the phone rings again with the caller. */
const briefingSeconds = 120;

/** Rings and hangs up the phone of a teammate. */
export function createTeammatePhone(options: TeammatePhoneOptions) {
  const { store, providers, handsOver } = options;

  async function over(transferUuid: string, ended: HowEnded): Promise<void> {
    const transferAndCall = await store.find(transferUuid);
    if (transferAndCall === undefined) return;
    await options.legOver(transferAndCall.transfer, transferAndCall.call, ended);
  }

  /** Rings a leg of this server. Returns undefined if the phone rings; otherwise the reason. */
  async function ringOwnLeg(transfer: TransferRow, call: TransferredCall): Promise<string | undefined> {
    const streamUrl = await options.streamUrlFor(transfer.uuid, call.dialect);
    if (streamUrl === undefined) return 'The server is at capacity.';
    const rung = await options.ownLegs.ring({
      organisation: call.organisationId,
      callerId: call.providerCallId ?? '',
      callerNumber: call.callType === 'inbound' ? call.fromNumber : call.toNumber,
      transferUuid: transfer.uuid,
      userUuid: transfer.userUuid,
      phoneNumber: transfer.phoneNumber,
      streamUrl,
      ringSeconds,
      maxSeconds: longestSeconds,
      onEnd: (ended) => void over(transfer.uuid, ended).catch(options.onTrouble),
    });
    if (rung.kind === 'not_placed') return rung.detail;
    await store.nameLeg(transfer, { providerCallId: rung.legId });
    return undefined;
  }

  /** Returns undefined if the phone is ringing or may be; otherwise the reason. */
  async function ring(transfer: TransferRow, call: TransferredCall): Promise<string | undefined> {
    if (handsOver(call) === 'here') return ringOwnLeg(transfer, call);
    if (options.publicBaseUrl() === undefined) return publicAddressMissing;
    const account = await options.accountFor(call);
    if (account.kind === 'not_ready') return account.detail;
    const isAfterStream = handsOver(call) === 'after_stream';
    const isBriefed = isAfterStream || handsOver(call) === 'bridge';
    const isGivenStream = isBriefed && providers.get(call.dialect)?.capabilities.answersWithDocument === false;
    const streamUrl = isGivenStream ? await options.streamUrlFor(transfer.uuid, call.dialect) : undefined;
    if (isGivenStream && streamUrl === undefined) return 'The server is at capacity.';
    const over = isBriefed
      ? options.hooked(`${call.dialect}/handoff/leg?transfer=${transfer.uuid}`)
      : options.urlOf(transfer, call, 'over');
    const placed = await account.provider.place({
      callUuid: transfer.uuid,
      from: account.phoneNumber,
      to: transfer.phoneNumber,
      answerUrl: options.urlOf(transfer, call, 'teammate'),
      hangupUrl: over,
      statusUrl: over,
      ringSeconds,
      maxSeconds: isAfterStream ? briefingSeconds : longestSeconds,
      ...(streamUrl === undefined ? {} : { streamUrl }),
    });
    if (placed.kind === 'rejected') return placed.detail;
    if (placed.kind === 'accepted') await store.nameLeg(transfer, placed);
    return undefined;
  }

  async function hangUp({ call, transfer }: { call: TransferredCall; transfer: TransferRow }): Promise<void> {
    options.endBriefing(transfer.uuid);
    const { providerCallId, providerRequestId } = transfer;
    if (handsOver(call) === 'here') return options.ownLegs.hangUp(providerCallId ?? '');
    if (providerCallId === null && providerRequestId === null) return;
    const account = await options.accountFor(call);
    if (account.kind !== 'ready') return;
    await account.provider.hangUp({
      ...(providerCallId === null ? {} : { providerCallId }),
      ...(providerRequestId === null ? {} : { requestId: providerRequestId }),
    });
  }

  return { ring, hangUp };
}
