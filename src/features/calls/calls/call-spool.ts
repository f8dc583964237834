import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { CallRow, LoggedEvent } from './call-rows.ts';

/** A call that began without the database. Its events follow. */
export interface UnstoredCall {
  readonly call: CallRow;
}

export type CallRecord = LoggedEvent | UnstoredCall;

export const uuidOf = (record: CallRecord): string => ('call' in record ? record.call.uuid : record.callUuid);

/**
 * Records of calls that the database cannot receive, in order, in a file of JSON lines. It survives the process: the
 * operating system has what was written a moment before a kill.
 */
export interface CallSpool {
  /** Returns false if the file would become too long. */
  add(record: CallRecord): boolean;
  /** Resolves when what was added is in the file. */
  written(): Promise<void>;
  /** Returns the first records, up to `most`, and their length in the file. Empty if there are none. */
  first(most: number): Promise<SpooledBatch>;
  /** Removes the first `bytes` of the file. */
  remove(bytes: number): Promise<void>;
  readonly isEmpty: boolean;
  readonly bytes: number;
  /** Writes what was added, and closes the file. */
  close(): Promise<void>;
}

export interface SpooledBatch {
  readonly records: readonly CallRecord[];
  readonly bytes: number;
}

export interface CallSpoolOptions {
  readonly path: string;
  readonly maxBytes: number;
  /** Called once when the file cannot be written, until it can. The records stay in memory meanwhile. */
  readonly onTrouble: (error: unknown) => void;
}

const chunkBytes = 1 << 20;
/** Lines in memory while the disk is full. */
const mostWaitingBytes = 8 << 20;
const newline = 10;

/** Opens the file of an earlier process, or none until the first record. Does not read it. */
export async function openCallSpool({ path, maxBytes, onTrouble }: CallSpoolOptions): Promise<CallSpool> {
  let file: FileHandle | undefined;
  let endBytes = await sizeOf(path);
  let startBytes = 0;
  /** Lines that are not in the file yet. */
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> | undefined;
  let isFailing = false;

  function onFailure(error: unknown): void {
    if (!isFailing) onTrouble(error);
    isFailing = true;
  }

  async function opened(): Promise<FileHandle> {
    if (file !== undefined) return file;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    file = await open(path, 'a+', 0o600);
    return file;
  }

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const lines = Buffer.concat(waiting);
      const count = waiting.length;
      const handle = await opened();
      // Removes what an earlier attempt wrote before the disk was full.
      await handle.truncate(endBytes);
      await handle.appendFile(lines);
      isFailing = false;
      endBytes += lines.length;
      waiting = waiting.slice(count);
      waitingBytes -= lines.length;
    }
  }

  /** One operation on the file at a time. */
  function alone(work: () => Promise<void>): Promise<void> {
    writing ??= work().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) await alone(write);
  }

  async function empty(): Promise<void> {
    await file?.truncate(0);
    startBytes = 0;
    endBytes = 0;
  }

  const isEmpty = (): boolean => startBytes === endBytes && waiting.length === 0;

  return {
    add(record) {
      const line = Buffer.from(`${JSON.stringify(record)}\n`);
      if (waitingBytes > mostWaitingBytes || endBytes - startBytes + waitingBytes + line.length > maxBytes)
        return false;
      waiting.push(line);
      waitingBytes += line.length;
      flush().catch(onFailure);
      return true;
    },
    written: flush,
    async first(most) {
      await flush();
      if (isEmpty()) return { records: [], bytes: 0 };
      const handle = await opened();
      for (let wanted = chunkBytes; ; wanted *= 2) {
        const length = Math.min(wanted, endBytes - startBytes);
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, startBytes);
        const batch = recordsIn(buffer.subarray(0, bytesRead), most);
        if (batch.bytes > 0) return batch;
        // The process was killed while it wrote its last line.
        if (bytesRead < wanted) return { records: [], bytes: endBytes - startBytes };
      }
    },
    async remove(bytes) {
      startBytes += bytes;
      if (startBytes < endBytes || waiting.length > 0 || writing !== undefined) return;
      await alone(empty);
      await flush();
    },
    get isEmpty() {
      return isEmpty();
    },
    get bytes() {
      return endBytes - startBytes + waitingBytes;
    },
    async close() {
      await flush().catch(onFailure);
      await file?.close();
      file = undefined;
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  try {
    const handle = await open(path, 'r');
    const { size } = await handle.stat();
    await handle.close();
    return size;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return 0;
    throw error;
  }
}

/** Returns the records of the whole lines of `bytes`. A damaged line is left out. */
function recordsIn(bytes: Buffer, most: number): SpooledBatch {
  const records: CallRecord[] = [];
  let from = 0;
  while (records.length < most) {
    const to = bytes.indexOf(newline, from);
    if (to === -1) break;
    const record = recordOf(bytes.toString('utf8', from, to));
    if (record !== undefined) records.push(record);
    from = to + 1;
  }
  return { records, bytes: from };
}

const recordForm = z.union([
  z.object({ call: z.object({ uuid: z.string() }) }),
  z.object({ callUuid: z.string(), event: z.object({ type: z.string() }), recordedAt: z.string() }),
]);

function recordOf(line: string): CallRecord | undefined {
  try {
    const record: unknown = JSON.parse(line);
    return recordForm.safeParse(record).success ? (record as CallRecord) : undefined;
  } catch {
    return undefined;
  }
}
