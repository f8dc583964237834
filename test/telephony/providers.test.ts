import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Fate, openProviderServer, type ProviderServer } from '../../media/emulator/index.ts';
import { createProviders, registeredProviders, type TelephonyProvider } from '../../src/telephony/index.ts';
import { accounts } from './outbound-app.ts';

const from = '+12025550100';

/** What becomes of calls, by the number that is called. */
const fates: Readonly<Record<string, Partial<Fate>>> = {
  '+12025550101': { ringMs: 30_000 },
  '+12025550102': { person: 'busy', ringMs: 0 },
  '+12025550103': { person: 'no_answer', ringMs: 0 },
  '+12025550104': { request: 'refused' },
  '+12025550105': { request: 'throttled' },
  '+12025550106': { request: 'broken', person: 'busy', ringMs: 0 },
  '+12025550107': { request: 'silent', person: 'busy', ringMs: 0 },
  '+12025550108': { request: 'down' },
  '+12025550109': { ringMs: 0, talkMs: 30_000 },
  '+12025550110': { request: 'broken', person: 'busy', ringMs: 0 },
  '+12025550111': { request: 'broken', ringMs: 30_000 },
  '+12025550112': { request: 'lost' },
};

describe.each(['telephony_a', 'telephony_b', 'twilio'] as const)('the client of %s', (name) => {
  let server: ProviderServer;
  let customer: Server;
  let provider: TelephonyProvider;
  let placed = 0;
  const open = (baseUrl: string, authToken: string = accounts[name].authToken, timeoutMs = 10_000): TelephonyProvider =>
    createProviders({ rows: registeredProviders, settings: { [name]: { baseUrl } }, timeoutMs }).open(name, {
      ...accounts[name],
      authToken,
    }) as TelephonyProvider;

  beforeAll(async () => {
    const stream =
      name === 'twilio'
        ? '<Response><Connect><Stream url="ws://127.0.0.1:9/media"/></Connect></Response>'
        : '<Response><Stream bidirectional="true">ws://127.0.0.1:9/media</Stream></Response>';
    customer = createServer((_request, response) => response.end(stream)).listen(0, '127.0.0.1');
    server = await openProviderServer({ dialect: name, ...accounts[name], fate: (to) => fates[to] ?? {} });
    provider = open(server.baseUrl);
  });
  afterAll(async () => {
    await server.close();
    customer.close();
  });

  const requestFor = (to: string) => {
    placed += 1;
    const { port } = customer.address() as AddressInfo;
    const url = (what: string) => `http://127.0.0.1:${port}/${what}?call=call-${placed}`;
    return {
      callUuid: `call-${placed}`,
      from,
      to,
      answerUrl: url('answer'),
      hangupUrl: url('hangup'),
      statusUrl: url('status'),
      streamUrl: 'ws://127.0.0.1:9/media',
      ringSeconds: 60,
      maxSeconds: 600,
    };
  };
  const idsOf = (one: Awaited<ReturnType<TelephonyProvider['place']>>) => (one.kind === 'accepted' ? one : {});
  const tracesOf = (callUuid: string, to: string) => ({
    callUuid,
    from,
    to,
    dialledAt: new Date().toISOString(),
    unclaimed: async (ids: readonly string[]) => ids,
  });

  test('the provider places a call, which rings once', async () => {
    const answer = await provider.place(requestFor('+12025550101'));
    expect(answer.kind).toBe('accepted');
    expect(server.dials.get('+12025550101')).toBe(1);
    expect(server.calls.at(-1)).toMatchObject({ from, to: '+12025550101' });
  });

  test.each([
    ['+12025550104', 'invalid_number', /valid/],
    ['+12025550105', 'over_capacity', /429/],
    ['+12025550108', 'telephony_not_connected', /401/],
  ])('knows that %s was not dialled: %s', async (to, reason, said) => {
    expect(await provider.place(requestFor(to))).toMatchObject({
      kind: 'rejected',
      reason,
      detail: expect.stringMatching(said),
    });
    expect(server.dials.has(to)).toBe(false);
  });

  test.each(['+12025550106', '+12025550107'])('does not pretend to know whether %s rings', async (to) => {
    const impatient = open(server.baseUrl, accounts[name].authToken, to === '+12025550107' ? 300 : 10_000);
    expect((await impatient.place(requestFor(to))).kind).toBe('unknown');
    expect(server.dials.get(to)).toBe(1);
  });

  test('the provider reports an unknown call while disconnected', async () => {
    const gone = await openProviderServer({ dialect: name, ...accounts[name] });
    await gone.close();
    expect(await open(gone.baseUrl).place(requestFor(from))).toMatchObject({ kind: 'rejected' });
  });

  test('the provider reports a wrong token without showing it', async () => {
    const answer = await open(server.baseUrl, 'wrong-token').place(requestFor('+12025550102'));
    expect(answer).toMatchObject({ kind: 'rejected', reason: 'telephony_not_connected' });
    expect(JSON.stringify(answer)).not.toContain('wrong-token');
  });

  test('the provider finds a call in progress, and how one ended', async () => {
    const live = idsOf(await provider.place(requestFor('+12025550109')));
    await expect
      .poll(async () => (await provider.find({ ...tracesOf(`call-${placed}`, '+12025550109'), ...named(live) })).kind)
      .toBe('live');
    const busy = idsOf(await provider.place(requestFor('+12025550102')));
    await expect
      .poll(() => provider.find({ ...tracesOf(`call-${placed}`, '+12025550102'), ...named(busy) }))
      .toMatchObject({ kind: 'over', ended: { status: 'busy' } });
    const missed = idsOf(await provider.place(requestFor('+12025550103')));
    await expect
      .poll(() => provider.find({ ...tracesOf(`call-${placed}`, '+12025550103'), ...named(missed) }))
      .toMatchObject({ kind: 'over', ended: { status: 'no_answer' } });
  });

  /** telephony_a names the call at its first callback only. */
  const named = (ids: { readonly providerCallId?: string; readonly requestId?: string }) =>
    name === 'telephony_a' ? { providerCallId: server.calls.at(-1)?.id as string } : ids;

  test('the provider finds a call without any callback', async () => {
    await provider.place(requestFor('+12025550110'));
    await expect
      .poll(() => provider.find(tracesOf(`call-${placed}`, '+12025550110')))
      .toMatchObject({ kind: 'over', ended: { status: 'busy' } });
    expect(await provider.find(tracesOf('call-none', '+12025550120'))).toEqual({ kind: 'absent' });
    await provider.place(requestFor('+12025550111'));
    const traces = tracesOf(`call-${placed}`, '+12025550111');
    const ringing = { kind: 'live', providerCallId: server.calls.at(-1)?.id };
    await expect.poll(() => provider.find(traces)).toEqual(ringing);
    // What is another call of ours is not this one.
    const none = { ...traces, unclaimed: async () => [] };
    expect((await provider.find(none)).kind).toBe(name === 'telephony_b' ? 'live' : 'absent');
  });

  test('the provider reports that a call with a lost request does not exist', async () => {
    const answer = await provider.place(requestFor('+12025550112'));
    expect(answer.kind).toBe('unknown');
    expect(await provider.find(tracesOf(`call-${placed}`, '+12025550112'))).toEqual({ kind: 'absent' });
  });

  test('a request is sent after connecting and on command, or not at all', async () => {
    const { length } = server.requests;
    const seen: number[] = [];
    const withheld = await provider.place(
      requestFor('+12025550101'),
      async () => void seen.push(server.requests.length),
    );
    expect(withheld).toMatchObject({ kind: 'rejected' });
    expect(seen).toEqual([length]);
    const broken = provider.place(requestFor('+12025550101'), async () =>
      Promise.reject(new Error('the disk is full')),
    );
    await expect(broken).rejects.toThrow('the disk is full');
    expect(server.requests).toHaveLength(length);
    const sent = await provider.place(requestFor('+12025550101'), async (send) => {
      await send();
      seen.push(server.calls.length);
    });
    expect(sent.kind).toBe('accepted');
    const gone = await openProviderServer({ dialect: name, ...accounts[name] });
    await gone.close();
    const never = await open(gone.baseUrl).place(requestFor(from), async () => void seen.push(-1));
    expect([never.kind, seen.includes(-1)]).toEqual(['rejected', false]);
  });

  test('hanging up a finished call succeeds', async () => {
    const accepted = idsOf(await provider.place(requestFor('+12025550101')));
    const call = server.calls.at(-1);
    const first = await provider.hangUp(accepted);
    if (name === 'telephony_b') return void expect(first).toEqual({ kind: 'unsupported' });
    expect(first).toEqual({ kind: 'done' });
    await expect.poll(() => call?.state).toBe('cancel');
    expect(await provider.hangUp({ providerCallId: call?.id as string })).toEqual({ kind: 'done' });
  });

  test('a call in progress is transferred if the provider can', async () => {
    await provider.place(requestFor('+12025550109'));
    const call = server.calls.at(-1);
    if (name === 'telephony_b')
      return void expect(await provider.transfer('x', 'http://127.0.0.1:9/')).toEqual({ kind: 'unsupported' });
    await expect.poll(() => call?.state).toBe('in-progress');
    expect(await provider.transfer(call?.id as string, 'http://127.0.0.1:9/handoff')).toEqual({ kind: 'done' });
    await expect.poll(() => call?.transfers).toMatchObject([{ url: 'http://127.0.0.1:9/handoff' }]);
    expect(await provider.transfer('no-such-call', 'http://127.0.0.1:9/')).toEqual({ kind: 'gone' });
  });
});
