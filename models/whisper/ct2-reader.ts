import { type FileHandle, open } from 'node:fs/promises';
import { MediaFault } from '../../media/line/fault.ts';
import { createHalfDecoder } from './float16.ts';

/** An indexed CTranslate2 weight file; values are read on request. */
export interface Ct2Model {
  readonly spec: string;
  readonly revision: number;
  has(name: string): boolean;
  /** Sizes, outermost first; empty for a scalar. */
  dims(name: string): readonly number[];
  /** Values widened to float32, row-major. */
  floats(name: string): Promise<Float32Array>;
  /** Reads a scalar of an integer type. */
  integer(name: string): Promise<number>;
  names(): readonly string[];
  close(): Promise<void>;
}

interface Variable {
  readonly dims: readonly number[];
  readonly type: number;
  readonly offset: number;
  readonly bytes: number;
}

const elementBytes = [4, 1, 2, 4, 2] as const;
const FLOAT32 = 0;
const FLOAT16 = 4;
const maxVariables = 100_000;

/**
 * Opens a CTranslate2 `model.bin` of format version 6 and checks that it is complete. Layout (little-endian): u32
 * version; spec name; u32 revision; u32 count; per variable name, u8 rank, u32 dims, u8 type, u32 bytes, data; u32
 * alias count with (name, target) pairs. Strings have a u16 length that includes their NUL. Throws `model_unreadable`.
 */
export async function openCt2(path: string): Promise<Ct2Model> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new MediaFault('model_missing', `no model found at ${path}`, { cause });
  });
  try {
    return await index(path, file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function index(path: string, file: FileHandle): Promise<Ct2Model> {
  const cursor = createCursor(path, file, (await file.stat()).size);
  const version = await cursor.u32();
  if (version !== 6) throw new MediaFault('model_unreadable', `${path} has format version ${version}; 6 is understood`);
  const spec = await cursor.string();
  const revision = await cursor.u32();
  const variables = await readVariables(cursor, await cursor.u32(), path);
  const aliases = await cursor.u32();
  for (let i = 0; i < aliases; i += 1) {
    const [alias, target] = [await cursor.string(), await cursor.string()];
    const variable = variables.get(target);
    if (variable !== undefined) variables.set(alias, variable);
  }

  const widen = createHalfDecoder();
  const find = (name: string): Variable => {
    const variable = variables.get(name);
    if (variable === undefined) throw new MediaFault('model_unreadable', `${path} has no variable ${name}`);
    return variable;
  };
  const data = async (variable: Variable): Promise<ArrayBuffer> => {
    const bytes = new Uint8Array(variable.bytes);
    await cursor.fill(bytes, variable.offset);
    return bytes.buffer;
  };

  return {
    spec,
    revision,
    has: (name) => variables.has(name),
    dims: (name) => find(name).dims,
    names: () => [...variables.keys()],
    async floats(name) {
      const variable = find(name);
      if (variable.type === FLOAT32) return new Float32Array(await data(variable));
      if (variable.type === FLOAT16) return widen(new Uint16Array(await data(variable)));
      throw new MediaFault('model_unreadable', `${name} in ${path} is quantised; give float16 or float32 weights`);
    },
    async integer(name) {
      const variable = find(name);
      const view = new DataView(await data(variable));
      if (variable.bytes === 1) return view.getInt8(0);
      if (variable.bytes === 2) return view.getInt16(0, true);
      if (variable.bytes === 4 && variable.type !== FLOAT32) return view.getInt32(0, true);
      throw new MediaFault('model_unreadable', `${name} in ${path} is not an integer`);
    },
    close: () => file.close(),
  };
}

async function readVariables(cursor: Cursor, count: number, path: string): Promise<Map<string, Variable>> {
  if (count > maxVariables)
    throw new MediaFault('model_unreadable', `${path} is not a model: it claims ${count} variables`);
  const variables = new Map<string, Variable>();
  for (let i = 0; i < count; i += 1) {
    const name = await cursor.string();
    const dims: number[] = [];
    const rank = await cursor.u8();
    for (let axis = 0; axis < rank; axis += 1) dims.push(await cursor.u32());
    const type = await cursor.u8();
    const bytes = await cursor.u32();
    const elements = dims.reduce((product, size) => product * size, 1);
    if (bytes !== elements * (elementBytes[type] ?? 0)) {
      throw new MediaFault('model_unreadable', `${path} is damaged: ${name} of [${dims}] has ${bytes} bytes`);
    }
    variables.set(name, { dims, type, offset: cursor.skip(bytes), bytes });
  }
  return variables;
}

interface Cursor {
  u8(): Promise<number>;
  u32(): Promise<number>;
  string(): Promise<string>;
  /** Skips data and returns its offset. */
  skip(bytes: number): number;
  fill(target: Uint8Array, offset: number): Promise<void>;
}

/** Headers are tiny and lie between blocks of megabytes: reads a small window at the cursor, never the blocks. */
function createCursor(path: string, file: FileHandle, fileBytes: number): Cursor {
  const window = Buffer.alloc(4096);
  let windowAt = 0;
  let windowBytes = 0;
  let at = 0;

  const cut = (): MediaFault => new MediaFault('model_unreadable', `${path} ends too early: it was cut short`);
  const take = async (bytes: number): Promise<number> => {
    if (at + bytes > fileBytes) throw cut();
    if (at < windowAt || at + bytes > windowAt + windowBytes) {
      windowAt = at;
      windowBytes = (await file.read(window, 0, window.length, at)).bytesRead;
      if (windowBytes < bytes) throw cut();
    }
    at += bytes;
    return at - bytes - windowAt;
  };

  return {
    u8: async () => window.readUInt8(await take(1)),
    u32: async () => window.readUInt32LE(await take(4)),
    async string() {
      const bytes = window.readUInt16LE(await take(2));
      if (bytes === 0 || bytes > 1024)
        throw new MediaFault('model_unreadable', `${path} is damaged: a name of ${bytes} bytes`);
      const start = await take(bytes);
      return window.toString('utf8', start, start + bytes - 1);
    },
    skip(bytes) {
      if (at + bytes > fileBytes) throw cut();
      at += bytes;
      return at - bytes;
    },
    async fill(target, offset) {
      let done = 0;
      while (done < target.length) {
        const { bytesRead } = await file.read(target, done, target.length - done, offset + done);
        if (bytesRead === 0) throw cut();
        done += bytesRead;
      }
    },
  };
}
