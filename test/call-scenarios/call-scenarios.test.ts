import { expect, test } from 'vitest';
import { onEachDatabase, openAnalysis } from '../call-analysis/analysis-app.ts';

const said: readonly (readonly ['agent' | 'customer', string])[] = [
  ['agent', 'Lamp House, this is Ada. How can I help you?'],
  ['customer', 'Hi, I would like to buy a desk lamp. Do you deliver?'],
  ['agent', 'We do. What is your name, please?'],
  ['customer', 'Mm-hm.'],
  ['customer', 'It is Nora Whitfield.'],
  ['agent', 'Thank you, Nora. Which number can we call you on?'],
  ['customer', '415 867 2671.'],
  ['agent', 'What is your budget for the lamp?'],
  ['customer', 'About 80 euros.'],
  ['agent', 'Then our brass lamp fits, with a warranty of two years.'],
  ['customer', 'That is too expensive for me, I think.'],
  ['agent', 'The brass lamp is half price this week. Is there anything else?'],
  ['customer', 'No, that is all. Thank you.'],
];

onEachDatabase('scenarios of calls', ({ place }) => {
  test('a call becomes a persona and a scenario without its personal data, with the criteria that it failed', async () => {
    const { ask, settled } = await openAnalysis(await place());
    const field = async (key: string, options: string[]) =>
      (
        await ask('POST', '/api/extraction-fields', {
          as: 'superadmin',
          body: { key, name: key, group: 'Sale', field_type: 'score', options },
        })
      ).body;
    const consent = await field('consent', ['this call is recorded']);
    await field('warranty', ['warranty of two years']);
    await field('refund', ['if refund: we pay it back']);
    const transcript = said.map(([speaker, text], at) => ({ speaker, text, timestamp: at * 4 }));
    const body = { transcript, customer_name: 'Nora Whitfield', customer_phone: '+14158672671', agent_name: 'Ada' };
    const call = (await ask('POST', '/api/v1/sales/calls', { body })).body;
    await settled(call.id);

    const url = '/api/pf-coach/scenarios/from-call';
    const made = await ask('POST', url, { body: { call_uuid: call.uuid } });
    expect(made.status).toBe(201);
    const { persona, scenario, failed_fields, replaced } = made.body;
    expect(failed_fields).toEqual([{ field_id: `${consent.id}`, name: 'consent', score: 0 }]);
    expect(scenario.rubric_overrides[0]).toBe(`${consent.id}`);
    expect(scenario.rubric_overrides).toHaveLength(2);
    expect(JSON.stringify(made.body)).not.toMatch(/Nora|Whitfield|867\W*2671/);
    expect(replaced).toEqual({ names: 3, numbers: 1, emails: 0, places: 0 });
    expect(scenario).toMatchObject({
      situation: '"I would like to buy a desk lamp. Do you deliver?"',
      agent_opens: true,
      persona_uuid: persona.uuid,
      line_quality: 'clear',
    });
    const hidden = Object.values(scenario.hidden_state) as { value: string; asked_when: string[] }[];
    expect(hidden.map(({ value }) => value)).toEqual(['About 80 euros.']);
    expect(hidden[0]?.asked_when).toEqual(['What is your budget for the lamp']);
    expect(persona.objections).toMatchObject([{ text: 'That is too expensive for me, I think.', strength: 1 }]);
    const known = Object.values(persona.profile) as { value: string }[];
    expect(known.map(({ value }) => value)).toEqual([
      expect.stringContaining(persona.name),
      expect.stringMatching(/^202 555 01/),
    ]);
    expect((await ask('GET', `/api/pf-coach/scenarios/${scenario.uuid}`)).body).toEqual(scenario);
    const again = await ask('POST', url, { body: { call_uuid: call.uuid, name: 'Second' } });
    expect(again.body.persona).toMatchObject({ name: persona.name, profile: persona.profile });
    expect(again.body.scenario.name).toBe('Second');

    expect(again.body.proof).toBeNull();
    const proved = await ask('POST', url, { body: { call_uuid: call.uuid, prove: true } });
    // The call was uploaded.
    expect(proved.body.proof).toEqual({ run_uuid: null, reason: expect.stringContaining('not held by an agent') });

    const asking = { body: { call_uuid: call.uuid } };
    for (const as of ['key', 'mate', 'mateKey'] as const)
      expect((await ask('POST', url, { ...asking, as })).status).toBe(403);
    expect((await ask('POST', url, { ...asking, as: 'stranger' })).status).toBe(404);
    expect((await ask('POST', url, { body: {} })).status).toBe(400);
    const waiting = (await ask('POST', '/api/calls', { body: {} })).body;
    expect((await ask('POST', url, { body: { call_uuid: waiting.uuid } })).status).toBe(409);
  });
});
