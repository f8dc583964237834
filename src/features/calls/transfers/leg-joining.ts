import type { ProviderCapabilities } from '../../../telephony/index.ts';
import type { Connected, TransfersOptions } from './contract.ts';
import type { TransferResult, TransferRow, TransferredCall, TransferStore } from './store.ts';

export interface LegJoiningOptions extends Pick<TransfersOptions, 'accountFor' | 'end' | 'ownLegs'> {
  readonly store: Pick<TransferStore, 'beginJoiningOnce'>;
  readonly settle: (transfer: TransferRow, result: TransferResult) => Promise<boolean>;
  /** Ends the brief and hangs up the teammate. */
  readonly hangUp: (handed: { readonly transfer: TransferRow; readonly call: TransferredCall }) => Promise<void>;
  readonly briefings: { end(transferUuid: string): void };
  /** Marks the teammate's phone as free. */
  readonly finish: (transfer: TransferRow, call: TransferredCall) => Promise<void>;
  readonly handsOver: (call: TransferredCall) => ProviderCapabilities['canTransfer'];
  /** Returns the present time in ISO 8601. */
  readonly at: () => string;
}

/**
 * Returns a function that connects the two people of a transfer, and then ends our part of the call. If they cannot be
 * connected, the teammate is hung up and the caller stays with the agent.
 */
export function createLegJoining(options: LegJoiningOptions) {
  async function connect(call: TransferredCall, callerId: string, legId: string): Promise<Connected | true> {
    if (options.handsOver(call) === 'here') return options.ownLegs.connect(callerId, legId);
    const account = await options.accountFor(call);
    if (account.kind !== 'ready') return false;
    return (await account.provider.connect?.(callerId, legId))?.kind === 'done';
  }

  return async function join(transfer: TransferRow, call: TransferredCall): Promise<void> {
    // A teammate may press the key several times before the database answers.
    if (!(await options.store.beginJoiningOnce(transfer, options.at()))) return;
    const connected = await connect(call, call.providerCallId ?? '', transfer.providerCallId ?? '');
    const isAccepted = await options.settle(transfer, connected === false ? 'failed' : 'accepted');
    if (connected === false || !isAccepted) return options.hangUp({ transfer, call });
    options.briefings.end(transfer.uuid);
    await options.end(call.organisationId, call.uuid, 'transferred');
    // Nothing more is heard of legs that the trunk has taken.
    if (connected === 'by_trunk') await options.finish(transfer, call);
  };
}
