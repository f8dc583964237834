import { readdir } from 'node:fs/promises';
import type { MediaStatus } from '../../../media/index.ts';
import type { Health } from './schema.ts';

export interface HealthOptions {
  readonly version: string;
  readonly modelsDir: string;
  readonly mediaStatus: () => Promise<MediaStatus>;
  readonly callLog: {
    readonly waiting: number;
    readonly refused: number;
    readonly alarms: Readonly<Record<string, number>>;
  };
  readonly disk: { readonly state: 'ok' | 'low' | 'full'; readonly freeBytes: number; readonly hasBallast: boolean };
  readonly isDraining: () => boolean;
}

export async function readHealth(options: HealthOptions): Promise<Health> {
  const media = await options.mediaStatus();
  const entries = await readdir(options.modelsDir, { withFileTypes: true }).catch(() => []);
  const { waiting, refused, alarms } = options.callLog;
  const isDegraded = refused > 0 || options.disk.state !== 'ok';
  const admission = admissionOf(media.admission);
  return {
    status: options.isDraining() ? 'draining' : isDegraded ? 'degraded' : admission.refusing === null ? 'ok' : 'busy',
    version: options.version,
    node: process.version,
    uptime_seconds: Math.floor(process.uptime()),
    media: {
      driver: media.driver,
      active_calls: media.activeCalls,
      lateness_ms: media.latenessMs,
    },
    admission,
    inference: { ...media.inference, models: modelsOf(media.inference.models), jobs: jobsOf(media.inference.jobs) },
    models: entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .sort(),
    brain: media.brain,
    execution_provider: providersInUse(media.inference.models).join(','),
    speculation: speculationToJson(media.speculation),
    disk: diskOf(options.disk),
    call_log: { waiting, refused },
    alarms: { ...alarms },
  };
}

const admissionOf = (seen: MediaStatus['admission']): Health['admission'] => ({
  refusing: seen.refusing ?? null,
  rated_calls: seen.ratedCalls,
  cores_per_call: Math.round(seen.coresPerCall * 1000) / 1000,
  setting_up: seen.settingUp,
  refused: { ...seen.refused },
});

const diskOf = ({ state, freeBytes, hasBallast }: HealthOptions['disk']): Health['disk'] => ({
  state,
  free_bytes: Number.isFinite(freeBytes) ? freeBytes : null,
  ballast: hasBallast,
});

const modelsOf = (seen: MediaStatus['inference']['models']): Health['inference']['models'] =>
  seen.map((one) => ({ ...one, missed: [...one.missed] }));

function providersInUse(models: MediaStatus['inference']['models']): string[] {
  const counts = new Map<string, number>();
  for (const { provider } of models) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([provider]) => provider);
}

const jobsOf = (seen: MediaStatus['inference']['jobs']): Health['inference']['jobs'] =>
  Object.fromEntries(
    Object.entries(seen).map(([kind, figures]) => [
      kind,
      {
        jobs: figures.jobs,
        wait_p50_ms: figures.waitP50Ms,
        wait_p95_ms: figures.waitP95Ms,
        run_p50_ms: figures.runP50Ms,
        run_p95_ms: figures.runP95Ms,
      },
    ]),
  );

function speculationToJson({ made, wasted, ...counts }: MediaStatus['speculation']): Health['speculation'] {
  return {
    ...counts,
    made_ms: made.brainMs + made.speechMs,
    wasted_ms: wasted.brainMs + wasted.speechMs,
    made_characters: made.characters,
    wasted_characters: wasted.characters,
  };
}
