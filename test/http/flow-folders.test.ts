import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { flowUuid, lineNumber, localHeaders, openTestApp, type TestApp, temporaryFolder } from './test-app.ts';

const example = join(import.meta.dirname, '../../examples/dental-receptionist');
const otherUuid = '0b8f7c56-5d0a-4c5e-9a44-0c7d1f0e2b11';

/** A copy of the example with other words. */
function writeFolder(dir: string, name: string, change: Record<string, unknown>): void {
  const folder = join(dir, name);
  cpSync(example, folder, { recursive: true });
  const path = join(folder, 'flow.json');
  const flow = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...flow, ...change }));
}

const flowsOf = async (app: TestApp): Promise<string[]> =>
  (await app.http.inject({ url: '/api/voice/flows', headers: localHeaders }))
    .json()
    .flows.map((flow: { name: string }) => flow.name)
    .sort();

const warningsOf = (app: TestApp): string[] =>
  app.logged.filter(({ level }) => level === 40).map(({ msg }) => String(msg));

const answeringFlow = async (app: TestApp, to: string): Promise<string | undefined> => {
  const { body } = await app.http.inject({
    url: '/api/voice/webhooks/telephony_a/answer',
    query: { CallUUID: `c-${to.slice(1)}`, From: '+15550001111', To: to },
  });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] ?? '';
  return (await app.fake.ports().plans.claim(token, 'telephony_a'))?.flowUuid;
};

test('a copied folder with its own uuid and number is an agent after a restart', async () => {
  const dataDir = temporaryFolder();
  const examplesDir = temporaryFolder();
  writeFolder(examplesDir, 'dental-receptionist', {});
  const first = await openTestApp({ dataDir, examplesDir });
  expect(await flowsOf(first)).toEqual(['Maple Grove Dental front desk']);

  writeFolder(examplesDir, 'bakery', { uuid: otherUuid, name: 'Bakery', phone_number: '+12025550190' });
  const second = await openTestApp({ dataDir, examplesDir });
  expect(await flowsOf(second)).toEqual(['Bakery', 'Maple Grove Dental front desk']);
  expect(await answeringFlow(second, '+12025550190')).toBe(otherUuid);
  expect(await answeringFlow(second, lineNumber)).toBe(flowUuid);
  expect(warningsOf(second)).toEqual([]);

  writeFolder(examplesDir, 'bakery', { uuid: otherUuid, name: 'Renamed', phone_number: '+12025550190' });
  const third = await openTestApp({ dataDir, examplesDir });
  expect(await flowsOf(third)).toEqual(['Bakery', 'Maple Grove Dental front desk']);
});

test('a broken folder is reported with file and field, and affects nothing else', async () => {
  const examplesDir = temporaryFolder();
  writeFolder(examplesDir, 'a-wrong-field', {
    phone_number: '555',
    language_code: 3,
    agent: { agentName: 'Ada', businessName: 'B', greeting: 'Hi', timezone: 'Mars/Base' },
  });
  mkdirSync(join(examplesDir, 'b-not-json'));
  writeFileSync(join(examplesDir, 'b-not-json', 'flow.json'), '{"uuid": ');
  mkdirSync(join(examplesDir, 'c-no-flow'));
  writeFolder(examplesDir, 'd-outside', { uuid: otherUuid, knowledge_dir: '../..' });
  mkdirSync(join(examplesDir, 'e-a-folder', 'flow.json'), { recursive: true });
  writeFileSync(join(examplesDir, 'README.md'), '# Not a folder');
  writeFolder(examplesDir, 'z-good', {});
  const app = await openTestApp({ examplesDir });
  expect(await flowsOf(app)).toEqual(['Maple Grove Dental front desk']);
  const warnings = warningsOf(app);
  const path = (name: string): string => join(examplesDir, name, 'flow.json');
  expect(warnings).toHaveLength(5);
  expect(warnings[0]).toMatch(/phone_number: must be an E\.164 number.*language_code: .*agent\.timezone: /);
  expect(warnings[1]).toContain('is not JSON');
  expect(warnings[2]).toContain('the file is missing');
  expect(warnings[3]).toContain('knowledge_dir: must lie in the folder of the flow');
  for (const [index, name] of ['a-wrong-field', 'b-not-json', 'c-no-flow', 'd-outside', 'e-a-folder'].entries()) {
    expect(warnings[index]).toMatch(new RegExp(`^${path(name)}: `));
  }
});

test('a copy that kept its uuid or number is reported', async () => {
  const examplesDir = temporaryFolder();
  writeFolder(examplesDir, 'a-first', {});
  writeFolder(examplesDir, 'b-same-uuid', { name: 'Same uuid' });
  writeFolder(examplesDir, 'c-same-number', { uuid: otherUuid.replace('0b', 'fb'), name: 'Same number' });
  const app = await openTestApp({ examplesDir });
  expect(await flowsOf(app)).toEqual(['Maple Grove Dental front desk', 'Same number']);
  const [uuid, number] = warningsOf(app);
  expect(uuid).toContain(`${join(examplesDir, 'b-same-uuid', 'flow.json')}: uuid: is already used by`);
  expect(number).toContain(
    `${join(examplesDir, 'c-same-number', 'flow.json')}: phone_number: "Maple Grove Dental front desk" already answers`,
  );
  expect(await answeringFlow(app, lineNumber)).toBe(flowUuid);
});

test('a flow with an unknown voice is reported at startup', async () => {
  const app = await openTestApp({
    editFlow: (flow) => void Object.assign(flow, { voice: { speaker: 'nobody' } }),
  });
  const [line] = app.logged.filter(({ speaker }) => speaker === 'nobody');
  expect(line).toMatchObject({
    msg: 'a flow uses an unknown voice',
    speakers: expect.arrayContaining(['ava']),
  });
  const usual = await openTestApp();
  expect(usual.logged.filter(({ msg }) => String(msg).includes('voice'))).toEqual([]);
});
