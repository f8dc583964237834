import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { modelPath } from '../models.ts';

test('the process survives when a thread inside a native library is given up or closed', async () => {
  const child = join(import.meta.dirname, 'retire-child.mjs');
  const model = join(modelPath('minilm-l6'), 'model.onnx');
  const { stdout } = await promisify(execFile)(process.execPath, [child, model], { timeout: 120_000 });
  expect(stdout).toBe('engine_died done closed\n');
});
