import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { basename, dirname, join } from 'node:path';
import * as ort from 'onnxruntime-node';
import { exists } from '../../models/exists.ts';
import { withLock } from '../../models/lock.ts';
import { invariant } from '../kit/invariant.ts';
import { alignWeights, type WeightPart } from './aligned-weights.ts';

/** Increases when the files of a packed model change. */
const layout = 1;
/** Smaller models are opened as they are: there is little to share. */
const leastModelBytes = 2.5 * 2 ** 20;
/** Smaller constants stay in the model: each part of the weights is a mapping of its own. */
const leastExternalBytes = '1024';
const modelName = 'model.onnx';
const weightsName = 'weights.bin';
const lockPollMs = 20;
/**
 * Packing a model takes about a second. After a kill, a lock may seem to be held for three minutes, by a process of the
 * same number or of another container.
 */
const defaultLockWaitMs = 15_000;
const blockBytes = 2 ** 20;

interface PackedModelOptions {
  /** Intermediate values that the model returns besides its outputs. */
  readonly outputs: readonly string[];
  /**
   * Folders for packed models besides the one beside the model, in order of preference. They have a folder for each
   * folder of models, because many models are called `model.onnx`.
   */
  readonly folders: readonly string[];
  /** How long another process may take to pack the model. */
  readonly lockWaitMs?: number;
  /** Loads the model and saves it with these settings. */
  readonly save: (settings: SaveSettings) => Promise<void>;
}

export interface SaveSettings {
  readonly optimizedModelFilePath: string;
  readonly extra: { readonly session: Readonly<Record<string, string>> };
}

/**
 * Returns the path of the model as ONNX Runtime has optimised and packed it for this processor. Its weights lie in a
 * file that all threads and processes map, so that they share the memory. Made once and kept beside the model, or in
 * the first of `folders` that is writable. Undefined for a small model. Rejects if no folder is writable, if another
 * process does not finish packing it, or if the processor is unknown.
 */
export async function packedModel(path: string, options: PackedModelOptions): Promise<string | undefined> {
  const { size, mtimeMs } = await stat(path);
  if (size < leastModelBytes) return undefined;
  const kind = hashOf([await readProcessor(), options.outputs]);
  const source = hashOf([layout, ort.env.versions.node, size, mtimeMs]);
  const prefix = `${basename(path, '.onnx')}-${kind}-`;
  const ofModels = basename(dirname(path));
  const folders = [join(dirname(path), 'packed'), ...options.folders.map((folder) => join(folder, ofModels))];
  for (const folder of folders) {
    const packed = join(folder, prefix + source, modelName);
    if (await exists(packed)) return packed;
  }
  let cause: unknown;
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      const target = join(folder, prefix + source);
      const signal = AbortSignal.timeout(options.lockWaitMs ?? defaultLockWaitMs);
      await withLock(`${target}.lock`, { pollMs: lockPollMs, signal }, async () => {
        if (await exists(join(target, modelName))) return;
        await removeOthers(folder, prefix, `${prefix}${source}.lock`);
        await make(target, options);
      });
      return join(target, modelName);
    } catch (error) {
      cause = error;
    }
  }
  throw cause;
}

/** Removes a packed model that cannot be loaded, so that the next start makes it again. */
export async function removePacked(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true }).catch(() => {});
}

/** Names what the packing depends on besides the runtime. Rejects on systems without `/proc/cpuinfo`. */
async function readProcessor(): Promise<string> {
  const text = await readFile('/proc/cpuinfo', 'utf8');
  const lines = /^(?:vendor_id|cpu family|model|stepping|flags|Features|CPU \w+)\s*:.*$/gm;
  return [arch(), ...new Set(text.match(lines))].join('\n');
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Removes what an earlier runtime or model has left, and drafts of a process that ended. */
async function removeOthers(folder: string, prefix: string, lock: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => name.startsWith(prefix) && !name.startsWith(lock));
  await Promise.all(others.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** The folder appears with both files complete, or not at all. */
async function make(folder: string, { save }: PackedModelOptions): Promise<void> {
  const draft = `${folder}.${randomUUID()}`;
  const saved = join(draft, 'saved');
  await mkdir(saved, { recursive: true });
  try {
    await save({
      optimizedModelFilePath: join(saved, modelName),
      extra: {
        session: {
          save_external_prepacked_constant_initializers: '1',
          optimized_model_external_initializers_file_name: weightsName,
          optimized_model_external_initializers_min_size_in_bytes: leastExternalBytes,
        },
      },
    });
    const { model, parts } = alignWeights(await readFile(join(saved, modelName)));
    await copyParts(join(saved, weightsName), join(draft, weightsName), parts);
    await writeFile(join(draft, modelName), model, { flush: true });
    await rm(saved, { recursive: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function copyParts(from: string, to: string, parts: readonly WeightPart[]): Promise<void> {
  const block = Buffer.allocUnsafeSlow(blockBytes);
  const source = await open(from);
  const target = await open(to, 'wx');
  try {
    for (const { fromByte, toByte, bytes } of parts) {
      for (let done = 0; done < bytes; ) {
        const { bytesRead } = await source.read(block, 0, Math.min(blockBytes, bytes - done), fromByte + done);
        invariant(bytesRead > 0, `the weights end before byte ${fromByte + bytes}`);
        // A disk that fills up may take only the first bytes.
        const { bytesWritten } = await target.write(block, 0, bytesRead, toByte + done);
        done += bytesWritten;
      }
    }
    await target.sync();
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}
