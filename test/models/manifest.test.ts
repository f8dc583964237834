import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chooseModels } from '../../models/choose.ts';
import { defaultModelsDir, modelFolder } from '../../models/locate.ts';
import { manifest } from '../../models/manifest.ts';

describe('the manifest', () => {
  it.each(manifest.map((model) => [model.role, model] as const))(
    '%s is pinned, licensed and complete',
    (_role, model) => {
      const notice = readFileSync(new URL('../../NOTICE', import.meta.url), 'utf8');
      for (const { wheel, to } of model.files) {
        expect(wheel.sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(wheel.version).toMatch(/^\d+(\.\d+)+$/);
        expect(notice).toContain(wheel.version);
        if (!model.conversion) expect(model.holds).toContain(to);
      }
      // Proprietary libraries are fetched only on request, and nothing published here contains them.
      const licences = model.set === 'cuda' ? ['NVIDIA'] : ['MIT', 'Apache-2.0', 'BSD-2-Clause'];
      expect(licences).toContain(model.licence);
    },
  );

  it('selects by set and by role, and rejects unknown names', () => {
    const roles = (names: string[]) => chooseModels(names).map((model) => model.role);
    expect(roles(['default'])).toEqual([
      'silero-vad',
      'smart-turn',
      'hibari-us',
      'minilm-l6',
      'whisper-tiny.en',
      'voice-encoder',
    ]);
    expect(roles(['bench'])).toEqual(['dnsmos']);
    expect(roles(['cuda'])).toEqual(['cuda-provider']);
    expect(roles(['whisper-base', 'minilm-l6'])).toEqual(['minilm-l6', 'whisper-base']);
    expect(() => chooseModels(['whisper-huge'])).toThrow(expect.objectContaining({ code: 'unknown_model' }));
  });
});

it('matches the CUDA provider to the installed release of ONNX Runtime', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const wheels = chooseModels(['cuda']).flatMap((model) => model.files.map((file) => file.wheel));
  expect(wheels.find(({ name }) => name === 'onnxruntime-gpu')?.version).toBe(lock.dependencies['onnxruntime-node']);
  expect(wheels.every(({ tags }) => tags?.platforms.every((platform) => platform.endsWith('x86_64')))).toBe(true);
});

describe('the models folder', () => {
  it.each([
    [{ MODELS_DIR: '/weights', XDG_CACHE_HOME: '/c' }, '/weights'],
    [{ XDG_CACHE_HOME: '/c' }, '/c/parley/models'],
  ])('is, with %j, %s', (env, folder) => {
    expect(defaultModelsDir(env)).toBe(folder);
    expect(modelFolder(folder, 'hibari-us')).toBe(`${folder}/hibari-us`);
  });
  it('is in the user’s cache by default', () => {
    expect(defaultModelsDir({})).toMatch(/\/\.cache\/parley\/models$/);
  });
});
