import { z } from 'zod';
import { pieceSchema } from '../pdf/index.ts';
import { type ProcessEnd, runWatched } from '../watched-process/index.ts';

/** A page for the process that parses it. */
export interface PageRequest {
  readonly html: string;
  readonly url: string;
}

const parsedSchema = z.object({
  type: z.literal('page'),
  title: z.string().optional(),
  pieces: z.array(pieceSchema),
  links: z.array(z.string()),
  canonical: z.string().optional(),
  isUnlisted: z.boolean(),
  isEnd: z.boolean(),
});
const messageSchema = z.discriminatedUnion('type', [z.object({ type: z.literal('ready') }), parsedSchema]);

export type ParsedPage = z.output<typeof parsedSchema>;

export interface PageParser {
  /** Returns undefined for a page that takes too much time or memory. Rejects when the parser is closed. */
  parse(page: PageRequest): Promise<ParsedPage | undefined>;
  close(): Promise<void>;
}

const module = new URL('./page-child.js', import.meta.url);
const limits = { heapMebibytes: 256, memoryBytes: 400 * 2 ** 20, stallMs: 10_000 } as const;

interface Waiting {
  readonly page: PageRequest;
  readonly resolve: (parsed: ParsedPage | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Parses pages one after the other in one process, and in a new one after a page that it did not survive. */
export function createPageParser(): PageParser {
  const closing = new AbortController();
  const queue: Waiting[] = [];
  let wake = (): void => {};
  let current: Waiting | undefined;
  let running: Promise<void> | undefined;

  const nextPage = async (): Promise<Waiting> => {
    for (;;) {
      const next = queue.shift();
      if (next !== undefined) return next;
      closing.signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };

  const runOnce = (): Promise<ProcessEnd> =>
    runWatched({
      module,
      args: [],
      ...limits,
      signal: closing.signal,
      confinement: { reads: [] },
      async onMessage(sent, reply) {
        const message = messageSchema.parse(sent);
        if (message.type === 'page') {
          current?.resolve(message);
          current = undefined;
        }
        // While it waits here, the process's silence does not count.
        current = await nextPage();
        reply(JSON.stringify(current.page));
      },
    });

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await runOnce();
      current?.resolve(undefined);
      current = undefined;
      if (queue.length === 0) break;
    }
    running = undefined;
    for (const { reject } of queue.splice(0)) reject(closing.signal.reason);
  }

  return {
    parse(page) {
      return new Promise((resolve, reject) => {
        if (closing.signal.aborted) return reject(closing.signal.reason);
        queue.push({ page, resolve, reject });
        wake();
        running ??= run();
      });
    },
    async close() {
      closing.abort(new Error('the parser of pages is closed'));
      wake();
      await running;
    },
  };
}
