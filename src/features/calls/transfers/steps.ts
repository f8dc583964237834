import type { HandoverDocuments, ProviderDocument } from '../../../telephony/index.ts';
import type { Connecting } from './connecting.ts';
import type { Transfers, TransfersOptions } from './contract.ts';
import type { TransferState } from './state.ts';
import type { TransferRow, TransferredCall } from './store.ts';

/** Handles what providers report and ask for on the legs of a transfer. */
export function createTransferSteps(
  options: Pick<TransfersOptions, 'store' | 'providers' | 'mayRecord' | 'streamUrlFor'>,
  state: TransferState,
  connecting: Pick<Connecting, 'join' | 'legOver'>,
): Pick<Transfers, 'instructionFor' | 'dialFor' | 'briefingFor' | 'legTold'> {
  const { store, providers } = options;

  /** Returns the transfer of a call at this provider. */
  async function findAt(dialect: string, transferUuid: string): ReturnType<typeof store.find> {
    const transferAndCall = await store.find(transferUuid);
    return transferAndCall?.call.dialect === dialect ? transferAndCall : undefined;
  }

  async function chosen(
    { transfer, call }: { readonly transfer: TransferRow; readonly call: TransferredCall },
    print: HandoverDocuments,
    digit: string,
  ): Promise<ProviderDocument> {
    if (transfer.result === 'accepted') return print.room(transfer.uuid);
    if (transfer.result !== null) return print.goodbye('The call has ended.');
    if (digit !== '1') {
      await state.settle(transfer, 'declined');
      return print.goodbye('The call was declined.');
    }
    return (await connecting.join(transfer, call)) ? print.room(transfer.uuid) : print.goodbye('The call has ended.');
  }

  return {
    async instructionFor({ dialect, transferUuid, step, providerCallId, fields }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      const provider = transferAndCall && providers.get(transferAndCall.call.dialect);
      const print = provider?.documents.handover;
      if (transferAndCall === undefined || provider === undefined || print === undefined) return undefined;
      const { transfer, call } = transferAndCall;
      if (step === 'caller') {
        if (providerCallId !== call.providerCallId || transfer.joinedAt === null) return undefined;
        if (!(await state.accept(transfer)))
          return print.goodbye('Nobody can take your call right now. Please call again later.');
        const recording = state.hooked(`${call.dialect}/recording?call=${call.uuid}`);
        return print.room(transfer.uuid, (await options.mayRecord(call)) ? recording : undefined);
      }
      if (!(await state.isTeammateLeg(transfer, providerCallId))) return undefined;
      if (step === 'over') await connecting.legOver(transfer, call, provider.callbacks.read('hangup', fields).ended);
      if (step === 'choice') return chosen(transferAndCall, print, provider.callbacks.digit?.(fields) ?? '');
      const isAsked = step === 'teammate' && transfer.result === null;
      if (!isAsked) return undefined;
      return print.whisper({ choiceUrl: state.urlOf(transfer, call, 'choice'), brief: transfer.agentBrief });
    },
    async dialFor(callUuid) {
      const transfer = await store.newestOf(callUuid);
      const transferAndCall = transfer && (await store.find(transfer.uuid));
      if (transferAndCall === undefined || transferAndCall.transfer.joinedAt === null) return undefined;
      const next = providers.get(transferAndCall.call.dialect)?.documents.next;
      if (next === undefined || !(await state.accept(transferAndCall.transfer))) return undefined;
      const { phoneNumber, agentBrief, providerCallId } = transferAndCall.transfer;
      const brief = providerCallId === null ? agentBrief : undefined;
      return next.print({ phoneNumber, isRecorded: await options.mayRecord(transferAndCall.call), brief });
    },
    async briefingFor({ dialect, transferUuid, providerCallId }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      if (transferAndCall === undefined || state.handsOver(transferAndCall.call) !== 'bridge') return undefined;
      const { transfer, call } = transferAndCall;
      if (transfer.result !== null || transfer.joinedAt !== null) return undefined;
      if (!(await state.isTeammateLeg(transfer, providerCallId))) return undefined;
      const streamUrl = await options.streamUrlFor(transfer.uuid, call.dialect);
      return streamUrl === undefined ? 'busy' : { streamUrl };
    },
    async legTold({ dialect, transferUuid, providerCallId, fields }) {
      const transferAndCall = await findAt(dialect, transferUuid);
      if (transferAndCall === undefined) return false;
      if (!['after_stream', 'bridge'].includes(String(state.handsOver(transferAndCall.call)))) return false;
      const { transfer, call } = transferAndCall;
      if (!(await state.isTeammateLeg(transfer, providerCallId))) return false;
      await connecting.legOver(transfer, call, providers.get(call.dialect)?.callbacks.read('status', fields).ended);
      return true;
    },
  };
}
