import type { HowEnded } from '../../../telephony/index.ts';
import type { TransfersOptions } from './contract.ts';
import type { TransferState } from './state.ts';
import type { TransferRow, TransferredCall } from './store.ts';

export type Connecting = ReturnType<typeof createConnecting>;

/** Connects a caller with the teammate, and ends what belongs to it once one of them hangs up. */
export function createConnecting(
  options: Pick<TransfersOptions, 'store' | 'providers' | 'accountFor' | 'callerGone' | 'end' | 'expectRecording'>,
  { handsOver, at, settle, isConnected, urlOf }: TransferState,
  hangUp: (handed: { readonly transfer: TransferRow; readonly call: TransferredCall }) => Promise<void>,
) {
  const { store, providers } = options;

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

  async function legOver(transfer: TransferRow, call: TransferredCall, ended: HowEnded | undefined): Promise<void> {
    if (ended === undefined) return;
    // The provider's flow calls the teammate a second time.
    const isToRingAgain = handsOver(call) === 'after_stream';
    // A trunk that connects the two calls ends ours: the result is that of joining them.
    const mayBeJoining = isToRingAgain || handsOver(call) === 'here';
    // A teammate who answered without pressing a key declined.
    const results = {
      completed: 'declined',
      busy: 'busy',
      no_answer: 'no_answer',
      cancelled: 'no_answer',
      failed: 'failed',
    } as const;
    if (await settle(transfer, results[ended.status], mayBeJoining ? 'not_joining' : 'open')) return;
    if (!isToRingAgain && (await isConnected(transfer))) await finish(transfer, call);
  }

  return { finish, join, legOver };
}
