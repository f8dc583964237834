import type { HowEnded, ProviderModule } from '../../telephony/index.ts';
import type { StoredEvent } from './call-rows.ts';

/** How the provider reported that the leg of a call ended; a stream that is over says nothing of its leg. */
export const endOfLeg = (provider: ProviderModule | undefined, event: StoredEvent): HowEnded | undefined =>
  event.type === 'callback' && (event.kind === 'hangup' || event.kind === 'status')
    ? provider?.callbacks.read(event.kind, event.fields).ended
    : undefined;
