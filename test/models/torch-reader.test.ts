import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPickleReader } from '../../models/voice/pickle.ts';
import { readCheckpoint } from '../../models/voice/torch-reader.ts';
import { temporaryFolder } from '../http/test-app.ts';

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(5);
  head.write('X');
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};
const int = (value: number): Buffer => Buffer.from([0x4b, value]);
const op = (code: string): Buffer => Buffer.from(code, 'latin1');
const pickle = (...parts: Buffer[]): Buffer => Buffer.concat([Buffer.from([0x80, 2]), ...parts, op('.')]);

const magic = pickle(Buffer.from([0x8a, 10, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19]));
const tensor = (size: number): Buffer[] => [
  op('ctorch._utils\n_rebuild_tensor_v2\n'),
  ...[op('('), op('('), text('storage'), op('ctorch\nFloatStorage\n'), text('7'), text('cpu'), int(3), op('tQ')],
  ...[int(1), int(size), op('\x85'), int(1), op('\x85'), op('\x89'), op('NtR')],
];
const checkpoint = (size: number): Buffer =>
  pickle(op('}'), text('model_state'), op('}'), text('weight'), ...tensor(size), op('s'), op('s'));
const storage = Buffer.alloc(8 + 12);
storage.writeBigInt64LE(3n, 0);
for (const [index, value] of [1, 2, 3].entries()) storage.writeFloatLE(value, 8 + 4 * index);

function file(...parts: Buffer[]): string {
  const path = join(temporaryFolder(), 'weights.pt');
  writeFileSync(path, Buffer.concat(parts));
  return path;
}

const head = [magic, pickle(int(1)), pickle(op('}'))];
const keys = pickle(op(']'), op('('), text('7'), op('e'));

test('the checkpoint reader finds the values of a tensor in its storage', async () => {
  const tensors = await readCheckpoint(file(...head, checkpoint(2), keys, storage), 'model_state');
  expect(tensors.get('weight')).toEqual({ dims: [2], floats: new Float32Array([2, 3]) });
});

test.each([
  ['is cut short', [...head, checkpoint(2), keys, storage.subarray(0, 12)]],
  ['has a tensor that ends outside its storage', [...head, checkpoint(3), keys, storage]],
  ['is no checkpoint', [Buffer.from('PK\x03\x04')]],
])('the checkpoint reader rejects a file that %s', async (_what, parts) => {
  await expect(readCheckpoint(file(...parts), 'model_state')).rejects.toMatchObject({ code: 'model_unreadable' });
});

test('the pickle reader keeps a function as its name and arguments and never calls it', () => {
  const bytes = pickle(op('cos\nsystem\n'), op('('), text('id'), op('tR'));
  expect(createPickleReader(bytes).next()).toEqual({ call: 'os system', args: ['id'] });
});
