import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { describedRequest, findTelnyxSdk, type TelnyxClient, type TelnyxSdk } from '../../bench/trials/telnyx-sdk.ts';
import { openProviderServer, type ProviderServer } from '../../media/emulator/index.ts';
import { telnyxSignature } from '../../media/emulator/rest/telnyx-rest.ts';
import { createExchange } from '../../src/telephony/exchange.ts';
import { documents } from '../../src/telephony/telnyx/documents.ts';
import { telnyx } from '../../src/telephony/telnyx/index.ts';
import { signature } from '../../src/telephony/telnyx/signature.ts';
import { accounts, ownNumber } from './outbound-app.ts';

let found: TelnyxSdk;
beforeAll(async () => {
  found = await findTelnyxSdk(process.env);
}, 300_000);

const account = accounts.telnyx;
const { authToken, signingKey } = account;

/** A client of the SDK; skips the test where the SDK cannot be fetched. */
function sdkAt(skip: (condition: boolean, note?: string) => void, baseUrl: string, sent: string[] = []): TelnyxClient {
  skip(!found.ok, found.ok ? '' : found.reason);
  if (!found.ok) throw new Error(found.reason);
  return found.open({ apiKey: authToken, publicKey: signingKey }, { baseUrl, sent });
}

const nowhere = 'http://127.0.0.1:9';
const body = JSON.stringify({ data: { event_type: 'call.initiated', payload: { from: 'ä "quoted" नमस्ते' } } });

const isSigned = async (headers: Record<string, string>, jsonText: string): Promise<boolean> => {
  const seal = signature.sealOf(headers);
  return seal !== undefined && signature.isSignedBy(signingKey, { ...seal, urls: [], form: {}, jsonText });
};

test('accepts the signatures that the SDK accepts, and no others', async ({ skip }) => {
  const sdk = sdkAt(skip, nowhere);
  const valid = telnyxSignature(body, authToken, Date.now());
  const bytes = Buffer.from(valid['telnyx-signature-ed25519'] ?? '', 'base64');
  const signedWith = (change: (copy: Buffer) => Buffer) => ({
    ...valid,
    'telnyx-signature-ed25519': change(Buffer.from(bytes)).toString('base64'),
  });
  const cases: readonly [headers: Record<string, string>, text: string, isValid: boolean][] = [
    [valid, body, true],
    [valid, `${body} `, false],
    [valid, '', false],
    [{ ...valid, 'telnyx-timestamp': String(Number(valid['telnyx-timestamp']) - 1) }, body, false],
    [telnyxSignature(body, 'another key', Date.now()), body, false],
    [signedWith((copy) => copy.subarray(0, 63)), body, false],
    [signedWith((copy) => Buffer.concat([copy, copy.subarray(0, 1)])), body, false],
    ...Array.from({ length: 64 }, (_, at) => {
      const changed = signedWith((copy) => {
        copy[at] = (copy[at] ?? 0) ^ 1;
        return copy;
      });
      return [changed, body, false] as [Record<string, string>, string, boolean];
    }),
  ];
  for (const [headers, text, isValid] of cases) {
    const bySdk = await sdk.webhooks.unwrap(text, { headers }).then(
      () => true,
      () => false,
    );
    expect([bySdk, await isSigned(headers, text)], JSON.stringify(headers)).toEqual([isValid, isValid]);
  }
});

async function openServer(): Promise<ProviderServer> {
  const fate = () => ({ ringMs: 60_000 });
  const server = await openProviderServer({ dialect: 'telnyx', ...account, numbers: [ownNumber], fate });
  onTestFinished(() => server.close());
  return server;
}

const streamUrl = 'wss://voice.example.com/media/telnyx/token';

