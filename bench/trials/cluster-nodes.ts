import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts, type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { withPlace } from '../api/places.ts';
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy.ts';
import { type ClusterStore, openClusterStore } from './cluster-store.ts';
import { hasSeaweed, openSeaweed } from './seaweed.ts';
import { pause } from './trial-caller.ts';

export interface ClusterOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** PostgreSQL server on which a database may be created. */
  readonly postgres: string;
  /** Number of media nodes; one control node is added. */
  readonly mediaNodes: number;
}

export interface NatsServer {
  readonly url: string;
  start(): Promise<void>;
  /** Kills with SIGKILL. */
  kill(): Promise<void>;
}

/**
 * A control node and media nodes on one machine, each a process, with PostgreSQL behind a proxy and a separate NATS
 * server.
 */
export interface TrialCluster {
  /** The current control node. */
  readonly control: ServerChild;
  readonly media: readonly ServerChild[];
  readonly nats: NatsServer;
  readonly postgres: Pick<BreakableProxy, 'cut' | 'silence' | 'restore'>;
  readonly store: ClusterStore;
  /** Whether recordings are in an object store. */
  readonly hasObjects: boolean;
  /** Ends the control node and starts another process at the same address. */
  replaceControl(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Kills a media node; the next one starts on request. */
  killMedia(index: number): Promise<void>;
  startMedia(index: number): Promise<void>;
  /** Returns the node of the stream at this address. */
  nodeOf(url: string): number;
}

const secrets = { SESSION_SECRET: 's'.repeat(32), SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

export const withCluster = <T>(options: ClusterOptions, work: (cluster: TrialCluster) => Promise<T>): Promise<T> =>
  withPlace(options.postgres, async ({ dataDir, databaseUrl = '' }) => {
    const url = new URL(databaseUrl);
    const proxy = await openBreakableProxy({ host: url.hostname, port: Number(url.port || 5432) });
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const closing: (() => unknown)[] = [proxy.close];
    try {
      const nats = await openNatsServer();
      closing.push(nats.kill);
      const objects = await openObjects(options.env, dataDir);
      closing.push(objects.close);
      const [controlPort = 0] = await freePorts(1);
      const env = {
        LOG_LEVEL: 'warn',
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        ...options.env,
        ...objects.env,
        ...secrets,
        ADMISSION: 'off',
        DATABASE_URL: url.href,
        NATS_URL: nats.url,
        DISK_BALLAST_MB: '0',
      };
      const nodes = createNodes({ entry: options.entry, env, dataDir, controlPort });
      closing.push(nodes.close);
      await nodes.startControl();
      const store = await openClusterStore(databaseUrl);
      closing.push(store.close);
      for (let index = 0; index < options.mediaNodes; index++) await nodes.startMedia(index);
      return await work({
        nats,
        postgres: proxy,
        store,
        hasObjects: objects.env.S3_BUCKET !== undefined,
        get control() {
          return nodes.control();
        },
        media: nodes.media,
        replaceControl: nodes.replaceControl,
        killMedia: nodes.killMedia,
        startMedia: nodes.startMedia,
        nodeOf: nodes.nodeOf,
      });
    } finally {
      for (const close of closing.reverse()) await close();
    }
  });

interface NodesOptions {
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly controlPort: number;
}

function createNodes({ entry, env, dataDir, controlPort }: NodesOptions) {
  const running: ServerChild[] = [];
  const media: ServerChild[] = [];
  const ports = new Map<number, number>();
  let control: ServerChild | undefined;
  const ownUrl = `http://127.0.0.1:${controlPort}`;

  async function start(role: 'control' | 'media', name: string): Promise<ServerChild> {
    const started = await startServerChild({
      entry,
      readyTimeoutMs: 120_000,
      outputCharacters: 100_000,
      publicBaseUrl: ownUrl,
      // Successive media nodes of one name share a folder, as on a volume.
      dataDir: join(dataDir, name),
      env: { ...env, ROLE: role },
      ...(role === 'control' ? { port: controlPort } : { namesItsStreams: true }),
    });
    if (!started.ok) throw new Error(started.detail);
    running.push(started.server);
    return started.server;
  }

  return {
    media,
    control: () => control as ServerChild,
    async startControl() {
      control = await start('control', 'control');
    },
    async replaceControl(signal: 'SIGKILL' | 'SIGTERM') {
      const old = control as ServerChild;
      process.kill(old.pid, signal);
      await old.close();
      control = await start('control', 'control');
    },
    async startMedia(index: number) {
      const server = await start('media', `media-${index}`);
      media[index] = server;
      ports.set(server.mediaPort, index);
    },
    async killMedia(index: number) {
      const server = media[index] as ServerChild;
      process.kill(server.pid, 'SIGKILL');
      await server.close();
    },
    nodeOf: (address: string) => ports.get(Number(new URL(address).port)) ?? -1,
    close: () => Promise.all(running.map((server) => server.close())),
  };
}

/** Opens a separate SeaweedFS if its program is installed, otherwise the store that the environment names, if any. */
async function openObjects(env: NodeJS.ProcessEnv, dataDir: string) {
  if (env.S3_BUCKET !== undefined || !hasSeaweed) return { env: env as { S3_BUCKET?: string }, close: () => {} };
  const { config, close } = await openSeaweed(dataDir);
  return {
    env: {
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: config.bucket,
      S3_REGION: config.region,
      S3_PREFIX: config.prefix,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    close,
  };
}

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
