import type { HowEnded } from '../../../telephony/index.ts';
import type { Briefings } from './briefings.ts';
import type { TransfersOptions } from './contract.ts';
import type { TransferResult, TransferRow, TransferredCall, TransferStore } from './store.ts';

export interface OwnLegTransfersOptions
  extends Pick<TransfersOptions, 'end' | 'onTrouble' | 'ownLegs' | 'streamUrlFor'> {
  readonly store: Pick<TransferStore, 'beginJoining' | 'find' | 'nameLeg'>;
  readonly briefings: () => Pick<Briefings, 'end'>;
  readonly settle: (transfer: TransferRow, result: TransferResult) => Promise<boolean>;
  /** Handles the end of the teammate's leg. */
  readonly legOver: (transfer: TransferRow, call: TransferredCall, ended: HowEnded) => Promise<void>;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  /** Returns the present time in ISO 8601. */
  readonly at: () => string;
}

/** Transfers of calls whose legs this server has: it rings the teammate, and then lets both hear each other. */
export function createOwnLegTransfers(options: OwnLegTransfersOptions) {
  const { ownLegs, store } = options;

  async function over(transferUuid: string, ended: HowEnded): Promise<void> {
    const transferAndCall = await store.find(transferUuid);
    if (transferAndCall === undefined) return;
    await options.legOver(transferAndCall.transfer, transferAndCall.call, ended);
  }

  return {
    /** Returns undefined if the teammate's phone rings; otherwise the reason. */
    async ring(transfer: TransferRow, call: TransferredCall): Promise<string | undefined> {
      const streamUrl = await options.streamUrlFor(transfer.uuid, call.dialect);
      if (streamUrl === undefined) return 'The server is at capacity.';
      const rung = await ownLegs.ring({
        organisation: call.organisationId,
        callerId: call.providerCallId ?? '',
        callerNumber: call.callType === 'inbound' ? call.fromNumber : call.toNumber,
        transferUuid: transfer.uuid,
        userUuid: transfer.userUuid,
        phoneNumber: transfer.phoneNumber,
        streamUrl,
        ringSeconds: options.ringSeconds,
        maxSeconds: options.maxSeconds,
        onEnd: (ended) => void over(transfer.uuid, ended).catch(options.onTrouble),
      });
      if (rung.kind === 'not_placed') return rung.detail;
      await store.nameLeg(transfer, { providerCallId: rung.legId });
      return undefined;
    },
    /** Connects the two people, and then ends our part of the call. */
    async join(transfer: TransferRow, call: TransferredCall): Promise<void> {
      if (!(await store.beginJoining(transfer, options.at()))) return;
      const isConnected = await ownLegs.connect(call.providerCallId ?? '', transfer.providerCallId ?? '');
      const isAccepted = await options.settle(transfer, isConnected ? 'accepted' : 'failed');
      options.briefings().end(transfer.uuid);
      if (!isConnected || !isAccepted) return ownLegs.hangUp(transfer.providerCallId ?? '');
      await options.end(call.organisationId, call.uuid, 'transferred');
    },
  };
}
