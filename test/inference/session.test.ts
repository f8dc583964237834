import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import { expect, onTestFinished, test } from 'vitest';
import { createOpenSession, type ModelProvider, type SessionFactoryOptions } from '../../media/inference/session.ts';
import { modelPath } from '../models.ts';

/** A runtime with scripted providers: `works`, `partly` (some parts run on the CPU only), or the message they fail with. */
function runtime(providers: Readonly<Record<string, string>>): NonNullable<SessionFactoryOptions['create']> {
  return async (_model, { executionProviders, extra }) => {
    const can = providers[String(executionProviders?.[0])];
    const strict = (extra as { session: Record<string, unknown> }).session.disable_cpu_ep_fallback === '1';
    if (can === 'partly' && strict)
      throw new Error('nodes are assigned to the default CPU EP, but fallback to CPU EP has been explicitly disabled');
    if (can !== 'works' && can !== 'partly') throw new Error(can);
    return { inputNames: [], outputNames: [] } as unknown as InferenceSession;
  };
}

async function open(providers: readonly string[], create: ReturnType<typeof runtime>): Promise<ModelProvider[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'model.onnx');
  writeFileSync(path, '');
  const opened: ModelProvider[] = [];
  await createOpenSession({ providers, create, onOpened: (one) => opened.push({ ...one, model: '' }) })(path);
  return opened;
}

test('a session reports its provider, and why no preferred one is used', async () => {
  const create = runtime({ cuda: 'Failed to load shared library\nand much more', webgpu: 'no adapter', cpu: 'works' });
  expect(await open(['cuda', 'webgpu', 'cpu'], create)).toEqual([
    {
      model: '',
      provider: 'cpu',
      partly: false,
      missed: [
        { provider: 'cuda', reason: 'Error: Failed to load shared library' },
        { provider: 'webgpu', reason: 'Error: no adapter' },
      ],
    },
  ]);
});

test('a provider that leaves operators to the CPU is reported as partial', async () => {
  expect(await open(['cuda', 'cpu'], runtime({ cuda: 'partly', cpu: 'works' }))).toMatchObject([
    { provider: 'cuda', partly: true, missed: [] },
  ]);
  expect(await open(['cuda', 'cpu'], runtime({ cuda: 'works', cpu: 'works' }))).toMatchObject([
    { provider: 'cuda', partly: false },
  ]);
});

test('a model without a working provider does not load', async () => {
  await expect(open(['cuda'], runtime({ cuda: 'gone' }))).rejects.toMatchObject({ code: 'model_unreadable' });
});

test('without its CUDA library the runtime falls back to the CPU and says so', async () => {
  const opened: ModelProvider[] = [];
  const openSession = createOpenSession({ providers: ['cuda', 'cpu'], onOpened: (one) => opened.push(one) });
  const session = await openSession(join(modelPath('silero-vad'), 'model.onnx'));
  await session.close();
  const [one] = opened;
  expect(one?.model).toBe('silero-vad/model.onnx');
  // On a machine with a GPU and the library it is CUDA that runs it.
  if (one?.provider === 'cpu') expect(one.missed[0]?.reason).toMatch(/cuda|shared library|provider/i);
  else expect(one?.provider).toBe('cuda');
});
