import { expect, test } from 'vitest';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { openCoach, unknown } from './coach-app.ts';

onEachDatabase('preview of a scenario', ({ place }) => {
  test('a talk with the customer of an unsaved scenario is answered, repeated and stored nowhere', async () => {
    const { ask, add } = await openCoach(await place());
    const { uuid: persona_uuid } = await add('personas', { name: 'Nora', hidden_state: { budget: '400 euros' } });
    const stop_conditions = { satisfied_when: 'the agent says "ten euros"' };
    const scenario = { persona_uuid, name: 'Lamp', situation: 'You want a lamp.', stop_conditions };
    const talk = (agent_turns: string[], change: object = {}, as = 'admin') =>
      ask('POST', 'scenarios/preview', { scenario: { ...scenario, ...change }, agent_turns }, as);
    const first = await talk(['Hello, how can I help you?']);
    expect(first).toMatchObject({ status: 200, body: { ended_reason: null } });
    expect(first.body.lines).toEqual([
      { speaker: 'agent', text: 'Hello, how can I help you?' },
      { speaker: 'customer', text: expect.stringContaining('I want a lamp') },
    ]);
    const second = await talk(['Hello, how can I help you?', 'What is your budget?']);
    expect(second.body.lines.slice(0, 2)).toEqual(first.body.lines);
    expect(second.body.lines[3].text).toContain('400 euros');
    const over = await talk(['Hello, how can I help you?', 'It costs ten euros.', 'Anything else?']);
    expect(over.body).toMatchObject({ ended_reason: 'satisfied' });
    // What follows the end is not said.
    expect(over.body.lines.filter(({ speaker }: { speaker: string }) => speaker === 'agent')).toHaveLength(2);
    expect((await talk([], { agent_opens: false })).body.lines).toMatchObject([{ speaker: 'customer' }]);
    expect((await talk([])).body).toEqual({ lines: [], ended_reason: null });

    expect((await talk([], { persona_uuid: unknown })).status).toBe(404);
    expect((await talk([], { objective: 'Find out that the budget is 400 euros.' })).status).toBe(400);
    expect((await talk([], { situation: '' })).status).toBe(400);
    expect((await talk(Array.from({ length: 31 }, () => 'Hello?'))).status).toBe(400);
    expect((await talk([], {}, 'mate')).status).toBe(403);
    expect((await ask('GET', 'scenarios')).body.total).toBe(0);
    expect((await ask('GET', 'runs')).body.total).toBe(0);
  });
});
