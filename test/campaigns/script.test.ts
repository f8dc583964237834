import { describe, expect, test } from 'vitest';
import type { ScriptGoal } from '../../media/ports.ts';
import { checkScript } from '../../src/features/campaigns/campaigns/script-check.ts';
import { onEachDatabase } from '../data/databases.ts';
import { campaignsOnce } from './campaigns-app.ts';

const step = (id: string, changes: Partial<ScriptGoal> = {}): ScriptGoal => ({
  id,
  examples: [],
  questions: [{ id: `${id}_answer`, kind: 'text', ask: 'What?' }],
  done: '',
  ...changes,
});
const start = (changes: Partial<ScriptGoal>) => step('start', { examples: ['I want to begin'], ...changes });
const faultsOf = (...goals: ScriptGoal[]): string[] =>
  checkScript(goals).faults.map(({ path, message }) => `${path.join('.')} ${message}`);

describe('the check of a flow', () => {
  test('a loop without an exit is refused with its path', () => {
    const loop = [
      start({ next: [{ go: 'a' }] }),
      step('a', { next: [{ when: [{ slot: 'a_answer', is: ['x'] }], go: 'b' }, { go: 'c' }] }),
      step('b', { next: [{ go: 'c' }] }),
      step('c', { next: [{ go: 'a' }] }),
    ];
    expect(faultsOf(...loop)).toEqual([
      '1.next has the loop a > b > c > a without an exit. Add a branch that leads out of it or ends the call',
    ]);
    const left = { when: [{ slot: 'b_answer', is: ['stop'] }], end: true } as const;
    expect(faultsOf(...loop.with(2, step('b', { next: [left, { go: 'c' }] })))).toEqual([]);
  });

  test('agents that hand over to each other without an exit are such a loop', () => {
    const agent = '00000000-0000-4000-8000-0000000000aa';
    expect(faultsOf(start({ next: [{ agent, go: 'a' }] }), step('a', { next: [{ agent, go: 'start' }] }))).toEqual([
      '0.next has the loop start > a > start without an exit. Add a branch that leads out of it or ends the call',
    ]);
    expect(faultsOf(start({ next: [{ agent, go: 'a' }] }), step('a', { next: [{ agent }] }))).toEqual([]);
  });

  test('a loop that asks nothing is refused', () => {
    const silent = (id: string, go: string) =>
      step(id, { questions: [], done: 'Done.', next: [{ when: [{ language: 'en' }], go }] });
    expect(faultsOf(start({ next: [{ go: 'a' }] }), silent('a', 'b'), silent('b', 'a'))).toEqual([
      '1.next has the loop a > b > a, which asks the caller nothing. Give one of these steps a question',
    ]);
  });

  test('jumps to missing steps, tests of missing questions, twins and hidden branches are refused', () => {
    expect(
      faultsOf(
        start({ next: [{ when: [{ slot: 'nothing', known: true }], go: 'gone' }, { go: 'message' }, { end: true }] }),
        step('start', { done: 'Bye.' }),
        step('end'),
      ),
    ).toEqual([
      '1.id repeats the step "start". Give each step a name of its own',
      '2.done must have the words that end this step, or a last branch without conditions',
      '0.next.0.go leads to the step "gone", which does not exist',
      '0.next.0.when.0.slot names the question "nothing", which no step asks',
      '0.next.2 is never reached: a branch before it has no conditions',
    ]);
  });

  test('a step that nobody reaches is a warning, except the opening one', () => {
    const goals = [start({ next: [{ end: true }] }), step('lost', { done: 'Done.' })];
    expect(checkScript(goals)).toEqual({
      faults: [],
      warnings: ['No caller reaches the step "lost": it has no examples, and no branch leads to it.'],
    });
    expect(checkScript(goals, 'lost').warnings).toEqual([]);
  });
});

onEachDatabase('the flow of a campaign', (database) => {
  const open = campaignsOnce(database);

  test('is stored with its branches, and refused with the place of what is wrong', async () => {
    const { ask, add } = open();
    const campaign = await add({ config: { goals: [{ id: 'old', examples: ['Hello'], done: 'Done.' }] } });
    const url = `/api/voice/flows/${campaign.uuid}`;
    const goals = [
      { id: 'start', examples: ['Begin'], next: [{ when: [{ time: { from: '09:00' } }], go: 'old' }, { end: true }] },
      { id: 'old', examples: ['Hello'], done: 'Done.' },
    ];
    expect((await ask('PATCH', url, { config: { goals } })).json.config.goals).toEqual(goals);
    const refused = async (next: object[]) => {
      const { status, json } = await ask('PATCH', url, { config: { goals: [{ ...goals[0], next }, goals[1]] } });
      return `${status} ${json.detail}`;
    };
    expect(await refused([{ go: 'nowhere' }])).toMatch(
      /400 .*config\.goals\.0\.next\.0\.go.*"nowhere", which does not/,
    );
    expect(await refused([{ go: 'start' }])).toMatch(/has the loop start > start without an exit/);
    expect(await refused([{ when: [{ slot: 'x', intent: ['y'] }], end: true }])).toMatch(/exactly one of slot/);
    expect(await refused([{ say: 'Hm.' }])).toMatch(/must lead somewhere/);
    expect((await ask('GET', url)).json.config.goals).toEqual(goals);
  });

  test('hands over to agents of its organisation only, and a deleted one stops the launch', async () => {
    const { ask, add } = open();
    const voice_config = { provider: 'platform', speaker: 'maya', language_code: 'en-US' };
    const agentOf = async (as: 'manager' | 'stranger') =>
      (await ask('POST', '/api/voice/agents', { name: 'Specialist', voice_config }, as)).json.uuid as string;
    const campaign = await add();
    const url = `/api/voice/flows/${campaign.uuid}`;
    const handingTo = (agent: string) =>
      ask('PATCH', url, { config: { goals: [{ id: 'start', examples: ['Begin'], next: [{ agent }] }] } });
    const foreign = await handingTo(await agentOf('stranger'));
    expect(foreign.status).toBe(400);
    expect(foreign.json.detail).toMatch(/goals\.0\.next\.0\.agent: the agent does not exist in this organisation/);
    const own = await agentOf('manager');
    expect((await handingTo(own)).status).toBe(200);
    const scriptCheck = async () =>
      (await ask('GET', `${url}/preflight`)).json.checks.find(({ code }: { code: string }) => code === 'script');
    expect(await scriptCheck()).toMatchObject({ status: 'ok' });
    expect((await ask('DELETE', `/api/voice/agents/${own}`)).status).toBe(204);
    expect(await scriptCheck()).toMatchObject({ status: 'blocking', detail: expect.stringContaining('"start"') });
  });
});
