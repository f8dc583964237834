import type { FastifyInstance } from 'fastify';
import type { MediaServer } from '../media/index.ts';
import { openHttp } from './app/http-module.ts';
import { openModules } from './app/modules.ts';
import type { AccountsModule } from './app/people/accounts-module.ts';
import { noMediaServer } from './app/platform/no-media.ts';
import { openObservation } from './app/platform/observation.ts';
import type { AppOverrides, MediaPlane } from './app/platform/overrides.ts';
import type { Config } from './config/config.ts';
import { isDatabaseAway } from './data/index.ts';
import type { Flows } from './features/campaigns/campaigns/index.ts';
import { checkPort } from './http/free-port.ts';
import { createLog, type Log } from './log.ts';

export type { AppOverrides, MediaPlane } from './app/platform/overrides.ts';

/** The time for which a slot is reserved for a stream. */
const reservedWaitMs = 20_000;
/** Time for uploading recordings of the last calls. The rest is uploaded after the next start. */
const uploadMs = 30_000;

export interface App {
  /** `http://host:port` of the control plane. */
  readonly address: string;
  readonly http: FastifyInstance;
  readonly media: MediaServer;
  readonly accounts: Pick<AccountsModule, 'demo'>;
  /** Stops accepting calls, waits up to `drainMs` for live ones, then closes everything. Idempotent. */
  close(options?: { readonly drainMs: number }): Promise<void>;
}

/** Opens everything in order. If a part fails to open, those already open are closed. */
export async function openApp(config: Config, overrides: AppOverrides = {}): Promise<App> {
  const undo: (() => unknown)[] = [];
  try {
    return await open(config, overrides, undo);
  } catch (error) {
    for (const step of undo.reverse()) await Promise.resolve(step()).catch(() => {});
    throw error;
  }
}

async function open(config: Config, overrides: AppOverrides, undo: (() => unknown)[]): Promise<App> {
  const log = overrides.log ?? createLog({ level: config.logLevel, isOutage: isDatabaseAway });
  for (const warning of config.warnings) log.warn(warning);

  await checkPort('PORT', config.http.host, config.http.port);
  const { role } = config.cluster;
  if (role !== 'control') await checkPort('MEDIA_PORT', config.media.host, config.media.port);
  const observation = await openObservation(config);
  undo.push(observation.close);
  const modules = await openModules({ config, overrides, log, observation });
  undo.push(modules.close);
  await modules.start();

  // Imported late, so that an invalid environment or database is reported before any model library is loaded.
  const mediaPlane = overrides.mediaPlane ?? (await import('../media/index.ts'));
  const media =
    role === 'control'
      ? noMediaServer(config.media)
      : await mediaPlane.openMediaServer({ ...config.media, log: mediaLog(log) }, modules.ports);
  undo.push(() => media.close({ drainMs: 0 }));
  const listSpeakers = () => mediaPlane.listSpeakers(config.media.speechServers);
  modules.media.attach({ server: media, listSpeakers });
  await warnOfVoices(modules.flows, listSpeakers(), log);

  const { accounts } = modules;
  const http = await openHttp({ config, modules, log });
  undo.push(http.close);
  const address = await http.listen();
  await modules.phones.listen(mediaPlane);
  if (role !== 'media') await accounts.listening(address);
  await modules.cluster.join();
  if (role !== 'control') log.info({ port: media.port, driver: media.driver }, 'accepting media streams');

  let closing: Promise<void> | undefined;
  return {
    address,
    http: http.app,
    media,
    accounts,
    close(options = { drainMs: 0 }) {
      closing ??= closeAll(options.drainMs);
      return closing;
    },
  };

  async function closeAll(drainMs: number): Promise<void> {
    modules.calls.drain();
    await modules.cluster.drain();
    // Callers with a slot reserved here are still connecting.
    await modules.cluster.untilReservedCame(Math.min(drainMs, reservedWaitMs));
    // The HTTP listener stays open, because live calls may pass through it and callbacks still arrive.
    await Promise.all([media.close({ drainMs }), modules.phones.drain(drainMs)]);
    if (drainMs > 0) await modules.handOver.settle(uploadMs);
    await http.close();
    await modules.close();
    await observation.close();
    log.info('closed');
  }
}

/**
 * Logs flows whose voice does not exist. Another voice replaces it, which is better noticed at startup than in a call.
 */
async function warnOfVoices(
  flows: Pick<Flows, 'withoutVoice'>,
  speakers: ReturnType<MediaPlane['listSpeakers']>,
  log: Log,
): Promise<void> {
  const names = speakers.map(({ name }) => name);
  for (const { name, speaker } of await flows.withoutVoice(names))
    log.warn({ flow: name, speaker, speakers: names }, 'a flow uses an unknown voice');
}

/** Logs entries of the media plane: those with an error as warnings, the others as information. */
const mediaLog =
  (log: Log): Parameters<MediaPlane['openMediaServer']>[0]['log'] =>
  (message, detail) => {
    if ('error' in detail) log.warn(detail, message);
    else log.info(detail, message);
  };
