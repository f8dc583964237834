import { beforeAll, expect, test } from 'vitest';
import { type LineModels, openLineModels } from '../../bench/interrupt/models.ts';
import { type Outcome, type Scene, sceneMs, stage } from '../../bench/interrupt/scene.ts';
import type { Occurrence } from '../../bench/interrupt/set.ts';
import { atLevel, cough, music } from '../../bench/interrupt/sounds.ts';
import { openVirtualLine } from '../../media/call/virtual/virtual-line.ts';
import { testModelsDir } from '../models.ts';

let models: LineModels;
beforeAll(async () => {
  models = await openLineModels(testModelsDir);
});

const speech = (text: string, levelDbfs = -20, speaker = 'daniel'): Occurrence['sound'] => ({
  from: 'speech',
  text,
  speaker,
  levelDbfs,
});

/** `bench interrupt` plays hundreds of these. */
const occurrences: Record<string, { cuts: boolean; sound: Occurrence['sound']; noiseDbfs?: number }> = {
  okay: { cuts: false, sound: speech('Okay.') },
  'theek hai': { cuts: false, sound: speech('Teek hey.'), noiseDbfs: -50 },
  'no problem, which begins like a no': { cuts: false, sound: speech('No problem.', -20, 'maya') },
  'theek, theek': { cuts: false, sound: speech('Teek, teek.', -20, 'maya') },
  cough: { cuts: false, sound: { from: 'samples', make: () => atLevel(cough(1), -20) } },
  music: { cuts: false, sound: { from: 'samples', make: () => atLevel(music(1, 4000), -24) } },
  'a second voice': { cuts: false, sound: speech('The train was late again, and nobody told us.', -40, 'leo') },
  echo: { cuts: false, sound: { from: 'echo', delayMs: 180, gainDb: -20 } },
  'echo of which noise hides the greeting’s end': {
    cuts: false,
    sound: { from: 'echo', delayMs: 210, gainDb: -22 },
    noiseDbfs: -50,
  },
  'achha, which the recogniser knows from its prompt': { cuts: false, sound: speech('Uh-chah.', -20, 'victor') },
  'nahi, likewise': { cuts: true, sound: speech('Nuh-hee.', -20, 'victor') },
  stop: { cuts: true, sound: speech('Stop.') },
  'a question': { cuts: true, sound: speech('What about Saturday morning?'), noiseDbfs: -50 },
};

test('speech over a reply ends it or does not, and the reply resumes at the same sample', async () => {
  const line = await openVirtualLine(models, { wordsMs: 120, verdictMs: 100, voiceMs: 30, networkMs: 20 });
  const undisturbed = await stage(line, models, undefined);
  const scenes: Scene[] = [];
  for (const [id, { cuts, sound, noiseDbfs = -70 }] of Object.entries(occurrences)) {
    const rest = { kind: 'backchannel', speaker: 'daniel', offsetMs: 1500 } as const;
    scenes.push(await stage(line, models, { id, cuts, sound, noiseDbfs, ...rest }));
  }
  await line.pass(sceneMs / 2);
  const reference = undisturbed.reference();
  const outcomes: Outcome[] = scenes.map((scene) => scene.judge(reference));
  await line.close();
  const cut = Object.fromEntries(outcomes.map((outcome) => [outcome.id, outcome.cut]));
  expect(cut).toEqual(Object.fromEntries(Object.entries(occurrences).map(([id, { cuts }]) => [id, cuts])));
  expect(outcomes.filter(({ answered }) => answered).map(({ id }) => id)).toEqual([]);
  const seams = outcomes.flatMap(({ seamsMs }) => seamsMs);
  expect(seams.length).toBeGreaterThan(0);
  for (const seamMs of seams) expect(Math.abs(seamMs)).toBeLessThanOrEqual(20);
  for (const { shouldCut, stopMs } of outcomes) if (shouldCut) expect(stopMs).toBeLessThanOrEqual(300);
});
