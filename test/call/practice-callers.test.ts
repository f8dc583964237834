import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPracticeCallers } from '../../media/call/practice/callers.ts';
import type { CustomerPlan } from '../../media/line/customer-plan.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { testModelsDir } from '../models.ts';

const plan: CustomerPlan = {
  seed: 4,
  languageCode: 'en-US',
  name: 'Nora Field',
  difficulty: 'easy',
  situation: ['You want a lamp.'],
  open: [],
  hidden: [],
  objections: [],
  knowledge: [],
  maxTurns: 20,
  satisfiedWhen: 'the agent says "ten euros"',
  hangupTriggers: [],
  habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: 'none' },
};

test('practice calls work once the missing model is installed', async () => {
  const modelsDir = temporaryFolder();
  const callers = openPracticeCallers({ modelsDir, providers: ['cpu'] });
  onTestFinished(() => callers.close());
  // Nobody listens at this address.
  const call = {
    url: 'ws://127.0.0.1:9/browser',
    plan,
    agentOpens: true,
    voice: { speaker: 'daniel' },
    line: 'clear',
  } as const;
  const failed = () => expect(callers.call(call, new AbortController().signal)).rejects;
  await failed().toMatchObject({ code: 'model_missing' });
  for (const name of readdirSync(testModelsDir))
    if (!existsSync(join(modelsDir, name))) symlinkSync(join(testModelsDir, name), join(modelsDir, name));
  await failed().toThrow('ECONNREFUSED');
});
