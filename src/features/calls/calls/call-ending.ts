import type { CallEndReason } from '../../../../media/ports.ts';
import type { CallRow } from './call-rows.ts';
import { type CallClosed, isOver } from './call-state.ts';
import type { CallsOptions, ProviderCallback } from './contract.ts';
import { uncarriedClose } from './unowned-calls.ts';

export interface CallEndingOptions
  extends Pick<CallsOptions, 'log' | 'leases' | 'now' | 'endStream' | 'isElsewhere' | 'outbound'> {
  readonly store: Pick<CallsOptions['store'], 'find' | 'get' | 'takeOver'>;
  readonly tokens: Pick<CallsOptions['tokens'], 'revoke'>;
}

/** Ends calls: their streams if these are open, otherwise their rows. */
export function createCallEnding(options: CallEndingOptions) {
  const { store, tokens, log, outbound } = options;
  const closeUncarried = uncarriedClose({ calls: store, get: store.get, now: options.now });

  const close = (callUuid: string, status: CallClosed['status'], reason: string): void => {
    const event = { type: 'closed', atMs: 0, status, reason, wallMs: options.now().getTime() } as const;
    options.leases.saw(callUuid, event);
    log.note(callUuid, event);
  };

  /** Ends the stream, or prevents it from being opened. */
  function stop(callUuid: string, reason: CallEndReason): boolean {
    tokens.revoke(callUuid);
    return options.endStream(callUuid, reason);
  }

  /** Ends the call. An open stream ends with its own reason; without one, the call is closed here. */
  async function finish(call: CallRow, closed: NonNullable<ProviderCallback['closed']>): Promise<void> {
    if (stop(call.uuid, 'caller_hung_up')) return;
    if (call.leaseOwner === null) {
      if (await closeUncarried(call, closed)) return;
      const now = await store.find(call.uuid);
      // The call was answered meanwhile, and a process now owns it.
      if (now !== undefined && now.leaseOwner !== null && !isOver(now.status)) await finish(now, closed);
    } else if (!(await options.isElsewhere(call))) close(call.uuid, closed.status, closed.reason);
  }

  const neverOpened = (callUuid: string): void => close(callUuid, 'failed', 'stream_never_opened');

  function endNow(callUuid: string, reason: string): void {
    if (reason === 'transferred') {
      if (!stop(callUuid, 'transferred')) close(callUuid, 'completed', reason);
      return;
    }
    const mediaReason = reason === 'dnc_request' || reason === 'wrong_number' ? reason : 'operator';
    if (!stop(callUuid, mediaReason)) close(callUuid, 'cancelled', reason);
  }

  async function cancelDialling(call: CallRow, reason: string): Promise<void> {
    tokens.revoke(call.uuid);
    if (await closeUncarried(call, { status: 'cancelled', reason })) outbound.hangUp(call);
    else endNow(call.uuid, reason);
  }

  return { close, finish, endNow, cancelDialling, neverOpened };
}
