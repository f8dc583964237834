import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentPlan, ScriptGoal } from '../../media/line/agent.ts';
import { book, goals, plan, stepsOf } from './branching-flow.ts';
import { createConversation } from './caller.ts';
import { type Agent, openAgent } from './open-agent.ts';

let brain: Agent;
beforeAll(async () => {
  brain = await openAgent();
});

const open = async (changes: Partial<AgentPlan> = {}) => {
  const call = createConversation(brain, { ...plan, ...changes });
  await call.give({ kind: 'opening' });
  return call;
};

describe('a flow with branches that the embedded agent plays', () => {
  it('goes from step to step by the answers and by the result of a tool, and keeps the facts', async () => {
    const call = await open();
    expect((await call.say("I'd like to book a table")).text).toMatch(/With pleasure\. How many/);
    const sized = await call.say('four of us');
    expect(sized.text).toMatch(/At what time\?/);
    expect(stepsOf(sized.trace.path)).toEqual(['table>1', 'time']);
    const looking = await call.say('at seven pm');
    expect(looking.actions).toEqual([{ kind: 'tool', name: 'find_table', arguments: { guests: '4', clock: '19:00' } }]);
    const found = await call.give(book('yes'));
    expect(found.text).toMatch(/What name/);
    expect(stepsOf(found.trace.path)).toEqual(['time>1', 'who']);
    const booked = await call.say('Miller');
    expect(booked.text).toMatch(/A table for 4 at .*7.* under Miller/i);
    expect(booked.trace.slots).toMatchObject({ guests: '4', clock: '19:00', name: 'Miller' });
  });

  it('goes back to a step when the caller wants to, and asks its question again', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    expect((await call.give(book('no'))).text).toMatch(/That time is taken\. What would you like to do\?/);
    const back = await call.say('could I come at another time?');
    expect(stepsOf(back.trace.path)).toEqual(['other>0', 'time']);
    expect(back.text).toMatch(/At what time\?/);
    expect((await call.say('nine pm')).actions).toMatchObject([{ arguments: { guests: '2', clock: '21:00' } }]);
  });

  it('ends the call at a branch that says so', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    await call.give(book('no'));
    const over = await call.say("then I'll go somewhere else");
    expect(over.text).toMatch(/I am sorry that it did not work out\. Goodbye\./);
    expect(over.actions).toEqual([{ kind: 'end', reason: 'agent_goodbye' }]);
  });

  it('follows the branch of a tool that failed', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    await call.say('two people');
    await call.say('at 8 pm');
    const failed = await call.give({ kind: 'tool_result', name: 'find_table', ok: false, result: 'timeout' });
    expect(failed.text).toMatch(/I cannot open the book right now/);
    expect(stepsOf(failed.trace.path)).toEqual(['time>0', 'message']);
  });

  it('ignores a branch for the failure of a tool when another alternative holds', async () => {
    const worked = { tool: 'find_table', ok: true } as const;
    const next = [{ when: [{ slot: 'clock', known: true, or: [worked] }], say: 'So be it.', go: 'who' }];
    const call = await open({ goals: goals.map((goal) => (goal.id === 'time' ? { ...goal, next } : goal)) });
    await call.say('I would like to book a table');
    await call.say('four of us');
    await call.say('at seven');
    const refused = await call.give({ kind: 'tool_result', name: 'find_table', ok: false, result: 'down' });
    expect(refused.text).not.toMatch(/So be it/);
  });

  it('hands over to another agent, which continues at its step with the facts so far', async () => {
    const call = await open();
    await call.say("I'd like to book a table");
    const handing = await call.say('twelve people');
    expect(handing.text).toBe('Our events team looks after groups.');
    expect(handing.actions).toEqual([
      { kind: 'hand_over', agent: 'a6b1d6b0-0001-4000-8000-00000000000e', go: 'group' },
    ]);
    const arrived = await call.give({ kind: 'hand_over_result', ok: true, from: 'Ada', go: 'group' });
    expect(arrived.text).toMatch(/What is the occasion\?/);
    expect((await call.say('my mother turns eighty')).text).toMatch(/a menu for 12 guests/);
  });

  it('moves by time, weekday, language and contact', async () => {
    const steps = (when: NonNullable<ScriptGoal['next']>[number]['when']): ScriptGoal[] => [
      {
        id: 'start',
        examples: ['I would like to book a table'],
        questions: [],
        done: 'No.',
        next: [{ when: when ?? [], say: 'Yes.', end: true }],
      },
    ];
    const said = async (when: Parameters<typeof steps>[0], contact = {}) => {
      const call = await open({ goals: steps(when), contact });
      return /Yes\./.test((await call.say('I would like to book a table')).text);
    };
    // It is Saturday, 10:00 in New York.
    expect(await said([{ time: { from: '09:00', to: '17:00', days: [6] } }])).toBe(true);
    expect(await said([{ time: { from: '09:00', to: '10:00' } }])).toBe(false);
    expect(await said([{ time: { from: '22:00', to: '10:30', days: [5] } }])).toBe(true);
    expect(await said([{ time: { days: [1, 2, 3, 4, 5] } }])).toBe(false);
    expect(await said([{ language: 'en' }])).toBe(true);
    expect(await said([{ language: 'hi' }])).toBe(false);
    expect(await said([{ contact: 'tier', is: ['Gold'] }], { tier: 'gold' })).toBe(true);
    expect(
      await said(
        [
          { contact: 'tier', not: ['gold'] },
          { contact: 'tier', known: true },
        ],
        { tier: 'gold' },
      ),
    ).toBe(false);
    const either = [{ contact: 'tier', is: ['gold'], or: [{ contact: 'years', min: 5, max: 9 }, { language: 'hi' }] }];
    expect(await said(either, { tier: 'gold' })).toBe(true);
    expect(await said(either, { tier: 'silver', years: '6' })).toBe(true);
    expect(await said(either, { tier: 'silver', years: '10' })).toBe(false);
  });

  it('leaves a step for an intent that is an alternative, but not for the other alternatives', async () => {
    const wanted = ['I want to speak to a manager', 'Can I talk to the manager'];
    const call = await open({
      goals: [
        {
          ...goals[0]!,
          next: [{ when: [{ slot: 'guests', known: false, or: [{ intent: wanted }] }], say: 'Of course.', end: true }],
          done: 'Noted.',
        },
      ],
    });
    expect((await call.say("I'd like to book a table")).text).toMatch(/How many/);
    expect((await call.say('and do you have parking')).text).not.toMatch(/Of course/);
    expect((await call.say('can I talk to the manager')).text).toMatch(/^Of course\./);
  });
});
