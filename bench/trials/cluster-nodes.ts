import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePorts, type ServerChild, type ServerStart, startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { createStartCode } from '../../src/features/people/accounts/index.ts';
import { withPlace } from '../api/places.ts';
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy.ts';
import { type ClusterStore, openClusterStore } from './cluster-store.ts';
import type { HostNetwork } from './hosts/network.ts';
import { hasSeaweed, openSeaweed } from './seaweed.ts';
import { pause } from './trial-caller.ts';

export interface ClusterOptions {
  /** Server module. */
  readonly entry: URL;
  /** The same of an earlier version, with which all nodes start until `upgrade`. */
  readonly earlier?: URL | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** PostgreSQL server on which a database may be created. */
  readonly postgres: string;
  /** Number of media nodes; one control node is added. */
  readonly mediaNodes: number;
  /** Gives each node, PostgreSQL and NATS an address of its own; by default all are on loopback. */
  readonly network?: HostNetwork;
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
  /** Whether the nodes have addresses other than loopback. */
  readonly isRemote: boolean;
  /** Whether recordings are in an object store. */
  readonly hasObjects: boolean;
  /** Ends the control node and starts another process at the same address. */
  replaceControl(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Kills a media node; the next one starts on request. */
  killMedia(index: number): Promise<void>;
  startMedia(index: number): Promise<void>;
  /** Starts a control node of the current version beside that of the earlier one, and then ends that. */
  upgradeControl(): Promise<void>;
  /** Tries to start a media node of the earlier version. Returns the end of its output; undefined if it started. */
  refusedEarlier(): Promise<string | undefined>;
  /** Returns the node of the stream at this address. */
  nodeOf(url: string): number;
}

const secrets = { SESSION_SECRET: 's'.repeat(32), SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

export const withCluster = <T>(options: ClusterOptions, work: (cluster: TrialCluster) => Promise<T>): Promise<T> =>
  withPlace(options.postgres, async ({ dataDir, databaseUrl = '' }) => {
    const url = new URL(databaseUrl);
    const { network } = options;
    const databaseHost = network?.databaseAddress ?? '127.0.0.1';
    const proxy = await openBreakableProxy({ host: url.hostname, port: Number(url.port || 5432) }, databaseHost);
    url.hostname = databaseHost;
    url.port = String(proxy.port);
    const closing: (() => unknown)[] = [proxy.close];
    try {
      const nats = await openNatsServer(network?.natsAddress);
      closing.push(nats.kill);
      const objects = await openObjects(options.env, dataDir);
      closing.push(objects.close);
      const [controlPort = 0] = await freePorts(1);
      const env = {
        LOG_LEVEL: 'warn',
        WEBHOOK_ALLOWED_HOSTS: network?.callerAddress ?? '127.0.0.1',
        ...(network === undefined ? {} : { TELEPHONY_A_NETWORKS: network.callerAddress }),
        ...options.env,
        ...objects.env,
        ...secrets,
        ADMISSION: 'off',
        DATABASE_URL: url.href,
        NATS_URL: nats.url,
        DISK_BALLAST_MB: '0',
      };
      const { entry, earlier = entry } = options;
      const nodes = createNodes({ entry, earlier, env, dataDir, controlPort, network });
      closing.push(nodes.close);
      await nodes.startControl();
      const store = await openClusterStore(databaseUrl, earlier);
      closing.push(store.close);
      for (let index = 0; index < options.mediaNodes; index++) await nodes.startMedia(index);
      return await work({
        nats,
        postgres: proxy,
        store,
        isRemote: network !== undefined,
        hasObjects: objects.env.S3_BUCKET !== undefined,
        get control() {
          return nodes.control();
        },
        media: nodes.media,
        replaceControl: nodes.replaceControl,
        killMedia: nodes.killMedia,
        startMedia: nodes.startMedia,
        upgradeControl: nodes.upgradeControl,
        refusedEarlier: nodes.refusedEarlier,
        nodeOf: nodes.nodeOf,
      });
    } finally {
      for (const close of closing.reverse()) await close();
    }
  });

interface NodesOptions {
  readonly entry: URL;
  readonly earlier: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly controlPort: number;
  readonly network: HostNetwork | undefined;
}

function createNodes({ entry, earlier, env, dataDir, controlPort, network }: NodesOptions) {
  let version = earlier;
  const running: ServerChild[] = [];
  const media: ServerChild[] = [];
  const indexes = new Map<string, number>();
  let control: ServerChild | undefined;
  const ownUrl = `http://${network?.hosts.get('control')?.address ?? '127.0.0.1'}:${controlPort}`;
  let token: string | undefined;

  async function tryToStart(role: 'control' | 'media', name: string, module = version): Promise<ServerStart> {
    const place = network?.hosts.get(name);
    const started = await startServerChild({
      entry: module,
      readyTimeoutMs: 120_000,
      outputCharacters: 100_000,
      publicBaseUrl: ownUrl,
      ...(place === undefined ? {} : { place }),
      // Successive media nodes of one name share a folder, as on a volume.
      dataDir: join(dataDir, name),
      env: { ...env, ROLE: role },
      ...(role === 'media' ? { namesItsStreams: true } : control === undefined ? { port: controlPort } : {}),
    });
    if (started.ok) running.push(started.server);
    return started;
  }

  async function start(...of: Parameters<typeof tryToStart>): Promise<ServerChild> {
    const started = await tryToStart(...of);
    if (!started.ok) throw new Error(started.detail);
    return started.server;
  }

  /** Only this machine gets the operator's token; from another, the first account is registered. */
  async function startControl(): Promise<void> {
    const server = await start('control', 'control');
    if (network !== undefined) token ??= await firstAccount(server.baseUrl);
    control = { ...server, token: server.token ?? token };
  }

  return {
    media,
    control: () => control as ServerChild,
    startControl,
    async replaceControl(signal: 'SIGKILL' | 'SIGTERM') {
      const old = control as ServerChild;
      process.kill(old.pid, signal);
      await old.close();
      control = undefined;
      await startControl();
    },
    async upgradeControl() {
      const old = control as ServerChild;
      version = entry;
      await startControl();
      process.kill(old.pid, 'SIGTERM');
    },
    async refusedEarlier() {
      const started = await tryToStart('media', 'media-0', earlier);
      return started.ok ? undefined : started.detail;
    },
    async startMedia(index: number) {
      const server = await start('media', `media-${index}`);
      media[index] = server;
      indexes.set(streamHost(server, network?.hosts.get(`media-${index}`)?.address), index);
    },
    async killMedia(index: number) {
      const server = media[index] as ServerChild;
      process.kill(server.pid, 'SIGKILL');
      await server.close();
    },
    nodeOf: (address: string) => indexes.get(new URL(address).host) ?? -1,
    close: () => Promise.all(running.map((server) => server.close())),
  };
}

const streamHost = ({ mediaPort }: ServerChild, address = '127.0.0.1'): string => `${address}:${mediaPort}`;

/** The first account of a trial. */
export const person = { email: 'trial@example.com', password: 'correct horse battery', organization_name: 'Trial' };

/** Registers the first account, which gets the operator's organisation. Returns its token. */
async function firstAccount(baseUrl: string): Promise<string> {
  const { shown: start_code } = createStartCode(secrets.SESSION_SECRET);
  const response = await createServerClient({ baseUrl }).request('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, start_code }),
  });
  if (!response.ok) throw new Error(`the first account was not registered: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
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

async function openNatsServer(address = '127.0.0.1'): Promise<NatsServer> {
  const [port = 0] = await freePorts(1);
  let child: ChildProcess | undefined;
  const answers = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, address, () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
  const server: NatsServer = {
    url: `nats://${address}:${port}`,
    async start() {
      child = spawn('nats-server', ['-a', address, '-p', String(port)], { stdio: 'ignore' });
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
