import type { LineProfile } from '../../line/wire.ts';

/** Telephones over RTP. Packets leave every 20 ms, so that the far end's jitter buffer stays short. */
export const sip: LineProfile = {
  name: 'sip',
  sendsKeys: true,
  showsCaptions: false,
  formatAdvice: ({ encoding, rateHz }) => `have the phone send ${encoding} at ${rateHz} Hz, as agreed in its offer`,
  chunking: () => ({ chunkMs: 20, leadMs: 20 }),
};
