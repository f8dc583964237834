import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCampaignsApp } from '../campaigns/campaigns-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { localHeaders } from '../http/test-app.ts';

const number = '+12025550143';
const inbound = { kind: 'inbound', name: 'Front desk', provider: 'platform', speaker: 'ava', phone_number: number };
const answerUrl = '/api/voice/webhooks/telephony_a/answer';
const connections = '/api/voice/integrations/telephony/telephony_a';

onEachDatabase('a number that two organisations claim', ({ place }) => {
  async function open() {
    const app = await openCampaignsApp(await place());
    const activate = async (as: 'admin' | 'stranger') => {
      const made = await app.ask('POST', '/api/voice/flows', inbound, as);
      const uuid = made.json.uuid as string;
      return { uuid, ...(await app.ask('POST', `/v1/campaigns/${uuid}/launch`, undefined, as)) };
    };
    const connect = (as: 'admin' | 'stranger', token: string, more: object = {}) =>
      app.ask('PUT', connections, { auth_id: 'MA1', auth_token: token, phone_number: number, ...more }, as);
    let calls = 0;
    const call = async (token?: string) => {
      calls += 1;
      const form = { CallUUID: `call-${calls}`, From: '+15550001111', To: number };
      const fields = Object.entries(form).sort();
      const text = `https://calls.example.com${answerUrl}?${fields.flat().join('')}.77`;
      const headers = {
        ...localHeaders,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: '',
        ...(token === undefined
          ? {}
          : {
              'x-plivo-signature-v3': createHmac('sha256', token).update(text).digest('base64'),
              'x-plivo-signature-v3-nonce': '77',
            }),
      };
      const answer = await app.http.inject({
        method: 'POST',
        url: answerUrl,
        headers,
        payload: new URLSearchParams(form).toString(),
      });
      const { calls: table } = app.database.tables;
      const rows = await app.database.system.read.select().from(table);
      const row = rows.find(({ providerCallId }) => providerCallId === form.CallUUID);
      return { status: answer.statusCode, body: answer.body, flow: row?.flowUuid };
    };
    return { app, activate, connect, call };
  }

  test('a number belongs to the organisation whose connected account has it, not to the first that activated a flow', async () => {
    const { activate, connect, call } = await open();
    const attacker = await activate('stranger');
    expect(attacker.status).toBe(200);
    expect((await call()).flow).toBe(attacker.uuid);
    // The owner connects the account that has the number, while no flow of its own is active.
    await connect('admin', 'secret');
    expect((await call()).body).toContain('Hangup');
    const owner = await activate('admin');
    expect(owner.status).toBe(200);
    expect((await call()).flow).toBe(owner.uuid);
  });

  test('a number of another organisation cannot be activated', async () => {
    const { activate, connect } = await open();
    await connect('admin', 'secret');
    const refused = await activate('stranger');
    expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining('Another organisation')]);
  });

  test('a number goes to the account that signed, even if a stranger connected it first', async () => {
    const { activate, connect, call } = await open();
    await connect('stranger', 'made up');
    const attacker = await activate('stranger');
    await connect('admin', 'secret');
    const owner = await activate('admin');
    expect([attacker.status, owner.status]).toEqual([200, 200]);
    expect((await call('secret')).flow).toBe(owner.uuid);
    expect((await call('neither')).status).toBe(403);
  });

  test('a number is answered for signed callbacks only, if its account requires them', async () => {
    const { activate, connect, call } = await open();
    await connect('admin', 'secret', { require_signed_callbacks: true });
    const owner = await activate('admin');
    const forged = await call();
    expect([forged.status, forged.flow]).toEqual([403, undefined]);
    expect((await call('secret')).flow).toBe(owner.uuid);
  });
});
