import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openProviderServer, type ProviderServerOptions } from '../../media/emulator/index.ts';
import { openCampaignsApp } from '../campaigns/campaigns-app.ts';
import { onEachDatabase } from '../data/databases.ts';
import { localHeaders } from '../http/test-app.ts';

const number = '+912025550143';
const inbound = { kind: 'inbound', name: 'Front desk', provider: 'platform', speaker: 'ava', phone_number: number };
type Name = 'telephony_a' | 'telephony_b';
type Who = 'admin' | 'stranger';

/** The owner's account at each provider, which has the number. */
const owned = {
  telephony_a: { authId: 'MA1', authToken: 'secret' },
  telephony_b: { authId: 'owner:key', authToken: 'secret' },
} as const;
/** What a stranger makes up. */
const invented = { telephony_a: 'MA666', telephony_b: 'stranger:key' } as const;
const signing = { headers: { ...localHeaders, authorization: '' } };

onEachDatabase('a number that two organisations claim', ({ place }) => {
  async function open(name: Name = 'telephony_a', more: Partial<ProviderServerOptions> = {}) {
    const provider = await openProviderServer({ dialect: name, ...owned[name], numbers: [number], ...more });
    onTestFinished(() => provider.close());
    const env = { [`${name.toUpperCase()}_BASE_URL`]: provider.baseUrl };
    const app = await openCampaignsApp(await place(), env);
    const url = `/api/integrations/telephony/${name}`;
    const activate = async (as: Who) => {
      const made = await app.ask('POST', '/api/voice/flows', inbound, as);
      const uuid = made.json.uuid as string;
      return { uuid, ...(await app.ask('POST', `/v1/campaigns/${uuid}/launch`, undefined, as)) };
    };
    const connectWith = (as: Who, auth_id: string, auth_token: string, also: object = {}) =>
      app.ask('PUT', url, { auth_id, auth_token, phone_number: number, ...also }, as);
    const connect = (as: Who, also: object = {}) => connectWith(as, owned[name].authId, owned[name].authToken, also);
    const invent = (as: Who, also: object = {}) => connectWith(as, invented[name], 'made up', also);
    const proofOf = async (as: Who) => (await app.ask('GET', url, undefined, as)).json.number_proof;
    let calls = 0;
    const call = async (token?: string) => {
      calls += 1;
      const id = `call-${calls}`;
      const answerUrl = `/api/voice/webhooks/${name}/answer`;
      const form =
        name === 'telephony_a'
          ? { CallUUID: id, From: '+15550001111', To: number }
          : { CallSid: id, CallFrom: '05550001111', CallTo: number };
      const text = `https://calls.example.com${answerUrl}?${Object.entries(form).sort().flat().join('')}.77`;
      const signed =
        token === undefined
          ? {}
          : {
              'x-plivo-signature-v3': createHmac('sha256', token).update(text).digest('base64'),
              'x-plivo-signature-v3-nonce': '77',
            };
      const answer = await app.http.inject({
        method: 'POST',
        url: answerUrl,
        headers: { ...signing.headers, 'content-type': 'application/x-www-form-urlencoded', ...signed },
        payload: new URLSearchParams(form).toString(),
      });
      const { calls: table } = app.database.tables;
      const rows = await app.database.system.read.select().from(table);
      return {
        status: answer.statusCode,
        body: answer.body,
        flow: rows.find(({ providerCallId }) => providerCallId === id)?.flowUuid,
      };
    };
    return { app, provider, activate, connect, invent, connectWith, proofOf, call };
  }

  test.each(['telephony_a', 'telephony_b'] as const)(
    'callers of %s reach the owner when a stranger connects the number first with invented credentials',
    async (name) => {
      const { activate, connect, invent, proofOf, call } = await open(name);
      expect((await invent('stranger')).status).toBe(200);
      expect(await proofOf('stranger')).toBe('refused');
      const attacker = await activate('stranger');
      expect(attacker.status).toBe(200);
      expect((await connect('admin')).json.number_proof).toBe('proven');
      const owner = await activate('admin');
      expect(owner.status).toBe(200);
      expect((await call()).flow).toBe(owner.uuid);
      // A second flow of the stranger is not admitted any more.
      expect((await activate('stranger')).status).toBe(409);
    },
  );

  test.each(['telephony_a', 'telephony_b'] as const)(
    'an account of %s that exists proves no number that it does not have',
    async (name) => {
      const { connect, proofOf, activate, call } = await open(name, { numbers: ['+912025550199'] });
      await connect('stranger');
      expect(await proofOf('stranger')).toBe('refused');
      const first = await activate('admin');
      expect(first.status).toBe(200);
      expect((await activate('stranger')).status).toBe(409);
      expect((await call()).flow).toBe(first.uuid);
    },
  );

  test('a number belongs to the organisation that has proven it, not to the first that activated a flow', async () => {
    const { activate, connect, call } = await open();
    const attacker = await activate('stranger');
    expect(attacker.status).toBe(200);
    expect((await call()).flow).toBe(attacker.uuid);
    // The owner connects the account that has the number, while no flow of its own is active.
    await connect('admin');
    expect((await call()).body).toContain('Hangup');
    const owner = await activate('admin');
    expect(owner.status).toBe(200);
    expect((await call()).flow).toBe(owner.uuid);
  });

  test('a number of another organisation cannot be activated', async () => {
    const { activate, connect } = await open();
    await connect('admin');
    const refused = await activate('stranger');
    expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining('Another organisation')]);
  });

  test('an organisation that requires signatures cannot block a number that it does not own', async () => {
    const { activate, connect, invent, call } = await open();
    await invent('stranger', { require_signed_callbacks: true });
    await activate('stranger');
    expect((await call()).status).toBe(403);
    await connect('admin');
    const owner = await activate('admin');
    expect(await call()).toMatchObject({ status: 200, flow: owner.uuid });
  });

  test('a number goes to the account that signed, even if a stranger connected it first', async () => {
    const { activate, connect, invent, call } = await open();
    await invent('stranger');
    const attacker = await activate('stranger');
    await connect('admin');
    const owner = await activate('admin');
    expect([attacker.status, owner.status]).toEqual([200, 200]);
    expect((await call('secret')).flow).toBe(owner.uuid);
    expect((await call('neither')).status).toBe(403);
  });

  test('a number is answered for signed callbacks only, if its account requires them', async () => {
    const { activate, connect, call } = await open();
    await connect('admin', { require_signed_callbacks: true });
    const owner = await activate('admin');
    const forged = await call();
    expect([forged.status, forged.flow]).toEqual([403, undefined]);
    expect((await call('secret')).flow).toBe(owner.uuid);
  });

  test('an owner keeps a proven number, and activates a pending one, while the provider cannot be reached', async () => {
    const { activate, connect, invent, connectWith, provider, proofOf, call } = await open();
    await connect('admin');
    const owner = await activate('admin');
    await provider.close();
    // Another token, which cannot be checked while the provider is away.
    expect((await connectWith('admin', 'MA1', 'rotated')).json.number_proof).toBe('proven');
    expect((await call()).flow).toBe(owner.uuid);
    await invent('stranger');
    expect(await proofOf('stranger')).toBe('pending');
    expect((await activate('stranger')).status).toBe(409);
    expect((await call()).flow).toBe(owner.uuid);
  });

  test('a pending number is proven as soon as its provider answers', async () => {
    const { app, activate, connect, provider, call } = await open();
    const { connectedNumbers } = app.database.tables;
    const squatter = await activate('stranger');
    const { port } = new URL(provider.baseUrl);
    await provider.close();
    expect((await connect('admin')).json.number_proof).toBe('pending');
    const owner = await activate('admin');
    expect(owner.status).toBe(200);
    expect((await call()).flow).toBe(squatter.uuid);
    const again = await openProviderServer({
      dialect: 'telephony_a',
      ...owned.telephony_a,
      numbers: [number],
      port: Number(port),
    });
    onTestFinished(() => again.close());
    await app.database.system.tx((queries) => queries.update(connectedNumbers).set({ nextProofAt: '' }));
    await expect.poll(async () => (await call()).flow).toBe(owner.uuid);
  });

  test('an owner loses a number that its provider no longer confirms', async () => {
    const numbers = [number];
    const { app, activate, connect, proofOf } = await open('telephony_a', { numbers });
    await connect('admin');
    numbers.pop();
    const { connectedNumbers } = app.database.tables;
    await app.database.system.tx((queries) => queries.update(connectedNumbers).set({ nextProofAt: '' }));
    await expect.poll(() => proofOf('admin')).toBe('refused');
    expect((await activate('stranger')).status).toBe(200);
  });
});
