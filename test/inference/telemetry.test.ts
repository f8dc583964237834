import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { modelPath } from '../models.ts';

const built = (path: string): string => new URL(`../../dist/media/${path}`, import.meta.url).href;
const model = JSON.stringify(modelPath('silero-vad/model.onnx'));

/** Opens and closes a model, long enough for the runtime to start whatever it starts. */
const work = `
const { createOpenSession } = await import(${JSON.stringify(built('inference/session.js'))});
await createOpenSession({ providers: ['cpu'] })(${model});`;

const programs = {
  'the main thread of a process': work,
  'a thread': `
const { startThread } = await import(${JSON.stringify(built('kit/thread.js'))});
const thread = startThread(new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(work)})));
await new Promise((resolve, reject) => thread.on('exit', resolve).on('error', reject));`,
};

/** Runs a program with a home folder of its own. Returns the files that it has left there. */
function run(program: string): string[] {
  const home = temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home };
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return readdirSync(home, { recursive: true }) as string[];
}

test.each(Object.entries(programs))('the runtime leaves no telemetry id when %s opens a model', (_, program) => {
  expect(run(program)).toEqual([]);
});
