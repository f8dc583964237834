import { type ChildProcess, fork } from 'node:child_process';
import { youngFlag, youngMb } from '../../media/kit/thread.ts';
import type { Lateness, Measures, ServedKind } from './protocol.ts';

/** A server under load. Each query during the run costs it only one message. */
export interface ServerProcess {
  readonly port: number;
  measure(): Promise<Measures>;
  /** Collects garbage before measuring. */
  settle(): Promise<Measures>;
  /** Returns the bytes allocated by V8 over this period. */
  sampleHeap(forMs: number): Promise<number>;
  lateness(): Promise<Lateness>;
  close(): Promise<void>;
}

export interface ServerProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
}

export async function startServer(
  kind: ServedKind,
  { env, execArgv = [] }: ServerProcessOptions,
): Promise<ServerProcess> {
  const entry = new URL('./serve.js', import.meta.url);
  const child = fork(entry, [kind], { env, execArgv: ['--expose-gc', youngFlag(youngMb.some), ...execArgv] });
  const waiting = new Map<number, (answer: unknown) => void>();
  const port = await firstMessage(child);
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  let asked = 0;
  const ask = <T>(what: string, argument = 0): Promise<T> =>
    new Promise((resolve) => {
      asked += 1;
      waiting.set(asked, resolve as (answer: unknown) => void);
      child.send({ id: asked, ask: what, argument });
    });
  return {
    port,
    measure: () => ask('measure'),
    settle: () => ask('settle'),
    sampleHeap: (forMs) => ask('sampleHeap', forMs),
    lateness: () => ask('lateness'),
    async close() {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await exited;
    },
  };
}

function firstMessage(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }: { port: number }) => resolve(port));
    child.once('exit', (code) => reject(new Error(`the server ended with status ${code} before it listened`)));
  });
}
