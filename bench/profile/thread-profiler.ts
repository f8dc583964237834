import { Session } from 'node:inspector';

/** A node of V8's CPU profile. */
export interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

export interface ThreadProfile {
  readonly thread: string;
  /** CPU time of the thread during the profile, as reported by the kernel; 0 without /proc. */
  readonly cpuSeconds: number;
  readonly nodes: readonly ProfileNode[];
  /** Node of each sample, and the microseconds since the previous one. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

type Send = (method: string, params?: object) => Promise<Record<string, unknown>>;

interface Target {
  readonly thread: string;
  readonly send: Send;
  startedNs: number;
}

/** At 0.5 ms, the profiler itself took a third of the CPU time. */
const intervalUs = 2000;

/**
 * The runtime starts each model run from its own immediate, so no caller is on its stack. While a run is being
 * requested, the immediate is therefore wrapped in a function with the model's name, identified by the model's inputs.
 */
const nameModelRuns = `(() => {
  const { createRequire } = process.getBuiltinModule('node:module');
  const { InferenceSession } = createRequire(${JSON.stringify(import.meta.url)})('onnxruntime-node');
  const { run } = InferenceSession.prototype;
  const named = {
    input: function model_silero(work) { work(); },
    mel: function model_whisper_encoder(work) { work(); },
    tokens: function model_whisper_decoder(work) { work(); },
    input_features: function model_smart_turn(work) { work(); },
    ids: function model_hibari(work) { work(); },
    chars: function model_unknown_words(work) { work(); },
    input_ids: function model_minilm(work) { work(); },
  };
  InferenceSession.prototype.run = function (feeds, ...more) {
    const model = named[Object.keys(feeds).find((name) => name in named)];
    const { setImmediate } = globalThis;
    globalThis.setImmediate = (work) => setImmediate(() => model(work));
    try { return run.call(this, feeds, ...more); } finally { globalThis.setImmediate = setImmediate; }
  };
})()`;

const cpuNs = `(() => {
  try {
    const { readFileSync } = process.getBuiltinModule('node:fs');
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);
  } catch { return 0; }
})()`;

/** Opens profilers for the main thread and for every worker thread that exists when they start. */
export function openThreadProfilers() {
  const session = new Session();
  session.connect();
  const post: Send = (method, params = {}) =>
    new Promise((resolve, reject) =>
      session.post(method, params, (error, result) =>
        error === null ? resolve((result ?? {}) as never) : reject(error),
      ),
    );
  const targets: Target[] = [{ thread: 'main', send: post, startedNs: 0 }];
  const answers = new Map<string, (message: { result?: Record<string, unknown> }) => void>();
  let nextId = 1;
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    const send: Send = (method, params = {}) =>
      new Promise((resolve) => {
        const id = nextId++;
        answers.set(`${sessionId} ${id}`, ({ result }) => resolve(result ?? {}));
        void post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method, params }) });
      });
    targets.push({ thread: workerInfo.title.replace(/^\[worker \d+\] ?/, ''), send, startedNs: 0 });
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params: { sessionId, message } }) => {
    const answer = JSON.parse(message) as { id?: number };
    const key = `${sessionId} ${answer.id}`;
    answers.get(key)?.(answer as never);
    answers.delete(key);
  });

  const usedNs = async ({ send }: Target): Promise<number> => {
    const { result } = (await send('Runtime.evaluate', { expression: cpuNs, returnByValue: true })) as {
      result?: { value?: number };
    };
    return result?.value ?? 0;
  };

  return {
    async start(): Promise<void> {
      await post('NodeWorker.enable', { waitForDebuggerOnStart: false });
      await Promise.all(
        targets.map(async (target) => {
          await target.send('Runtime.evaluate', { expression: nameModelRuns });
          await target.send('Profiler.enable');
          await target.send('Profiler.setSamplingInterval', { interval: intervalUs });
          target.startedNs = await usedNs(target);
          await target.send('Profiler.start');
        }),
      );
    },
    stop: (): Promise<ThreadProfile[]> =>
      Promise.all(
        targets.map(async (target) => {
          const { profile } = (await target.send('Profiler.stop')) as { profile: ThreadProfile };
          const cpuSeconds = ((await usedNs(target)) - target.startedNs) / 1e9;
          const { nodes, samples, timeDeltas } = profile;
          return { thread: target.thread, cpuSeconds, nodes, samples, timeDeltas };
        }),
      ),
  };
}
