import { type ProcessEnd, runWatched } from '../watched-process/index.ts';
import { messageSchema, type RobotsFile, type SiteAnswers, type SiteRequest } from './site-messages.ts';

export type ParsedPage = SiteAnswers['page'];

export interface SiteParser {
  /**
   * Returns undefined for a request that takes too much time or memory. Rejects when the parser is closed, its signal
   * aborts, or its process does not start.
   */
  ask<Type extends SiteRequest['type']>(
    request: Extract<SiteRequest, { readonly type: Type }>,
  ): Promise<SiteAnswers[Type] | undefined>;
  close(): Promise<void>;
}

const module = new URL('./site-child.js', import.meta.url);
const limits = { heapMebibytes: 256, memoryBytes: 400 * 2 ** 20, stallMs: 10_000 } as const;

interface Waiting {
  readonly request: SiteRequest;
  readonly resolve: (answer: SiteAnswers[SiteRequest['type']] | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Parses files of a site one after the other in one process, and in a new one after a file that it did not survive. */
export function createSiteParser(robots: RobotsFile, signal: AbortSignal): SiteParser {
  const closing = new AbortController();
  const ending = AbortSignal.any([signal, closing.signal]);
  const queue: Waiting[] = [];
  let wake = (): void => {};
  let current: Waiting | undefined;
  let running: Promise<void> | undefined;

  async function nextRequest(over: AbortSignal): Promise<Waiting> {
    for (;;) {
      over.throwIfAborted();
      const next = queue.shift();
      if (next !== undefined) return next;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  /** Runs a process until it ends. Throws if that is before its first request. */
  async function runOnce(): Promise<void> {
    const over = new AbortController();
    let requests = 0;
    let end: ProcessEnd;
    try {
      end = await runWatched({
        module,
        args: [],
        ...limits,
        signal: ending,
        confinement: { reads: [] },
        async onMessage(sent, reply) {
          const message = messageSchema.parse(sent);
          if (message.type !== 'ready') current?.resolve(message);
          current = undefined;
          // While it waits here, the process's silence does not count.
          current = await nextRequest(over.signal);
          reply(JSON.stringify(requests === 0 ? { ...current.request, robots } : current.request));
          requests += 1;
        },
      });
    } finally {
      // A process may end while it waits: the next request is for the next process.
      over.abort();
      wake();
    }
    ending.throwIfAborted();
    if (requests === 0) throw new Error(`the parser of websites did not start: ${detailOf(end)}`);
    // A process may die of earlier requests. One that was the first of its process is not repeated.
    if (current !== undefined && requests > 1) queue.unshift(current);
    else current?.resolve(undefined);
    current = undefined;
  }

  async function run(): Promise<void> {
    try {
      while (queue.length > 0) await runOnce();
    } catch (error) {
      current?.reject(error);
      current = undefined;
      for (const { reject } of queue.splice(0)) reject(error);
    }
    running = undefined;
  }

  return {
    ask: <Type extends SiteRequest['type']>(request: Extract<SiteRequest, { readonly type: Type }>) =>
      new Promise<SiteAnswers[Type] | undefined>((resolve, reject) => {
        if (ending.aborted) return reject(ending.reason);
        queue.push({ request, resolve: resolve as Waiting['resolve'], reject });
        wake();
        running ??= run();
      }),
    async close() {
      closing.abort(new Error('the parser of websites is closed'));
      await running;
    },
  };
}

const detailOf = (end: ProcessEnd): string => (end.kind === 'failed' ? end.detail : end.kind);
