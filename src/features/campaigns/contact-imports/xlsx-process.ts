import { Readable } from 'node:stream';
import { z } from 'zod';
import { SheetFault, type TableRow } from '../../../sheets/index.ts';
import { type ProcessEnd, runWatched } from '../../../watched-process/index.ts';

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('rows'),
    rows: z.array(z.object({ number: z.number(), cells: z.array(z.string()).readonly() })).readonly(),
    share: z.number(),
  }),
  z.object({ type: z.literal('fault'), sentence: z.string() }),
]);

export type XlsxMessage = z.output<typeof messageSchema>;
type Batch = Extract<XlsxMessage, { type: 'rows' }>;

const module = new URL('./xlsx-child.js', import.meta.url);

/** A workbook of 20 MB with 100,000 rows needs a third of this. */
const memory = { heapMebibytes: 256, memoryBytes: 512 * 2 ** 20 } as const;
const times = { stallMs: 30_000, lifeMs: 600_000 } as const;

const tooMuch = 'The workbook takes too much memory or time to read. Send its rows as CSV, or in parts.';

/** Yields the rows of the first sheet, read by a process that ends with the last row or when the caller stops. */
export async function* xlsxRowsApart(
  bytes: AsyncIterable<Uint8Array>,
  onShare: (share: number) => void,
): AsyncGenerator<TableRow> {
  const stop = new AbortController();
  const batches: Batch[] = [];
  let refusal: string | undefined;
  let end: ProcessEnd | undefined;
  let wake = (): void => {};
  let onTaken = (): void => {};
  const source: { failure?: unknown } = {};
  const ended = runWatched({
    module,
    args: [],
    ...memory,
    ...times,
    signal: stop.signal,
    input: Readable.from(noting(bytes, source)),
    // The process reads only its standard input.
    confinement: { reads: [] },
    async onMessage(reasonText, reply) {
      const message = messageSchema.parse(reasonText);
      if (message.type === 'fault') {
        refusal = message.sentence;
        return;
      }
      // The process waits for this reply, so storing a batch does not count as a stall.
      const isTaken = new Promise<void>((resolve) => {
        onTaken = resolve;
      });
      batches.push(message);
      wake();
      await isTaken;
      reply('next');
    },
  }).then((how) => {
    end = how;
    wake();
  });
  try {
    for (;;) {
      if (batches.length === 0 && end === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const batch = batches.shift();
      if (batch === undefined) break;
      onShare(batch.share);
      yield* batch.rows;
      onTaken();
    }
    if (source.failure !== undefined) throw source.failure;
    if (refusal !== undefined) throw new SheetFault(refusal);
    throwUnlessDone(end);
  } finally {
    stop.abort();
    onTaken();
    await ended;
  }
}

/** An error of the file's source ends the input; it is rethrown, not blamed on the file. */
async function* noting(bytes: AsyncIterable<Uint8Array>, source: { failure?: unknown }): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    source.failure = error;
  }
}

function throwUnlessDone(end: ProcessEnd | undefined): void {
  if (end === undefined || end.kind === 'done' || end.kind === 'aborted') return;
  if (end.kind !== 'failed') throw new SheetFault(tooMuch);
  throw new Error(`a workbook could not be read: ${end.detail}`, { cause: end.cause });
}
