import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Fate } from '../../media/index.ts';
import { createProviders } from '../../src/telephony/index.ts';
import { createFakeMedia, lineNumber } from '../http/test-app.ts';
import { caller, createTeller } from './callback-teller.ts';
import {
  type OutboundApp,
  type OutboundAppOptions,
  openOutboundApp,
  openOutboundAppOnce,
  talkTo,
} from './outbound-app.ts';
import type { Form, ProviderUnderTest } from './provider-under-test.ts';

const to = '+12025550101';

/** Contract that the server relies on for every provider; all registered providers must pass it. */
export function providerContract(tested: ProviderUnderTest): void {
  const { module, emulator, incoming, end } = tested;
  const { capabilities, documents, callbacks, name } = module;

  const optionsOf = (fate: (to: string) => Partial<Fate>): OutboundAppOptions => {
    const media = createFakeMedia();
    return { media, emulated: tested, provider: { talk: talkTo(() => media, module.wire), fate } };
  };
  const open = (fate: Partial<Fate> = {}): Promise<OutboundApp> => openOutboundApp(optionsOf(() => fate));
  const place = async ({ http, flowUuid }: OutboundApp, number = to): Promise<string> => {
    const payload = { to: number, campaign_id: flowUuid };
    const answer = await http.inject({ method: 'POST', url: '/v1/calls', payload });
    expect(answer.statusCode, answer.body).toBe(202);
    return answer.json().call_uuid;
  };
  const read = async ({ http }: OutboundApp, uuid: string) => (await http.inject(`/v1/calls/${uuid}?events=1`)).json();
  const { hook, bodyOf, contentType, signsAll, signed, ringing, tell } = createTeller(tested);

  describe(`the provider ${name}`, () => {
    const fates = new Map<string, Partial<Fate>>();
    const shared = openOutboundAppOnce(() => optionsOf((number) => fates.get(number) ?? {}));
    /** Returns a number of its own for each test, whose phone has this fate. */
    const numberOf = (fate: Partial<Fate>): string => {
      const number = `+120255502${String(fates.size).padStart(2, '0')}`;
      fates.set(number, fate);
      return number;
    };

    test.each(['once', 'twice', 'late'] as const)(
      'places a call that is answered, talked and over, when its callbacks come %s',
      async (how) => {
        const app = shared();
        const number = numberOf({ callbacks: how });
        const uuid = await place(app, number);
        await expect.poll(async () => (await read(app, uuid)).status).toBe('completed');
        await app.provider.idle();
        const call = await read(app, uuid);
        expect(call).toMatchObject({ outcome: 'connected', to_number: number, end_reason: 'agent_goodbye' });
        expect(app.provider.dials.get(number)).toBe(1);
        expect(app.provider.callbacks.filter(({ status }) => status !== 200)).toEqual([]);
        expect(call.events.filter(({ type }: { type: string }) => type === 'ended' || type === 'closed')).toHaveLength(
          1,
        );
      },
    );

    test.each([
      ['busy', 'busy'],
      ['no_answer', 'no_answer'],
      ['failed', 'failed'],
    ] as const)('reports a call that is %s as %s', async (person, status) => {
      const app = shared();
      const uuid = await place(app, numberOf({ person, callbacks: 'twice' }));
      await expect.poll(async () => (await read(app, uuid)).status).toBe(status);
      await app.provider.idle();
      expect(app.provider.callbacks.filter(({ status: code }) => code !== 200)).toEqual([]);
    });

    test('is listed by its name, and rejects an account id of another form', async () => {
      const app = shared();
      const url = `/api/integrations/telephony/${name}`;
      const shown = (await app.http.inject(url)).json();
      const { displayName } = module;
      expect(shown).toMatchObject({ provider: name, display_name: displayName, is_connected: true, implemented: true });
      const { authToken: auth_token, signingKey: signing_key } = tested.account(app.provider);
      for (const auth_id of tested.wrongAuthIds) {
        const key = signing_key === undefined ? {} : { signing_key };
        const payload = { auth_id, auth_token, phone_number: '+12025550100', ...key };
        const refused = await app.http.inject({ method: 'PUT', url, payload });
        expect([auth_id, refused.statusCode]).toEqual([auth_id, 400]);
        expect(refused.json().detail).toMatch(/^auth_id: must /);
      }
      expect((await app.http.inject(url)).json()).toEqual(shown);
    });

    // Phones that ring are left to ring: what waits for an idle provider comes before.
    test('hangs up a ringing phone if and only if it claims to', async () => {
      const app = shared();
      const number = numberOf({ ringMs: 60_000 });
      const uuid = await place(app, number);
      await expect.poll(async () => (await read(app, uuid)).status).toBe('ringing');
      const payload = { reason: 'workflow_close' };
      const ended = await app.http.inject({ method: 'POST', url: `/api/voice/calls/${uuid}/end`, payload });
      expect([ended.statusCode, (await read(app, uuid)).status]).toEqual([200, 'cancelled']);
      const call = app.provider.calls.find((each) => each.to === number);
      if (capabilities.canHangUp) await expect.poll(() => call?.hungUp.signal.aborted).toBe(true);
      else expect(call?.hungUp.signal.aborted).toBe(false);
    });

    test('can do what it claims, and rejects what it cannot', async () => {
      const app = shared();
      const number = numberOf({ ringMs: 60_000 });
      await place(app, number);
      const call = () => app.provider.calls.find((each) => each.to === number);
      await expect.poll(() => call()?.state).toBe('ringing');
      const settings = { [name]: { baseUrl: app.provider.baseUrl } };
      const client = createProviders({ rows: [module], settings }).open(name, tested.account(app.provider));
      const providerCallId = call()?.id as string;
      const transferred = await client?.transfer(providerCallId, 'http://127.0.0.1:9/');
      // A ringing call has no one to transfer yet.
      expect(transferred?.kind).toBe(capabilities.canTransfer === 'live' ? 'gone' : 'unsupported');
      expect((await client?.hangUp({ providerCallId }))?.kind).toBe(capabilities.canHangUp ? 'done' : 'unsupported');
      expect(documents.handover !== undefined).toBe(capabilities.canTransfer === 'live');
      expect(documents.next !== undefined).toBe(capabilities.canTransfer === 'after_stream');
      expect(documents.bridge !== undefined).toBe(capabilities.canBridgePeople === 'document');
      expect(callbacks.answerPaths.some(({ answers }) => answers !== 'placed')).toBe(true);
      // If the dial request contains the stream's address, placed calls need no answer path.
      if (capabilities.answersWithDocument)
        expect(callbacks.answerPaths.some(({ answers }) => answers !== 'inbound')).toBe(true);
    });

    test.each([
      ['refused', 'invalid_number'],
      ['throttled', 'over_capacity'],
      ['down', 'telephony_not_connected'],
    ] as const)('knows that a request that is %s dialled nobody', async (how, reason) => {
      const app = await open({ request: how });
      const uuid = await place(app);
      await expect.poll(async () => (await read(app, uuid)).end_reason).toBe(reason);
      expect(app.provider.dials.size).toBe(0);
    });

    test('answers an inbound call, and repeats the same answer', async () => {
      const app = await open();
      const form = incoming({ id: ringing(app, 'call-1'), from: caller, to: lineNumber });
      const first = await tell(app, 'answer', form);
      expect(first.status, first.body).toBe(200);
      expect(first.body).toMatch(/wss?:\/\//);
      expect(await tell(app, 'answer', form)).toEqual(first);
      const { calls, total } = (await app.http.inject('/v1/calls')).json();
      expect([total, calls[0].from_number, calls[0].to_number]).toEqual([1, caller, lineNumber]);
      const stranger = await tell(app, 'answer', incoming({ id: 'call-2', from: caller, to: '+19' }));
      expect(stranger.body).not.toMatch(/wss?:\/\//);
      expect((await app.http.inject('/v1/calls')).json().total).toBe(1);
    });

    test('ends a call once, however often it reports the end', async () => {
      const app = await open();
      const id = ringing(app, 'call-1');
      await tell(app, 'answer', incoming({ id, from: caller, to: lineNumber }));
      for (let times = 0; times < 3; times++) expect((await tell(app, end.kind, end.form(id))).status).toBe(200);
      const { calls } = (await app.http.inject('/v1/calls')).json();
      const { events, status } = await read(app, calls[0].uuid);
      expect(status).toBe('completed');
      expect(events.filter(({ type }: { type: string }) => type === 'closed')).toHaveLength(1);
      expect((await tell(app, end.kind, end.form('nobody'))).status).toBe(404);
      expect((await tell(app, end.kind, {})).status).toBe(400);
    });

    test('connects two people, or reports that it cannot', async () => {
      const app = await open({ ringMs: 60_000 });
      const { members } = (await app.http.inject('/api/auth/members')).json();
      const mine = `/api/voice/agents/phone-numbers/${members[0].user_uuid}`;
      await app.http.inject({ method: 'PUT', url: mine, payload: { phone_number: '+12025550109' } });
      const contact = (await app.http.inject({ method: 'POST', url: '/v1/contacts', payload: { phone: to } })).json();
      const click = await app.http.inject({ method: 'POST', url: `/api/voice/customers/${contact.uuid}/calls` });
      if (capabilities.canBridgePeople === false || capabilities.canBridgePeople === 'here') {
        expect([click.statusCode, click.json().detail]).toEqual([503, expect.stringContaining(module.displayName)]);
        return void expect(app.provider.calls).toEqual([]);
      }
      expect(click.statusCode, click.body).toBe(200);
      // The teammate's phone rings first.
      await expect.poll(() => app.provider.calls.map((call) => call.to)).toEqual(['+12025550109']);
    });

    test('is held to its signature, and needs none unless the provider signs everything', async () => {
      const app = await open();
      const { authToken } = tested.account(app.provider);
      const url = `${app.publicBaseUrl}${hook('answer')}`;
      const form = incoming({ id: ringing(app, 'call-1'), from: caller, to: lineNumber });
      const host = { host: new URL(app.publicBaseUrl).host };
      const sign = (token: string): Form => signed(app, url, form, token);
      const statusOf = (headers: Form): Promise<number> =>
        statusOfTarget({ base: app.publicBaseUrl, target: url, body: bodyOf(form), contentType, headers });
      expect((await tell(app, 'answer', form, host)).status).toBe(signsAll ? 403 : 200);
      expect((await tell(app, 'answer', form, { ...host, ...sign(authToken) })).status).toBe(200);
      const forged = await tell(app, 'answer', form, { ...host, ...sign('another token') });
      expect(forged.status).toBe(module.signature === undefined ? 200 : 403);
      expect(emulator.sign !== undefined).toBe(module.signature !== undefined);
      // With scheme and host in the request target, as a proxy may send it.
      expect(await statusOf(sign(authToken))).toBe(200);
      const odd = await statusOf(sign('another token'));
      expect(odd).toBe(module.signature === undefined ? 200 : 403);
      await app.http.inject({ method: 'DELETE', url: `/api/voice/integrations/telephony/${name}` });
      // The signature's account can no longer be determined.
      expect((await tell(app, 'answer', form, { ...host, ...sign('another token') })).status).toBe(200);
    });
  });
}

interface Targeted {
  readonly base: string;
  readonly target: string;
  readonly body: string;
  readonly contentType: string;
  readonly headers: Form;
}

/** Sends a request whose target is a full URL. */
function statusOfTarget({ base, target, body, contentType, headers }: Targeted): Promise<number> {
  const { hostname, port, host } = new URL(base);
  const options = {
    hostname,
    port,
    path: target,
    method: 'POST',
    headers: { 'content-type': contentType, host, ...headers },
  };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end(body);
  });
}
