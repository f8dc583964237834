import { expect, test } from 'vitest';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { coachOnce, unknown } from './coach-app.ts';

onEachDatabase('personas', (database) => {
  const open = coachOnce(database);

  test('personas have defaults, are updated in part, and stay while a scenario uses them', async () => {
    const { ask, add } = await open();
    const persona = await add('personas', { name: ' Nora  Field ' });
    expect(persona).toMatchObject({
      name: 'Nora Field',
      profile: '',
      objections: [],
      hidden_state: {},
      language_code: 'en-US',
      speech_habits: { pace: 'normal', fillers: [], verbosity: 'normal', interrupts: 'none' },
      voice: { provider: 'platform', speaker: 'ava' },
      document_uuids: [],
    });
    const one = `personas/${persona.uuid}`;
    const objections = ['Too expensive.', { text: 'No time.', strength: 2 }];
    const hidden_state = { budget: '400 euros' };
    expect((await ask('PATCH', one, { objections, hidden_state })).body).toMatchObject({ objections, hidden_state });
    expect((await ask('PATCH', one, { hidden_state: null })).body).toMatchObject({ objections, hidden_state: {} });
    expect((await ask('PATCH', one, { speech_habits: { interrupts: 'always' } })).status).toBe(400);
    expect((await ask('PATCH', one, { document_uuids: [unknown] })).status).toBe(400);
    expect((await ask('POST', 'personas', {})).status).toBe(400);
    const { uuid } = await add('scenarios', {
      persona_uuid: persona.uuid,
      name: 'Lamp',
      situation: 'You want a lamp.',
    });
    expect((await ask('DELETE', one)).status).toBe(409);
    expect((await ask('DELETE', `scenarios/${uuid}`)).status).toBe(204);
    expect((await ask('DELETE', one)).status).toBe(204);
    expect((await ask('GET', one)).status).toBe(404);
  });

  test('a persona with a voice that does not exist is refused with the voices that do', async () => {
    const { ask, add } = await open();
    const speaker = 'nobody';
    const detail = /^body voice\.speaker: must be a voice that GET \/api\/voice\/speakers lists for platform: ava/;
    for (const voice of [{ speaker }, { provider: 'platform', speaker }])
      expect(await ask('POST', 'personas', { name: 'Nora', voice })).toMatchObject({
        status: 400,
        body: { detail: expect.stringMatching(detail) },
      });
    const providers = 'must be one of platform, speech_a, speech_b';
    const elsewhere = await ask('POST', 'personas', { name: 'Nora', voice: { provider: 'fax', speaker: 'ava' } });
    expect(elsewhere.body.detail).toContain(providers);
    const { uuid } = await add('personas', { name: 'Nora', voice: { speaker: 'ava' } });
    expect((await ask('PATCH', `personas/${uuid}`, { voice: { speaker } })).status).toBe(400);
    // Another voice speaks in place of one of a provider that is not configured, as it does for agents.
    const configured = { provider: 'speech_a', speaker: 'anushka' };
    expect((await ask('PATCH', `personas/${uuid}`, { voice: configured })).body.voice).toEqual(configured);
    expect((await ask('PATCH', `personas/${uuid}`, { voice: null })).body.voice.speaker).toBe('ava');
  });
});
