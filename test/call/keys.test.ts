import { expect, test } from 'vitest';
import { keyTones } from '../../media/call/keys/dtmf.ts';
import { createDtmfDetector } from '../../media/call/keys/dtmf-detector.ts';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import type { AgentEvent } from '../../media/line/agent.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const pressing: AgentEvent[] = [...say('One moment.'), { type: 'action', action: { kind: 'dtmf', digits: '42#' } }];

const keysIn = (samples: Float32Array): string => {
  let keys = '';
  createDtmfDetector(8000, (digit) => (keys += digit)).push(samples);
  return keys;
};
const sentAudio = ({ sent }: ScriptedCall): Float32Array =>
  Float32Array.from(sent.flatMap((command) => (command.type === 'audio' ? [...decodeMulaw(command.payload)] : [])));
const pressed = ({ events }: ScriptedCall) =>
  events.flatMap((event) =>
    event.type === 'dtmf' ? [`${event.from} ${event.digit} ${event.heard ?? ''}`.trim()] : [],
  );

test('keys are sent as messages if the provider has one', async () => {
  const call = await openScriptedCall({ brain: () => script(pressing) });
  await call.pass(3000);
  await call.hangUp();
  expect(call.sent.flatMap((command) => (command.type === 'dtmf' ? [command.digit] : []))).toEqual(['4', '2', '#']);
  expect(keysIn(sentAudio(call))).toBe('');
  expect(pressed(call)).toEqual(['agent 4', 'agent 2', 'agent #']);
});

test('keys are sent as tones otherwise: played, recorded and acknowledged', async () => {
  const written: Int16Array[] = [];
  const call = await openScriptedCall({
    brain: () => script(pressing),
    plan: { dialect: 'telephony_b' },
    acks: {},
    ports: {
      recordings: { write: async (_uuid, _rate, stereo) => written.push(stereo) > 0, finish: async () => {} },
    },
  });
  await call.pass(4000);
  await call.hangUp();
  expect(call.sent.some((command) => command.type === 'dtmf')).toBe(false);
  expect(keysIn(call.playout!.track())).toBe('42#');
  const agent = written.flatMap((stereo) => [...stereo].filter((_, i) => i % 2 === 1));
  expect(keysIn(Float32Array.from(agent, (sample) => sample / 32768))).toBe('42#');
  expect(pressed(call)).toEqual(['agent 4 yes', 'agent 2 yes', 'agent # yes']);
});

test('unacknowledged tones count as heard after their duration', async () => {
  const call = await openScriptedCall({ brain: () => script(pressing), plan: { dialect: 'telephony_b' }, deaf: true });
  await call.pass(5000);
  expect(pressed(call)).toEqual(['agent 4 estimated_yes', 'agent 2 estimated_yes', 'agent # estimated_yes']);
  await call.hangUp();
});

test('a call that ends with keys ends after they have played', async () => {
  const call = await openScriptedCall({
    brain: () => script([...pressing, { type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } }]),
    plan: { dialect: 'telephony_b' },
    acks: {},
  });
  await call.pass(6000);
  await call.call.over;
  expect(keysIn(call.playout!.track())).toBe('42#');
  expect(pressed(call)).toEqual(['agent 4 yes', 'agent 2 yes', 'agent # yes']);
  expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'agent_goodbye' });
});

/** The caller's telephone makes these tones. */
async function play(call: ScriptedCall, samples: Float32Array): Promise<void> {
  for (let at = 0; at < samples.length; at += 160) {
    await call.receive({ type: 'audio', payload: encodeMulaw(samples.slice(at, at + 160)) });
    await call.pass(20, 'none');
  }
}

test.each([
  ['are heard where the flow asks for it', true, ['caller 7', 'caller 7', 'caller #']],
  ['are only sounds where it does not', false, []],
] as const)('keys in the caller’s voice %s', async (_, inBandDtmf, expected) => {
  const call = await openScriptedCall({
    brain: (request) => script(say(request.input.kind === 'dtmf' ? `You keyed ${request.input.digits}.` : 'Hello.')),
    plan: { line: { inBandDtmf } },
  });
  await call.pass(1500);
  await play(call, keyTones('77#', 8000));
  await call.pass(2000);
  await call.hangUp();
  expect(pressed(call)).toEqual(expected);
  expect(call.lines().includes('agent: You keyed 77.')).toBe(inBandDtmf);
});

test('a press that arrives as tone and as message counts once', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')), plan: { line: { inBandDtmf: true } } });
  await call.pass(1500);
  for (const digit of '55') {
    await play(call, keyTones(digit, 8000));
    await call.receive({ type: 'dtmf', digit });
    await call.pass(200);
  }
  await call.hangUp();
  expect(pressed(call)).toEqual(['caller 5', 'caller 5']);
});
