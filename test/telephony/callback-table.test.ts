import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { phoneOf } from '../contacts/contacts-app.ts';
import { lineNumber } from '../http/test-app.ts';
import { openTransfers } from '../transfers/transfer-app.ts';

type App = Awaited<ReturnType<typeof openTransfers>>;
type Fields = Record<string, string>;

const hangup = /^200 .*<Hangup/s;
const stream = /^200 .*<Stream .*wss?:\/\/.*<\/Stream>/s;
const received = /^200 \{"status":"received"\}$/;
const unknown = /^404 /;
const caller = { CallUUID: 'caller-leg' };
const stranger = { CallUUID: 'somebody' };
const from = { From: '+15550001111', To: lineNumber };

/** As the contract lists them: what an existing call is answered, and what is said to one that there is not. */
const rows: readonly [path: string, purpose: string, known: [Fields, RegExp], other: [Fields, RegExp]][] = [
  [
    'telephony_a/answer',
    'inbound answer',
    [{ CallUUID: 'new', ...from }, stream],
    [{ ...stranger, To: '+19' }, hangup],
  ],
  [
    'telephony_a/answer/inbound',
    'the same',
    [{ CallUUID: 'new', ...from }, stream],
    [{ ...stranger, To: '+19' }, hangup],
  ],
  ['telephony_a/answer/outbound', 'campaign answer', [caller, hangup], [stranger, hangup]],
  ['telephony_a/hangup', 'how a call ended', [{ ...caller, CallStatus: 'completed' }, received], [stranger, unknown]],
  ['telephony_a/status', 'terminal state', [{ ...caller, CallStatus: 'completed' }, received], [stranger, unknown]],
  ['telephony_a/recording', 'where it landed', [{ ...caller, RecordUrl: 'https://x' }, received], [stranger, unknown]],
  ['telephony_a/handoff', 'the transfer document', [caller, hangup], [stranger, hangup]],
  [
    'telephony_a/stream-status',
    'verdict on the stream',
    [{ ...caller, Event: 'StartStream' }, received],
    [stranger, unknown],
  ],
  [
    'telephony_a/click-to-call/answer/:call_uuid',
    'agent leg answered',
    [{ CallUUID: 'leg' }, /^200 .*<Dial /s],
    [stranger, hangup],
  ],
  [
    'telephony_a/click-to-call/status/:call_uuid',
    'final state',
    [{ CallUUID: 'leg', CallStatus: 'completed' }, received],
    [stranger, unknown],
  ],
  [
    'telephony_b/answer',
    'inbound answer',
    [{ CallSid: 's', CallTo: lineNumber }, /^200 \{"url":"wss?:/],
    [{ CallSid: 't', CallTo: '+19' }, unknown],
  ],
  ['telephony_b/status', 'call status', [{ CallSid: 's', Status: 'completed' }, received], [{ CallSid: 't' }, unknown]],
];

async function tell(app: App, path: string, fields: Fields, method: 'GET' | 'POST'): Promise<string> {
  const form = new URLSearchParams(fields).toString();
  const url = `/api/voice/webhooks/${path}`;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await app.http.inject({
    method,
    url: method === 'GET' ? `${url}?${form}` : url,
    headers: { authorization: '', ...type },
    ...(method === 'GET' ? {} : { payload: form }),
  });
  return `${answer.statusCode} ${answer.body}`;
}

describe.each(['GET', 'POST'] as const)('a callback by %s', (method) => {
  let app: App;
  let humanCall = '';
  beforeEach(async () => {
    app = await openTransfers();
    await app.talk();
    const contact = await app.ask('POST', '/v1/contacts', { phone: phoneOf(1) });
    humanCall = (await app.ask('POST', `/api/voice/customers/${contact.body.uuid}/calls`)).body.call_uuid;
    await tell(app, 'telephony_b/answer', { CallSid: 's', CallTo: lineNumber }, 'POST');
  });

  test.each(rows)('ANY /api/voice/webhooks/%s: %s', async (path, _purpose, [fields, answer], [others, refusal]) => {
    expect(await tell(app, path.replace(':call_uuid', humanCall), fields, method)).toMatch(answer);
    expect(await tell(app, path.replace(':call_uuid', randomUUID()), others, method)).toMatch(refusal);
  });
});
