import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { youngFlag, youngMb } from '../../media/kit/thread.ts';
import type { WireCounters, WireLimits } from '../../media/wire/server.ts';
import type { WireDriver } from '../../media/wire/transport.ts';

/** Resources used by the gateway. */
export interface GatewayState {
  readonly heapBytes: number;
  readonly rssBytes: number;
  readonly cpuMs: number;
  readonly calls: number;
  readonly streams: number;
  /** Streams of the voice activity detector. */
  readonly listeners: number;
  /** Unsent bytes of the fullest flooded socket. */
  readonly mostBufferedBytes: number;
  readonly counters: WireCounters;
  /** Ended calls by reason. */
  readonly ends: Readonly<Record<string, number>>;
  /** Unhandled rejections and exceptions. */
  readonly troubles: readonly string[];
  readonly lateness: { readonly p99Ms: number; readonly maxMs: number };
}

/** Without `collect`, no garbage is collected first, which would interrupt the audio. */
export type GatewayAsk =
  | { readonly do: 'state'; readonly id: number; readonly collect: boolean }
  | { readonly do: 'close' };
export type GatewaySays =
  | { readonly kind: 'open'; readonly port: number; readonly driver: WireDriver }
  | { readonly kind: 'state'; readonly id: number; readonly state: GatewayState };

export interface Gateway {
  readonly port: number;
  readonly driver: WireDriver;
  readonly pid: number;
  /** False once the process has ended. */
  readonly alive: boolean;
  /** Collects garbage first, so that only retained memory counts; do not measure any call's audio meanwhile. */
  state(): Promise<GatewayState>;
  /** Returns the state without collecting garbage. */
  glance(): Promise<GatewayState>;
  /** Returns the state once it is as wanted, or the last one after the timeout. */
  stateOnce(wanted: (state: GatewayState) => boolean, timeoutMs: number): Promise<GatewayState>;
  close(): Promise<void>;
}

export interface GatewayOptions {
  readonly driver: WireDriver;
  readonly limits?: Partial<WireLimits>;
}

/** Starts a gateway in a separate process. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const entry = new URL('./gateway-process.js', import.meta.url);
  // Same setting as the product's media thread: with V8's default, the process is up to 30 MB larger after any crowd.
  const execArgv = ['--expose-gc', youngFlag(youngMb.some)];
  const child = fork(fileURLToPath(entry), [JSON.stringify(options)], { execArgv });
  const { port, driver } = await opened(child);
  let alive = true;
  let lastId = 0;
  child.once('exit', () => {
    alive = false;
  });

  const ask = (collect: boolean): Promise<GatewayState> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const gone = (): void => reject(new Error('the gateway is gone'));
      if (!alive) return gone();
      const hear = (message: GatewaySays): void => {
        if (message.kind !== 'state' || message.id !== id) return;
        child.off('message', hear);
        child.off('exit', gone);
        resolve(message.state);
      };
      child.on('message', hear);
      child.once('exit', gone);
      child.send({ do: 'state', id, collect } satisfies GatewayAsk);
    });

  return {
    port,
    driver,
    pid: child.pid!,
    get alive() {
      return alive;
    },
    state: () => ask(true),
    glance: () => ask(false),
    async stateOnce(wanted, timeoutMs) {
      const giveUpAt = performance.now() + timeoutMs;
      while (!wanted(await ask(false)) && performance.now() < giveUpAt)
        await new Promise((resolve) => setTimeout(resolve, 100));
      return ask(true);
    },
    async close() {
      if (!alive) return;
      const over = new Promise((resolve) => child.once('exit', resolve));
      child.send({ do: 'close' } satisfies GatewayAsk);
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await over;
      clearTimeout(timer);
    },
  };
}

function opened(child: ChildProcess): Promise<{ port: number; driver: WireDriver }> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: GatewaySays) => {
      if (message.kind === 'open') resolve(message);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the gateway ended with status ${code} before it was open`)));
  });
}
