import { readdir } from 'node:fs/promises';
import type { MediaStatus } from '../../../media/index.ts';
import type { Health } from './schema.ts';

export interface HealthOptions {
  readonly version: string;
  readonly modelsDir: string;
  readonly mediaStatus: () => Promise<MediaStatus>;
  readonly callLog: { readonly waiting: number; readonly refused: number };
  readonly isDraining: () => boolean;
}

export async function readHealth(options: HealthOptions): Promise<Health> {
  const media = await options.mediaStatus();
  const entries = await readdir(options.modelsDir, { withFileTypes: true }).catch(() => []);
  const { waiting, refused } = options.callLog;
  return {
    status: options.isDraining() ? 'draining' : refused > 0 ? 'degraded' : 'ok',
    version: options.version,
    node: process.version,
    uptime_seconds: Math.floor(process.uptime()),
    media: {
      driver: media.driver,
      active_calls: media.activeCalls,
      lateness_ms: media.latenessMs,
    },
    inference: media.inference,
    models: entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort(),
    brain: media.brain,
    execution_provider: media.inference.providers.join(','),
    call_log: { waiting, refused },
  };
}
