import type { Transcriber } from '../../src/audio/index.ts';

/** Transcribes each channel as one sentence that names it. */
export const scriptedChannels: Transcriber = {
  async transcribe(_path, { channel, onPart }) {
    for (const one of channel === 'both' ? ([1, 0] as const) : ([0] as const)) {
      const sentence = { startMs: one === 1 ? 900 : 100, endMs: 950, text: `channel ${one}` };
      await onPart({ channel: one, toMs: 1000, sentences: [sentence], totalMs: 1000 });
    }
    return { kind: 'transcribed', seconds: 1 };
  },
};
