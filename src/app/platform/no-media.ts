import type { MediaConfig, MediaServer, MediaStatus } from '../../../media/index.ts';

const noWork = { brainMs: 0, speechMs: 0, characters: 0, audioMs: 0 };

/** Returns a stand-in for the media plane on a `control` node: no listener, no models, no slots for calls. */
export function noMediaServer({ llm, executionProviders: providers }: Omit<MediaConfig, 'log'>): MediaServer {
  const status: MediaStatus = {
    driver: 'none',
    activeCalls: 0,
    brain: llm === undefined ? 'embedded' : 'openai',
    admission: { refusing: undefined, ratedCalls: 0, coresPerCall: 0, settingUp: 0, refused: {} },
    inference: { threads: 0, providers, models: [], restarts: 0, queued: 0, jobs: {}, jobTotals: {} },
    voiceDetectors: [],
    latenessMs: { p50: 0, p99: 0, max: 0 },
    speculation: { started: 0, redeemed: 0, dropped: 0, made: noWork, wasted: noWork },
  };
  return {
    port: 0,
    driver: 'none',
    status: async () => status,
    reserve: () => 'max_calls',
    slots: () => 0,
    endCall: () => false,
    supervision: { takeOver: async () => 'gone', handBack: () => false },
    telephones: { open: async () => undefined, connect: async () => false },
    tellAgent: async () => undefined,
    close: async () => {},
  };
}
