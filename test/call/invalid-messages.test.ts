import { expect, test } from 'vitest';
import { holdSupervision } from '../../media/call/supervision/supervisor.ts';
import { createManualClock } from '../../media/kit/clock.ts';
import { createScope } from '../../media/kit/scope.ts';
import type { CallEvent } from '../../media/ports.ts';
import { dialects } from '../../media/wire/dialects/index.ts';
import { createWireStream, defaultStreamLimits } from '../../media/wire/wire-stream.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const alarms = (events: readonly CallEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'alarm' ? [`${event.code}: ${event.detail}`] : []));
const brain: Parameters<typeof openScriptedCall>[0]['brain'] = () => script(say('Hello.'));
const ignored = 'the far end broke its protocol: 3 bad_audio (first: the payload is not base64)';
const endReason = ({ events }: ScriptedCall): unknown => events.find(({ type }) => type === 'ended');

test('a call has one alarm for all the messages that its stream ignored', async () => {
  const call = await openScriptedCall({ brain, ignored });
  await call.pass(1000);
  expect(alarms(call.events)).toEqual([]);
  await call.hangUp();
  expect(alarms(call.events)).toEqual([`wire_protocol: ${ignored}`]);
  expect(endReason(call)).toMatchObject({ reason: 'caller_hung_up' });
});

test('a call whose stream sent too many invalid messages has one alarm with the reason and the counts', async () => {
  const call = await openScriptedCall({ brain, ignored });
  await call.receive({ type: 'stop', reason: 'fault: bad_audio' });
  await call.call.over;
  expect(alarms(call.events)).toEqual([`wire_protocol: fault: bad_audio; ${ignored}`]);
  expect(endReason(call)).toMatchObject({ reason: 'fault' });
});

test('a call has one alarm for each trouble that its provider reports, at most twenty, and short ones', async () => {
  const call = await openScriptedCall({ brain });
  for (let nth = 0; nth < 100; nth++) await call.receive({ type: 'trouble', reason: 'buffer_overflow' });
  await call.receive({ type: 'trouble', reason: 'x'.repeat(60_000) });
  for (let nth = 0; nth < 30; nth++) await call.receive({ type: 'trouble', reason: `reason ${nth}` });
  await call.hangUp();
  const all = alarms(call.events);
  expect(all.slice(0, 3)).toEqual([
    'provider_trouble: buffer_overflow',
    `provider_trouble: ${'x'.repeat(200)}`,
    'provider_trouble: reason 0',
  ]);
  expect(all).toHaveLength(20);
});

test('a call without invalid messages has no alarm', async () => {
  const call = await openScriptedCall({ brain });
  await call.hangUp();
  expect(alarms(call.events)).toEqual([]);
});

test('the stream of a person who listens survives invalid messages and has one alarm for them', async () => {
  const events: CallEvent[] = [];
  const voices: number[] = [];
  const clock = createManualClock();
  const stream = createWireStream({
    socket: { remoteAddress: '127.0.0.1', bufferedBytes: 0, send: () => 'sent', sendText: () => 'sent', close() {} },
    dialect: dialects.listen,
    limits: defaultStreamLimits,
    clock,
    log() {},
  });
  const supervisor = holdSupervision(
    stream,
    { kind: 'supervision', callUuid: 'listener', listensTo: 'call-1' },
    {
      call: { join: async () => 8000, leave() {}, voice: (_, samples) => void voices.push(samples.length) },
      log: { append: (_, event) => void events.push(event) },
      trouble(error) {
        throw error;
      },
    },
    createScope(),
  );
  const start = '{"event":"start","sample_rate":8000,"encoding":"l16"}';
  for (const message of ['{', start, start, new Uint8Array(3), '{"event":"wave"}']) stream.message(message);
  await new Promise((resolve) => setImmediate(resolve));
  supervisor.speaks(true);
  stream.message(new Uint8Array(320));
  await new Promise((resolve) => setImmediate(resolve));
  expect(voices).toEqual([160]);
  stream.message('{"event":"stop"}');
  await supervisor.over;
  expect(alarms(events)).toEqual([
    'wire_protocol: the far end broke its protocol: 1 not_json (first: the message is not JSON), 1 out_of_order (first: a second start), 1 bad_audio (first: an odd number of bytes of 16-bit samples), 1 unknown_event (first: "wave")',
  ]);
});
