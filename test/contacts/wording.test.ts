import { expect, test } from 'vitest';
import { contactsOnce, onEachDatabase } from './contacts-app.ts';

onEachDatabase('a preview of the words of an agent', (database) => {
  const open = contactsOnce(database);

  test('fills in a contact as a call does, and names what has no value', async () => {
    const { ask } = await open();
    const contact = { phone: '+12025550188', name: 'Asha Rao', metadata: { plan: 'Gold', car: { colour: 'red' } } };
    const { body: added } = await ask('POST', '/v1/contacts', { body: contact });
    const texts = [
      'Hello {name}, this is {agent} of {business}.',
      'Plan: {plan}.\nYour {car.colour} car.\nOn {date}, yes.',
    ];
    const asked = { texts, agent: 'Robin', business: 'Cedar' };
    const preview = (body: object) => ask('POST', '/api/voice/agents/wording-preview', { body });
    const known = await preview({ ...asked, contact_uuid: added.uuid });
    expect(known.status).toBe(200);
    expect(known.body.texts[0]).toBe('Hello Asha Rao, this is Robin of Cedar.');
    expect(known.body.texts[1]).toContain('Plan: Gold.\nYour red car.');
    expect(known.body.values).toMatchObject({ name: 'Asha Rao', plan: 'Gold', agent: 'Robin' });
    expect(known.body.unknown).toEqual(['date']);
    const unknown = await preview({ ...asked, contact_uuid: null });
    expect(unknown.body.texts[0]).toBe('Hello, this is Robin of Cedar.');
    expect(unknown.body.unknown).toEqual(['name', 'plan', 'car.colour', 'date']);
    expect((await preview({ texts: ['x'.repeat(20_001)] })).status).toBe(400);
    expect((await preview({ texts, contact_uuid: '7b1f7f0e-58b1-4c3c-8f0a-000000000000' })).status).toBe(404);
  });

  test('shows nothing of a contact that the reader does not see', async () => {
    const { ask } = await open();
    const { body: added } = await ask('POST', '/v1/contacts', { body: { phone: '+12025550189', name: 'Ravi' } });
    const body = { texts: ['{name}'], contact_uuid: added.uuid };
    const { ask: theirs } = await open();
    expect((await theirs('POST', '/api/voice/agents/wording-preview', { body })).status).toBe(404);
  });
});
