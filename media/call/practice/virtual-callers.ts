import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Channel, createRemote, type Remote } from '../../kit/remote.ts';
import type { PracticeAnswers, VirtualPracticeCall, VirtualTalk } from './protocol.ts';
import type { PracticeModelsOptions } from './virtual-models.ts';
import type { VirtualCallersOffer, VirtualCallersParentOffer } from './virtual-protocol.ts';

export interface VirtualCallers {
  /**
   * Rejects when `signal` aborts, with `model_missing` or `model_unreadable`, and with `engine_died` if the call is
   * lost.
   */
  call(call: VirtualPracticeCall, answers: PracticeAnswers, signal: AbortSignal): Promise<VirtualTalk>;
  close(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly remote: Remote<VirtualCallersOffer>;
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;
}

/** The models take some hundred megabytes, which are freed this long after the last call. */
const idleMs = 60_000;

/** Practice calls in virtual time, in a process that is started for the first call and ended after the last. */
export function createVirtualCallers(options: PracticeModelsOptions): VirtualCallers {
  const answering = new Map<string, PracticeAnswers>();
  let running: Running | undefined;
  let cancelEnd = (): void => {};

  function start(): Running {
    const module = new URL('./virtual-child.js', import.meta.url);
    const child = fork(fileURLToPath(module), [], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      // One heap of the C library for all threads: several would retain memory that they no longer need.
      env: { MALLOC_ARENA_MAX: '1' },
    });
    const channel: Channel = {
      // If the process has ended meanwhile, its exit event reports that.
      postMessage: (message) => child.connected && child.send(message as object, () => {}),
      on: (event, listener) => child.on(event, listener),
    };
    const remote = createRemote<VirtualCallersOffer>(channel, {
      tool: async ({ id, name, args }) =>
        (await answering.get(id)?.tool(name, args)) ?? { ok: false, result: 'The run is over.' },
      handOver: async ({ id, agent }) => answering.get(id)?.handOver(agent),
    } satisfies VirtualCallersParentOffer);
    const opened = remote.ask('open', options);
    const ended = new Promise<void>((resolve) => {
      for (const event of ['exit', 'error']) child.once(event, () => resolve());
    });
    const started = { child, remote, opened, ended };
    // The calls that wait for it report the error.
    opened.catch(() => end(started));
    void ended.then(() => forget(started));
    return started;
  }

  function forget(caller: Running): void {
    if (running === caller) running = undefined;
  }

  function end(caller: Running): void {
    forget(caller);
    caller.child.kill('SIGKILL');
  }

  return {
    async call(call, answers, signal) {
      signal.throwIfAborted();
      cancelEnd();
      running ??= start();
      const used = running;
      const { remote, opened } = used;
      const id = randomUUID();
      const hangUp = (): void => remote.tell('hangUp', { id });
      answering.set(id, answers);
      signal.addEventListener('abort', hangUp, { once: true });
      try {
        await opened;
        signal.throwIfAborted();
        return await remote.ask('call', { id, call });
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', hangUp);
        answering.delete(id);
        if (answering.size === 0) {
          const timer = setTimeout(() => end(used), idleMs).unref();
          cancelEnd = () => clearTimeout(timer);
        }
      }
    },
    async close() {
      cancelEnd();
      const last = running;
      if (last === undefined) return;
      end(last);
      await last.ended;
    },
  };
}
