import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { invariant } from '../../media/kit/invariant.ts';
import { readOperatorToken } from './credential.ts';

export interface ServerChildOptions {
  /** The module whose `main` runs the server. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  readonly dataDir: string;
  readonly readyTimeoutMs: number;
  /** Whether the server's public URL is its own address, for providers on this machine that call back. */
  readonly namesItself?: boolean;
  /** Public URL of another server for callbacks; replaces `namesItself`. */
  readonly publicBaseUrl?: string;
  /** Whether stream URLs contain the server's own media port instead of being derived from the request. */
  readonly namesItsStreams?: boolean;
  /** Port to listen on; a free one by default. */
  readonly port?: number;
  /** Where the server listens, and the command that enters its network; the loopback interface by default. */
  readonly place?: ServerPlace;
  /** Limit of open files and sockets, where the system supports one. */
  readonly descriptors?: number;
  /** How many characters of the end of the output are kept; 8,000 by default. */
  readonly outputCharacters?: number;
}

export interface ServerPlace {
  readonly address: string;
  /** Program and arguments that precede the server's, such as `ip netns exec NAME`; it must exec. */
  readonly command: readonly string[];
}

export interface ServerChild {
  readonly baseUrl: string;
  readonly mediaPort: number;
  /** The operator token; undefined if the server left none. */
  readonly token: string | undefined;
  readonly pid: number;
  readonly startMs: number;
  /** Returns the end of the output so far. */
  output(): string;
  /** Requests a stop, and kills the process after 10 s. */
  close(): Promise<void>;
}

export type ServerStart =
  | { readonly ok: true; readonly server: ServerChild }
  /** `detail` is the end of the output. */
  | { readonly ok: false; readonly detail: string };

/** Same as `npm start`; bin/set-up/one-pool.mjs has the reasons. */
const nodeOptions = ['--initial-old-space-size=32', '--heap-growing-percent=50', '--max-semi-space-size=4'];

const keptOutput = 8_000;
const stopTimeoutMs = 10_000;

/** Another process may take a free port before the server does. */
const startsForAPort = 3;

const loopback: ServerPlace = { address: '127.0.0.1', command: [] };

/** Runs the server as a child process on two free ports. */
export async function startServerChild(options: ServerChildOptions): Promise<ServerStart> {
  for (let start = 1; ; start++) {
    const started = await startOnce(options);
    const isLost = !started.ok && options.port === undefined && portLost.test(started.detail);
    if (!isLost || start === startsForAPort) return started;
  }
}

const portLost = /Port \d+ on .* is in use\./;

async function startOnce(options: ServerChildOptions): Promise<ServerStart> {
  const [freePort, mediaPort] = await freePorts(2);
  const port = options.port ?? freePort;
  const { address, command: prefix } = options.place ?? loopback;
  const env = {
    // Same as `npm start`.
    MALLOC_ARENA_MAX: '1',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '16777216',
    ...options.env,
    HOST: address,
    PORT: String(port),
    MEDIA_PORT: String(mediaPort),
    DATA_DIR: options.dataDir,
    PUBLIC_BASE_URL: options.publicBaseUrl ?? (options.namesItself === true ? `http://${address}:${port}` : ''),
    MEDIA_BASE_URL: options.namesItsStreams === true ? `ws://${address}:${mediaPort}` : '',
    RATE_LIMIT_PER_MINUTE: 'off',
  };
  const startedMs = performance.now();
  const program = `const { main } = await import(${JSON.stringify(options.entry.href)});
    const status = await main([], process.env);
    if (typeof status === 'number') process.exitCode = status;`;
  const command = [process.execPath, ...nodeOptions, '--input-type=module', '--eval', program];
  const [file = '', ...args] = [...prefix, ...limiter(options.descriptors), ...command];
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = (): void => void child.kill('SIGTERM');
  process.once('exit', stop);
  const output = keepOutput(child, options.outputCharacters ?? keptOutput);
  const ready = await untilReady(child, output, options.readyTimeoutMs);
  if (!ready.ok) {
    process.off('exit', stop);
    await ended(child);
    return ready;
  }
  const token = readOperatorToken(options.dataDir, ready.baseUrl);
  return {
    ok: true,
    server: {
      baseUrl: ready.baseUrl,
      mediaPort: mediaPort as number,
      token,
      pid: child.pid!,
      startMs: performance.now() - startedMs,
      output: output.text,
      async close() {
        process.off('exit', stop);
        await ended(child);
      },
    },
  };
}

/** Prefix that sets the limit and then execs the command, so that signals and the process id are the server's. */
const limiter = (descriptors: number | undefined): string[] =>
  descriptors === undefined ? [] : ['/bin/bash', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'bash'];

interface Output {
  text(): string;
  /** Called with each chunk of output. */
  onText: () => void;
}

/** Reads the server's output continuously, so that it never blocks. */
function keepOutput(child: ChildProcess, characters: number): Output {
  let kept = '';
  const output: Output = { text: () => kept, onText: () => {} };
  const read = (chunk: Buffer): void => {
    kept = (kept + chunk.toString('utf8')).slice(-characters);
    output.onText();
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return output;
}

/** Resolves with the address in the server's `ready` line. */
function untilReady(
  child: ChildProcess,
  output: Output,
  timeoutMs: number,
): Promise<{ ok: true; baseUrl: string } | { ok: false; detail: string }> {
  return new Promise((resolve) => {
    const fail = (why: string): void => resolve({ ok: false, detail: `${why}\n${output.text()}`.trim() });
    const timer = setTimeout(() => fail(`not ready within ${timeoutMs / 1000} s`), timeoutMs);
    output.onText = () => {
      const baseUrl = /^ready (http\S+)/m.exec(output.text())?.[1];
      if (baseUrl === undefined) return;
      clearTimeout(timer);
      resolve({ ok: true, baseUrl });
    };
    child.once('error', (error) => fail(error.message));
    // Not `exit`, which may precede the last output, including whether the port was taken.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      fail(`the server ended (${signal ?? `status ${code}`})`);
    });
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise<void>((resolve) => {
    // Not `exit`, which may precede the last output.
    child.once('close', () => resolve());
  });
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exit;
  clearTimeout(timer);
}

/** Below the ports that Linux and macOS assign to clients, which would take one before its server does. */
const serverPorts = { first: 20_000, last: 32_767 };
const triesForAPort = 100;

/** Returns distinct ports of the loopback interface that are currently free for TCP and UDP. Throws if there are none. */
export async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>();
  for (let tries = 0; tries < triesForAPort * count && free.size < count; tries++) {
    const port = randomInt(serverPorts.first, serverPorts.last + 1);
    if (await isFree(port)) free.add(port);
  }
  invariant(free.size === count, 'no port is free');
  return [...free];
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return false;
  const socket = createSocket('udp4');
  const isUdpFree = await new Promise<boolean>((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(port, '127.0.0.1', () => resolve(true));
  });
  socket.close();
  await new Promise((resolve) => server.close(resolve));
  return isUdpFree;
}

/** Returns a listener on the loopback interface; undefined when the port is taken. */
export function listen(port: number): Promise<ReturnType<typeof createServer> | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
