import type { FarSession, FarWire } from './far-dialect.ts';
import { understood } from './message.ts';

/**
 * A telephone's end of a stream: audio as bytes, keys as text. Both ends send audio all the time, and nothing is
 * acknowledged. The connection places the call and carries the audio over RTP.
 */
export const telephoneFar: FarWire = {
  name: 'sip',
  speechRateHz: 8000,
  formats: [
    { encoding: 'mulaw', rateHz: 8000 },
    { encoding: 'alaw', rateHz: 8000 },
    { encoding: 'l16', rateHz: 16_000 },
  ],
  frameMs: 20,
  bufferMs: 1000,
  isContinuous: true,
  clears: 'unplayed',
  open: openSession,
};

function openSession(): FarSession {
  return {
    print(event) {
      if (event.type === 'audio') return [event.payload];
      return event.type === 'dtmf' ? [event.digit] : [];
    },
    parse: (message) =>
      understood(typeof message === 'string' ? { type: 'dtmf', digit: message } : { type: 'audio', payload: message }),
  };
}
