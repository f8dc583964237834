import type { HandoffStep, TransfersOptions } from './contract.ts';
import type { SettledFrom, TransferResult, TransferRow, TransferredCall } from './store.ts';

export type TransferState = ReturnType<typeof createTransferState>;

const hooks = '/api/voice/webhooks';

/** The results of transfers, and the addresses of their callbacks. */
export function createTransferState({
  store,
  now,
  publicBaseUrl,
  providers,
  announce,
}: Pick<TransfersOptions, 'store' | 'now' | 'publicBaseUrl' | 'providers' | 'announce'>) {
  const handsOver = ({ dialect }: TransferredCall) => providers.get(dialect)?.capabilities.canTransfer ?? false;
  const at = (): string => now().toISOString();

  const settle = (transfer: TransferRow, result: TransferResult, from: SettledFrom = 'open'): Promise<boolean> =>
    store.settle(transfer, { result, at: at(), from }, (queries, call) =>
      announce(queries, call.organisationId, [
        {
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
        },
      ]),
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

  /** Returns whether callbacks of this leg are the teammate's. The first one names it. */
  async function isTeammateLeg(transfer: TransferRow, providerCallId: string): Promise<boolean> {
    if (transfer.providerCallId === null) await store.nameLeg(transfer, { providerCallId });
    return transfer.providerCallId === null || transfer.providerCallId === providerCallId;
  }

  return { handsOver, at, settle, isConnected, accept, isTeammateLeg, hooked, urlOf };
}
