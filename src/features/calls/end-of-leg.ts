import { endedAs, type HowEnded } from '../../telephony-providers/index.ts';
import type { StoredEvent } from './call-rows.ts';

/** How telephony_a said that the leg of a call ended; a stream that is over says nothing of its leg. */
export const endOfLeg = (event: StoredEvent): HowEnded | undefined =>
  event.type === 'callback' && (event.kind === 'hangup' || event.kind === 'status')
    ? endedAs(event.fields.CallStatus ?? '')
    : undefined;
