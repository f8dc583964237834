import { expect, test } from 'vitest';
import { contactsOnce, onEachDatabase } from './contacts-app.ts';

const phone = '+12025550143';
const list = '/api/voice/suppressions';

onEachDatabase('a number that asked not to be called', (database) => {
  const open = contactsOnce(database);
  async function optedOut() {
    const { ask } = await open();
    const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone } })).body;
    await ask('PATCH', `/v1/contacts/${uuid}`, { body: { opted_out: true, dnc_reason: 'asked in a call' } });
    return { ask, uuid };
  }

  test('a suppressed number stays on the list when its contact is deleted and imported again', async () => {
    const { ask, uuid } = await optedOut();
    await ask('DELETE', `/v1/contacts/${uuid}`);
    const again = await ask('POST', '/v1/contacts', { as: 'key', body: { phone, opted_out: false } });
    expect(again.body).toMatchObject({ created: true, opted_out: true, dnc_reason: 'asked in a call' });
    const bulk = { contacts: [{ phone, opted_out: false }] };
    await ask('POST', '/v1/contacts/bulk', { as: 'key', body: bulk });
    expect((await ask('GET', `/v1/contacts/${again.body.uuid}`)).body.opted_out).toBe(true);
  });

  test('the list shows a person with tag assignments only the numbers of contacts that they see', async () => {
    const { ask, people } = await open();
    for (const [number, tag] of [
      ['+12025550181', 'City:Pune'],
      ['+12025550182', 'City:Delhi'],
    ]) {
      const { uuid } = (await ask('POST', '/v1/contacts', { body: { phone: number, tags: [tag] } })).body;
      await ask('PATCH', `/v1/contacts/${uuid}`, { body: { opted_out: true } });
    }
    expect((await ask('GET', list)).body.total).toBe(2);
    await ask('PUT', `/api/voice/agents/tag-assignments/${people.admin.userUuid}`, { body: { tags: ['City:Pune'] } });
    expect((await ask('GET', list)).body).toMatchObject({ suppressions: [{ phone: '+12025550181' }], total: 1 });
  });

  test('a suppressed number is not called under another contact', async () => {
    const { ask, uuid } = await optedOut();
    await ask('DELETE', `/v1/contacts/${uuid}`);
    const other = (await ask('POST', '/v1/contacts', { body: { phone: '+12025550144' } })).body;
    const moved = await ask('PATCH', `/v1/contacts/${other.uuid}`, { body: { phone } });
    expect(moved.body).toMatchObject({ phone, opted_out: true });
    const freed = await ask('PATCH', `/v1/contacts/${other.uuid}`, { as: 'key', body: { opted_out: false } });
    expect([freed.status, freed.body.detail]).toEqual([409, expect.stringContaining('do-not-call list')]);
  });

  test('only an admin’s session removes a number from the list', async () => {
    const { ask, uuid } = await optedOut();
    const listed = await ask('GET', list);
    expect(listed.body).toEqual({
      suppressions: [{ uuid: expect.any(String), phone, reason: 'asked in a call', created_at: expect.any(String) }],
      total: 1,
      limit: 50,
      offset: 0,
    });
    const url = `${list}/${listed.body.suppressions[0].uuid}`;
    for (const as of ['key', 'mate'] as const) expect((await ask('DELETE', url, { as })).status).toBe(403);
    expect((await ask('DELETE', url, { as: 'stranger' })).status).toBe(404);
    expect((await ask('DELETE', url)).status).toBe(204);
    expect((await ask('GET', `/v1/contacts/${uuid}`)).body).toMatchObject({ opted_out: false, dnc_reason: null });
    // The status is stored after the response.
    const last = async () => (await ask('GET', '/api/audit')).body.events[0];
    await expect.poll(last).toMatchObject({ action: 'DELETE /api/voice/suppressions/{uuid}', status: 204 });
  });
});
