import { describe, expect, test } from 'vitest';
import { openAppOnce } from '../http/test-app.ts';

const shared = openAppOnce();

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) {
  const answer = await shared().http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
}

const url = '/api/voice/phones';

describe('phones', () => {
  test('show their password once and are listed by extension', async () => {
    const second = await ask('POST', url, { name: 'Kitchen', extension: '202' });
    const first = await ask('POST', url, { name: 'Desk', extension: '201' });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.sip_password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
    const { body } = await ask('GET', url);
    expect(body.phones.map((phone: { extension: string }) => phone.extension)).toEqual(['201', '202']);
    expect(JSON.stringify(body)).not.toContain(first.body.sip_password);
    expect(body.phones[0]).toMatchObject({ name: 'Desk', registered: false, user_agent: null, address: null });
    expect(body.server).toEqual({ is_on: false, sip_domain: null, transports: [] });
  });

  test('get another password and are changed and deleted', async () => {
    const { body: phone } = await ask('POST', url, { name: 'Hall', extension: '203' });
    const { body: renewed } = await ask('POST', `${url}/${phone.uuid}/password`);
    expect(renewed.sip_password).not.toBe(phone.sip_password);
    expect((await ask('PATCH', `${url}/${phone.uuid}`, { name: 'Lobby' })).body).toMatchObject({
      name: 'Lobby',
      extension: '203',
    });
    expect((await ask('DELETE', `${url}/${phone.uuid}`)).status).toBe(204);
    expect((await ask('DELETE', `${url}/${phone.uuid}`)).status).toBe(404);
    expect((await ask('POST', `${url}/${phone.uuid}/password`)).status).toBe(404);
  });

  test('have an extension that no other phone or campaign of the organisation has', async () => {
    await ask('POST', url, { name: 'One', extension: '301' });
    expect(await ask('POST', url, { name: 'Two', extension: '301' })).toMatchObject({ status: 409 });
    const campaign = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava', extension: '302' };
    expect((await ask('POST', '/api/voice/flows', campaign)).body).toMatchObject({ extension: '302' });
    expect(await ask('POST', url, { name: 'Two', extension: '302' })).toMatchObject({ status: 409 });
    expect(await ask('POST', '/api/voice/flows', { ...campaign, extension: '301' })).toEqual({
      status: 409,
      body: { detail: 'Another phone or flow has the extension 301. Choose another one.' },
    });
  });

  test.each([
    [{ name: '', extension: '401' }, /name/],
    [{ name: 'Desk', extension: '1' }, /2 to 6 digits/],
    [{ name: 'Desk', extension: '12a' }, /2 to 6 digits/],
    [
      { name: 'Desk', extension: '402', user_uuid: '00000000-0000-4000-8000-00000000dead' },
      /does not exist in this organisation/,
    ],
  ])('are refused as %j', async (body, detail) => {
    const answer = await ask('POST', url, body);
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(detail);
  });
});
