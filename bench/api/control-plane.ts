/** The server without its media plane: database, accounts, routes and console, but no model library. */

import { listSpeakers } from '../../media/engines/registry.ts';
import type { MediaServer } from '../../media/index.ts';
import type { AppOverrides } from '../../src/app/platform/overrides.ts';
import { main as serve } from '../../src/main.ts';

const noWork = { brainMs: 0, speechMs: 0, characters: 0, audioMs: 0 };

const noMedia = (port: number): MediaServer => ({
  port,
  driver: 'none',
  status: async () => ({
    driver: 'none',
    activeCalls: 0,
    brain: 'embedded',
    admission: { refusing: undefined, ratedCalls: 0, coresPerCall: 0, settingUp: 0, refused: {} },
    inference: { threads: 0, providers: [], models: [], restarts: 0, queued: 0, jobs: {}, jobTotals: {} },
    voiceDetectors: [],
    latenessMs: { p50: 0, p99: 0, max: 0 },
    speculation: { started: 0, redeemed: 0, dropped: 0, made: noWork, wasted: noWork },
  }),
  reserve: () => undefined,
  slots: () => Number.POSITIVE_INFINITY,
  endCall: () => false,
  supervision: { takeOver: async () => 'gone', handBack: () => false },
  telephones: { open: async () => undefined, connect: async () => false },
  tellAgent: async () => undefined,
  close: async () => {},
});

export const main = (argv: readonly string[], env: NodeJS.ProcessEnv, overrides: AppOverrides = {}): Promise<number> =>
  serve(argv, env, { ...overrides, mediaPlane: { listSpeakers, openMediaServer: async ({ port }) => noMedia(port) } });