test('sends the requests that the SDK sends', async ({ skip }) => {
  const server = await openServer();
  const [bySdk, byUs]: [string[], string[]] = [[], []];
  const sdk = sdkAt(skip, server.baseUrl, bySdk);
  const exchange = createExchange({ timeoutMs: 10_000 });
  const client = telnyx.open({
    account,
    baseUrl: server.baseUrl,
    exchange(asking) {
      byUs.push(describedRequest(asking.method, asking.url, asking.body ?? ''));
      return exchange(asking);
    },
  });
  const request = {
    callUuid: '5e8dbff1-8ce1-4a7a-a335-55229dec4565',
    from: ownNumber,
    to: '+12025550101',
    ringSeconds: 60,
    maxSeconds: 600,
    answerUrl: 'https://h/a',
    hangupUrl: 'https://h/h',
    statusUrl: 'https://h/s',
    streamUrl,
  };
  const stream = {
    stream_url: streamUrl,
    stream_track: 'inbound_track',
    stream_codec: 'PCMU',
    stream_bidirectional_mode: 'rtp',
    stream_bidirectional_codec: 'PCMU',
    stream_bidirectional_target_legs: 'self',
    preferred_codecs: 'PCMU,PCMA',
  };

  expect(await client.place(request)).toMatchObject({ kind: 'accepted' });
  const dialled = await sdk.calls.dial({
    connection_id: account.authId,
    from: ownNumber,
    to: request.to,
    timeout_secs: 60,
    time_limit_secs: 600,
    webhook_url: request.statusUrl,
    client_state: Buffer.from(request.callUuid).toString('base64'),
    command_id: request.callUuid,
    ...stream,
  });
  const id = dialled.data?.call_control_id ?? '';
  expect(server.calls.map((call) => call.id)).toContain(id);

  await client.find({ ...request, dialledAt: '2026-01-01T00:00:00Z', providerCallId: id });
  expect((await sdk.calls.retrieveStatus(id)).data?.is_alive).toBe(true);

  expect(await client.owns(ownNumber)).toEqual({ kind: 'owned' });
  const listed = await sdk.phoneNumbers.list({ filter: { phone_number: ownNumber } });
  expect(listed.data).toMatchObject([{ phone_number: ownNumber }]);

  const incoming = server.callIn({ from: '+15550001111', to: ownNumber, fields: {}, fate: { ringMs: 60_000 } }).id;
  const answering = { kind: 'stream', streamUrl, statusUrl: 'https://h/status', rateHz: 8000 } as const;
  const document = documents.answer(answering);
  if (document.kind !== 'document') throw new Error('no document');
  expect(await client.answer?.(incoming, document.body as object)).toEqual({ kind: 'done' });
  await sdk.calls.actions.answer(incoming, { command_id: 'answer', webhook_url: 'https://h/status', ...stream });

  const refused = documents.answer({ kind: 'busy' });
  if (refused.kind !== 'document') throw new Error('no document');
  expect(await client.answer?.(incoming, refused.body as object)).toEqual({ kind: 'done' });
  await sdk.calls.actions.reject(incoming, { command_id: 'reject', cause: 'USER_BUSY' }).catch(() => {});

  expect(await client.hangUp({ providerCallId: id })).toEqual({ kind: 'done' });
  await sdk.calls.actions.hangup(id, {}).catch(() => {});
  expect(byUs).toEqual(bySdk);
});

test('an operation on a call that is over is done, as its error says', async ({ skip }) => {
  const server = await openServer();
  const sdk = sdkAt(skip, server.baseUrl);
  const client = telnyx.open({ account, baseUrl: server.baseUrl, exchange: createExchange({ timeoutMs: 10_000 }) });
  const call = server.callIn({ from: '+15550001111', to: ownNumber, fields: {} });
  call.hungUp.abort();
  await server.idle();
  await expect(sdk.calls.actions.hangup(call.id, {})).rejects.toMatchObject({
    status: 422,
    error: { errors: [{ code: '90018' }] },
  });
  expect(await client.hangUp({ providerCallId: call.id })).toEqual({ kind: 'done' });
  expect(await client.answer?.(call.id, { command: 'answer' })).toEqual({ kind: 'gone' });
});
