import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts, type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { withPlace } from '../api/places.ts';
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy.ts';
import { pause } from './trial-caller.ts';

export interface ClusterOptions {
  /** The server's module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** A PostgreSQL server on which a database may be made. */
  readonly postgres: string;
  /** How many media nodes; with one control node beside them. */
  readonly mediaNodes: number;
}

export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** A control node and media nodes on one machine, each a process, with PostgreSQL behind a proxy and NATS of their own. */
export interface TrialCluster {
  /** The control node that runs now. */
  readonly control: ServerChild;
  readonly media: readonly ServerChild[];
  readonly nats: NatsServer;
  readonly postgres: Pick<BreakableProxy, 'cut' | 'restore'>;
  /** SIGKILL, and another process at the same address. */
  replaceControl(): Promise<void>;
  /** Kills it. The next one starts when it is called for. */
  killMedia(index: number): Promise<void>;
  startMedia(index: number): Promise<void>;
  /** Which node the stream at this address is at. */
  nodeOf(url: string): number;
}

export const withCluster = <T>(options: ClusterOptions, work: (cluster: TrialCluster) => Promise<T>): Promise<T> =>
  withPlace(options.postgres, async ({ dataDir, databaseUrl = '' }) => {
    const url = new URL(databaseUrl);
    const proxy = await openBreakableProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const nats = await openNatsServer();
    const [controlPort = 0] = await freePorts(1);
    const env = {
      ...{ LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1', ...options.env, ADMISSION: 'off', MAX_CALLS: '' },
      ...{ DATABASE_URL: url.href, NATS_URL: nats.url, SESSION_SECRET: 's'.repeat(32) },
      ...{ SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), DISK_BALLAST_MB: '0' },
    };
    const start = async (role: 'control' | 'media', name: string): Promise<ServerChild> => {
      const started = await startServerChild({
        ...{ entry: options.entry, dataDir: join(dataDir, name), readyTimeoutMs: 120_000, outputCharacters: 100_000 },
        env: { ...env, ROLE: role },
        ...(role === 'control' ? { port: controlPort } : { namesItsStreams: true }),
      });
      if (!started.ok) throw new Error(started.detail);
      return started.server;
    };
    const running: ServerChild[] = [];
    const keep = async (child: Promise<ServerChild>): Promise<ServerChild> => {
      const server = await child;
      running.push(server);
      return server;
    };
    // Media nodes of one name share a folder with the one before them, as on a volume.
    const ports = new Map<number, number>();
    try {
      let control = await keep(start('control', 'control'));
      const media: ServerChild[] = [];
      const startMedia = async (index: number): Promise<void> => {
        const server = await keep(start('media', `media-${index}`));
        media[index] = server;
        ports.set(server.mediaPort, index);
      };
      for (let index = 0; index < options.mediaNodes; index++) await startMedia(index);
      return await work({
        get control() {
          return control;
        },
        media,
        nats,
        postgres: proxy,
        async replaceControl() {
          process.kill(control.pid, 'SIGKILL');
          await control.close();
          control = await keep(start('control', 'control'));
        },
        async killMedia(index) {
          const server = media[index] as ServerChild;
          process.kill(server.pid, 'SIGKILL');
          await server.close();
        },
        startMedia,
        nodeOf: (address) => ports.get(Number(new URL(address).port)) ?? -1,
      });
    } finally {
      await Promise.all(running.map((server) => server.close()));
      await nats.kill();
      await proxy.close();
    }
  });

async function openNatsServer(): Promise<NatsServer> {
  const [port = 0] = await freePorts(1);
  let child: ChildProcess | undefined;
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  const server: NatsServer = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      while (!(await answers())) await pause(50);
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (killed === undefined) return;
      const over = new Promise((resolve) => killed.once('exit', resolve));
      killed.kill('SIGKILL');
      await over;
    },
  };
  await server.start();
  return server;
}
