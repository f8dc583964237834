import { readFile } from 'node:fs/promises';
import { MediaFault } from '../../media/line/fault.ts';
import { ModelsFault } from '../fault.ts';
import { createPickleReader, type Pickled, type PickledCall } from './pickle.ts';

/** A checkpoint's tensor, row-major. */
export interface TorchTensor {
  readonly dims: readonly number[];
  readonly floats: Float32Array;
}

const magic = 0x1950a86a20f9469cfc6cn;

/**
 * Returns the tensors under `key` of a checkpoint written by PyTorch before version 1.6: five pickles (a magic number,
 * the format version, the system's type sizes, the checkpoint, its storage keys), then each storage as an int64 count
 * and float32 values, little-endian. Never runs code from the file. Throws `model_missing` and `model_unreadable`.
 */
export async function readCheckpoint(path: string, key: string): Promise<ReadonlyMap<string, TorchTensor>> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new MediaFault('model_missing', `no model found at ${path}`, { cause });
  });
  try {
    return tensorsOf(bytes, key);
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${path} is not a checkpoint of the expected form`, { cause });
  }
}

function tensorsOf(bytes: Buffer, key: string): Map<string, TorchTensor> {
  const reader = createPickleReader(bytes);
  if (reader.next() !== magic) throw new ModelsFault('weights_unreadable', 'the magic number is wrong');
  reader.next();
  reader.next();
  const checkpoint = reader.next();
  const keys = reader.next();
  if (!(checkpoint instanceof Map) || !Array.isArray(keys))
    throw new ModelsFault('weights_unreadable', 'there is no checkpoint');
  const storages = storagesAt(bytes, reader.at, keys.map(String));
  const state = checkpoint.get(key);
  if (!(state instanceof Map)) throw new ModelsFault('weights_unreadable', `there is no ${key}`);
  const tensors = new Map<string, TorchTensor>();
  for (const [name, value] of state) tensors.set(String(name), tensorOf(value, storages));
  return tensors;
}

function storagesAt(bytes: Buffer, from: number, keys: readonly string[]): Map<string, Float32Array> {
  const storages = new Map<string, Float32Array>();
  let at = from;
  for (const key of keys) {
    const count = Number(bytes.readBigInt64LE(at));
    const end = at + 8 + 4 * count;
    if (end > bytes.length) throw new ModelsFault('weights_unreadable', 'a storage is cut short');
    storages.set(key, new Float32Array(new Uint8Array(bytes.subarray(at + 8, end)).buffer));
    at = end;
  }
  return storages;
}

/**
 * Reads `_rebuild_tensor_v2(storage, offset, size, stride, ...)` with a storage ('storage', type, key, location,
 * count).
 */
function tensorOf(value: Pickled, storages: ReadonlyMap<string, Float32Array>): TorchTensor {
  const [storage, offset, size, stride] = (value as PickledCall).args;
  const [, , key] = (storage as { readonly persistent: readonly Pickled[] }).persistent;
  const [dims, strides] = [size as number[], stride as number[]];
  const floats = storages.get(String(key));
  if (floats === undefined) throw new ModelsFault('weights_unreadable', `the storage ${String(key)} is missing`);
  let expected = 1;
  for (let axis = dims.length - 1; axis >= 0; axis -= 1) {
    if (strides[axis] !== expected) throw new ModelsFault('weights_unreadable', 'a tensor is not contiguous');
    expected *= dims[axis] as number;
  }
  const from = Number(offset);
  if (from + expected > floats.length) throw new ModelsFault('weights_unreadable', 'a tensor ends outside its storage');
  return { dims, floats: floats.subarray(from, from + expected) };
}
