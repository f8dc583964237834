import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { placeCudaLibraries } from '../../media/inference/cuda-libraries.ts';

const names = ['libonnxruntime_providers_shared.so', 'libonnxruntime_providers_cuda.so', 'libcudart.so.13'];

function folders() {
  const root = mkdtempSync(join(tmpdir(), 'parley-cuda-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [folder, runtimeDir] = [join(root, 'cuda-provider'), join(root, 'runtime')];
  mkdirSync(folder);
  mkdirSync(runtimeDir);
  for (const name of names) writeFileSync(join(folder, name), 'no library at all');
  const said: string[] = [];
  return { folder, runtimeDir, said, log: (message: string) => void said.push(message) };
}

test('the CUDA provider is linked beside the runtime, also over an older one, and other files stay', async () => {
  const { folder, runtimeDir, log, said } = folders();
  symlinkSync('/gone/libonnxruntime_providers_cuda.so', join(runtimeDir, names[1] as string));
  for (let again = 0; again < 2; again++) await placeCudaLibraries({ folder, runtimeDir, log });
  for (const name of names.slice(0, 2)) expect(readlinkSync(join(runtimeDir, name))).toBe(join(folder, name));
  expect(() => lstatSync(join(runtimeDir, names[2] as string))).toThrow();
  expect(said).toEqual([]);
});

test('a provider that somebody else installed is unchanged', async () => {
  const { folder, runtimeDir, log } = folders();
  const own = join(runtimeDir, names[1] as string);
  writeFileSync(own, 'mine');
  await placeCudaLibraries({ folder, runtimeDir, log });
  expect(readFileSync(own, 'utf8')).toBe('mine');
});

test('without a download nothing happens, and a folder without write permission is reported', async () => {
  const { folder, runtimeDir, log, said } = folders();
  await placeCudaLibraries({ folder: join(folder, 'none'), runtimeDir, log });
  expect(said).toEqual([]);
  await placeCudaLibraries({ folder, runtimeDir: join(runtimeDir, 'none'), log });
  expect(said).toEqual(['failed to link the CUDA provider']);
});
