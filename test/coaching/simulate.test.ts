import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { migratedFolder, temporaryFolder } from '../http/test-app.ts';
import { openCoach } from './coach-app.ts';
import { scriptedAgent } from './scripted-agent.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const target = 'Maple Grove Dental front desk';
const suiteText = (extra = ''): string => `name: Lamps
target: ${target}
repeat: 2
seed: 5
parallel: 2
prices: { currency: EUR, per_run: 0.5, per_turn: 0.25 }
personas:
  nora: { name: Nora }
cases:
  - name: Hears the price
    persona: nora
    scenario: { situation: You want a lamp., objective: Resolve the question., rubric: Sale }
  - name: Hears the colour
    persona: nora
    scenario: { situation: You want a red lamp., rubric: Colours }
    expect: { verdict: [pass, partial], min_score: 70 }
${extra}`;

async function simulate(text: string, server: { readonly address: string }, ...more: string[]) {
  const dir = temporaryFolder();
  const file = join(dir, 'suite.yaml');
  await writeFile(file, text);
  const [junit, json] = [join(dir, 'junit.xml'), join(dir, 'results.json')];
  let [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((said) => {
    out += String(said);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((said) => {
    err += String(said);
    return true;
  });
  const argv = ['simulate', file, '--url', server.address, '--key', 'admin', '--junit', junit, '--json', json, ...more];
  const status = await main(argv, { DATA_DIR: dir });
  vi.restoreAllMocks();
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const results = await read(json);
  return { status, out, err, junit: await read(junit), results: results === '' ? undefined : JSON.parse(results) };
}

const agentOf = (price: (talk: number) => string) => {
  let talks = 0;
  return scriptedAgent((input) => {
    if (input.kind === 'opening') return { text: 'Hello, how can I help you?', actions: [] };
    return { text: `Our lamp costs ${price(talks++)}. Goodbye.`, actions: [{ kind: 'end', reason: 'agent_goodbye' }] };
  });
};

test('simulate plays the suite on a running server, writes its reports, and removes what it created', async () => {
  const server = await openCoach({ dataDir: migratedFolder() }, { agent: agentOf(() => 'ten euros') });
  await server.field('Price', 'Sale', ['ten euros']);
  await server.field('Colour', 'Colours', ['bright red shade']);
  const { status, out, err, junit, results } = await simulate(suiteText(), server);
  expect(status).toBe(1);
  expect(results).toMatchObject({ suite: 'Lamps', ok: false, k: 2, invalid: 0, cost: { currency: 'EUR' } });
  expect(results.cases).toMatchObject([
    { name: 'Hears the price', passed: { count: 2 } },
    { name: 'Hears the colour', ok: false, passed: { hits: 0, count: 2 } },
  ]);
  // Two turns of the agent in each run.
  expect(results.cost).toMatchObject({ total: 4, perRun: 1 });
  const runs = results.cases.flatMap((one: { runs: { seed: number }[] }) => one.runs.map(({ seed }) => seed));
  expect(runs).toEqual([5, 6, 5, 6]);
  expect(out).toContain('FAILED  Hears the colour  0 of 2 passed (0 to 66 %)');
  expect(out).toContain('Colour 0: The agent said none of 1: "bright red shade". The agent ended its part without it.');
  expect(err).toContain('4/4 ');
  expect(junit).toContain('<testsuites tests="2"');
  expect(junit).toMatch(/<testcase classname="Lamps" name="Hears the colour"[^>]*>\s*<failure message="0 of 2 passed/);
  const { body } = await server.ask('GET', 'scenarios');
  expect(body.total).toBe(0);
  expect((await server.ask('GET', 'personas')).body.total).toBe(0);
  expect((await server.ask('GET', 'runs')).body.total).toBe(4);
});

test('simulate exits with 0 when as many runs of each case pass as its pass_rate asks for', async () => {
  const server = await openCoach(
    { dataDir: migratedFolder() },
    { agent: agentOf((talk) => (talk === 0 ? 'nothing' : 'ten euros')) },
  );
  await server.field('Price', 'Sale', ['ten euros']);
  const text = suiteText().replace('Hears the colour', 'Other').replace('Colours', 'Sale');
  const strict = ['--case', 'Hears the price', '--repeat', '4', '--parallel', '1'];
  const eased = text.replace(
    'rubric: Sale }',
    'rubric: Sale }\n    pass_rate: 0.75\n    expect: { verdict: [pass, partial], min_score: 70 }',
  );
  const first = await simulate(eased, server, ...strict);
  expect(first.results.cases[0].passed).toMatchObject({ hits: 3, count: 4 });
  expect(first.results.pass_to_the[1]).toBeCloseTo(0.5);
  expect(first.status).toBe(0);
  expect(first.junit).not.toContain('<failure');
});

test('simulate reports a case as an error when none of its runs says anything about the agent', async () => {
  const hanging = scriptedAgent(() => new Promise(() => {}));
  const slow = await openCoach({ dataDir: migratedFolder() }, { agent: hanging, env: { COACH_RUN_SECONDS: '1' } });
  await slow.field('Price', 'Sale', ['ten euros']);
  const { status, junit, results } = await simulate(suiteText(), slow, '--case', 'Hears the price', '--repeat', '1');
  expect(status).toBe(1);
  expect(results.cases[0].runs[0]).toMatchObject({
    result: 'invalid',
    reasons: [expect.stringContaining('time budget')],
  });
  expect(junit).toContain('<error message=');
});

test('simulate exits with 2 and the line when the suite file is wrong, and with 1 when the server refuses it', async () => {
  const server = await openCoach({ dataDir: migratedFolder() }, { agent: agentOf(() => 'ten euros') });
  const wrong = await simulate(suiteText('  - { name: Third }\n'), server);
  expect(wrong.status).toBe(2);
  expect(wrong.err).toMatch(/suite\.yaml:17:5: cases\[2\] must have either scenario or scenario_uuid/);
  const unknown = await simulate(
    suiteText().replace(`target: ${target}`, 'target: Nobody'),
    server,
    '--case',
    'Hears the price',
  );
  expect(unknown.status).toBe(1);
  expect(unknown.err).toContain('rubric must name a category');
  await server.field('Price', 'Sale', ['ten euros']);
  const nobody = await simulate(
    suiteText().replace(`target: ${target}`, 'target: Nobody'),
    server,
    '--case',
    'Hears the price',
  );
  expect(nobody.err).toContain(`no agent is called "Nobody"; available agents: "`);
  const criteria = suiteText('criteria: [{ key: tone, name: Tone }]\n');
  expect((await simulate(criteria, server)).err).toContain('the server has no score field "tone"');
  const keyed = await simulate(suiteText(), server, '--key', 'key');
  expect(keyed.err).toContain('requires a user session');
});
