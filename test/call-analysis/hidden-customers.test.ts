import { expect, test } from 'vitest';
import { addMembers, people } from '../contacts/contacts-app.ts';
import { onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

onEachDatabase('a conversation and the customers that a member does not see', ({ place }) => {
  test('cannot be joined by id or uuid, and nothing of the customer is returned', async () => {
    const { ask, database } = await openAnalysis(await place(), scriptedTranscriber().transcriber);
    await addMembers(database);
    const contact = (name: string, phone: string, tag: string) =>
      ask('POST', '/v1/contacts', { body: { phone, name, tags: [tag] } });
    await contact('Seen', '+12025550111', 'City:Pune');
    await contact('Hidden Person', '+12025550999', 'City:Delhi');
    const { customers } = (await ask('GET', '/api/customers')).body;
    const named = (name: string) => customers.find((customer: { name: string }) => customer.name === name);
    const [seen, hidden] = [named('Seen'), named('Hidden Person')];
    const tags = { body: { tags: ['City:Pune'] } };
    expect((await ask('PUT', `/api/voice/agents/tag-assignments/${people.mate.userUuid}`, tags)).status).toBe(200);

    const body = { customer_phone: '+12025550111', transcript: [{ speaker: 'agent', text: 'Hi.' }] };
    const call = (await ask('POST', '/api/v1/sales/calls', { as: 'mate', body })).body;
    const join = (customer_id: unknown) => ask('PATCH', `/api/calls/${call.id}`, { as: 'mate', body: { customer_id } });
    for (const id of [hidden.id, hidden.uuid]) {
      const refused = await join(id);
      expect(refused.status).toBe(400);
      expect(JSON.stringify(refused.body)).not.toMatch(/Hidden|0999/);
    }
    expect((await join(seen.id)).body.customer).toMatchObject({ uuid: seen.uuid, name: 'Seen' });
  });
});
