import type { CallRow } from './call-rows.ts';
import type { OutboundStore } from './outbound-store.ts';
import type { CallStore } from './store.ts';

/** How a callback says which call it is about: by the provider's name, and by ours in the address that we gave. */
export interface CallNames {
  readonly dialect: string;
  readonly callUuid: string;
  readonly providerCallId: string;
}

/**
 * The dialled call that an address of ours names. The provider's first name of it is kept; under another one nothing
 * is believed.
 */
export async function namedCall(
  { calls, store }: { readonly calls: Pick<CallStore, 'find'>; readonly store: Pick<OutboundStore, 'name'> },
  { dialect, callUuid, providerCallId }: CallNames,
): Promise<CallRow | undefined> {
  const call = await calls.find(callUuid);
  if (call?.callType !== 'outbound' || call.dialect !== dialect || call.dialledAt === null) return undefined;
  if (call.providerCallId === providerCallId) return call;
  if (call.providerCallId !== null) return undefined;
  await store.name(call.organisationId, callUuid, { providerCallId });
  const named = await calls.find(callUuid);
  return named?.providerCallId === providerCallId ? named : undefined;
}
