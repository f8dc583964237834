import type { Placed } from '../../../telephony/index.ts';
import type { CallRow } from '../calls/index.ts';
import type { ClickToCallStore } from './store.ts';

/** A provider's callback about a teammate's call. */
export interface HumanCallback {
  readonly dialect: string;
  readonly callUuid: string;
  /** The provider's id of the teammate's leg. */
  readonly providerCallId: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How far a call between two people has come, as its provider reports it. */
export function createCallProgress(store: Pick<ClickToCallStore, 'find' | 'advance'>, now: () => Date) {
  /** Keeps the first provider id received for the call; callbacks with another one are not trusted. */
  async function named({ dialect, callUuid, providerCallId }: HumanCallback): Promise<CallRow | undefined> {
    const call = await store.find(callUuid);
    if (call?.dialect !== dialect) return undefined;
    if (call.providerCallId === null) {
      await store.advance(call, { providerCallId });
      return { ...call, providerCallId };
    }
    return call.providerCallId === providerCallId ? call : undefined;
  }

  async function joined(call: CallRow, agoSeconds = 0): Promise<CallRow> {
    if (call.startedAt !== null) return call;
    const sinceMs = Math.max(Date.parse(call.createdAt), now().getTime() - agoSeconds * 1000);
    const set = { status: 'in_progress', startedAt: new Date(sinceMs).toISOString() } as const;
    await store.advance(call, set);
    return { ...call, ...set };
  }

  /** Records that the teammate answered and the customer is being dialled. */
  async function pickedUp(call: CallRow): Promise<CallRow> {
    if (call.status !== 'dialing') return call;
    await store.advance(call, { status: 'ringing' });
    return { ...call, status: 'ringing' };
  }

  async function name(call: CallRow, placed: Placed & { kind: 'accepted' }): Promise<void> {
    const { providerCallId, requestId } = placed;
    // Some providers send the call's id only with their first request.
    if (providerCallId !== undefined) await store.advance(call, { providerCallId });
    else if (requestId !== undefined) await store.advance(call, { providerRequestId: requestId });
  }

  return { named, joined, pickedUp, name };
}
