import type { HowEnded } from '../../../telephony/index.ts';

/** The two ends have no codec or no encryption in common. */
export const audioNotAgreed: HowEnded = { status: 'failed', reason: 'audio_not_agreed' };

/** The call was answered, and its audio did not start. */
export const neverStarted: HowEnded = { status: 'failed', reason: 'stream_never_opened' };

/** No port for the audio is free. */
export const noRoom: HowEnded = { status: 'failed', reason: 'over_capacity' };

export const completed: HowEnded = { status: 'completed', reason: 'caller_hung_up' };
