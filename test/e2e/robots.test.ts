import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDtmfDetector } from '../../media/call/keys/dtmf-detector.ts';
import { type CallRun, type FarDialectName, farDialectNames, placeCall, speechRateOf } from '../../media/index.ts';
import type { CallEvent, CallPlan } from '../../media/ports.ts';
import { type ModelServer, openModelServer, says } from '../agent/model-server.ts';
import { greeting, openPlannedServer, outboundPlan, type PlannedServer, patienceMs } from './planned-server.ts';

const reply = 'This is Ava from Maple Grove Dental about your appointment.';

let server: PlannedServer;
let model: ModelServer;

beforeAll(async () => {
  model = await openModelServer();
  server = await openPlannedServer();
});
afterAll(async () => {
  await server?.close();
  await model?.close();
});

interface Answered {
  readonly run: CallRun;
  readonly events: CallEvent[];
  /** Says a line, and resolves once it is spoken. */
  say(text: string): Promise<void>;
  until(isSo: () => boolean): Promise<void>;
}

/** An outbound call that the far end has answered. */
async function answer(name: string, dialect: FarDialectName, more: Partial<CallPlan>): Promise<Answered> {
  const events = server.add(outboundPlan(name, { dialect, ...more }));
  const rateHz = speechRateOf(dialect);
  const address = `ws://127.0.0.1:${server.port}/media/${dialect}`;
  const run = placeCall({
    dialect,
    url: dialect === 'asterisk' ? `${address}?ticket=${name}` : `${address}/${name}`,
    identity: { from: '+15550100', to: '+15550101' },
    comfortNoiseDbfs: -60,
  });
  expect(await run.opened, dialect).toBe(true);
  return {
    run,
    events,
    async say(text) {
      const { samples } = await server.speech.speak(text, { speaker: 'daniel' }, rateHz);
      run.say({ rateHz, samples });
      expect(await run.until(() => !run.callerSpeaking, patienceMs), `${dialect}: ${text}`).toBe(true);
    },
    until: async (isSo) => void (await run.until(isSo, patienceMs)),
  };
}

const agentSaid = ({ events }: Answered): string[] =>
  events.flatMap((event) => (event.type === 'line' && event.line.speaker === 'agent' ? [event.line.text] : []));
const robots = ({ events }: Answered): string[] =>
  events.flatMap((event) => (event.type === 'voicemail' ? [event.robot ?? event.kind] : []));
const pressed = ({ events }: Answered): string =>
  events.flatMap((event) => (event.type === 'dtmf' && event.from === 'agent' ? [event.digit] : [])).join('');

/** Keys that the far end got: as messages, and as tones of the audio that it played. */
function keysAt({ run }: Answered): { messages: string; tones: string } {
  const { agent, log, format } = run.record();
  let tones = '';
  createDtmfDetector(format.rateHz, (key) => (tones += key)).push(agent);
  return { messages: log.flatMap(({ command }) => (command.type === 'dtmf' ? [command.digit] : [])).join(''), tones };
}

const menu = 'Thank you for calling. For sales, press five. For support, press nine.';
const streams = farDialectNames.filter((name) => name !== 'browser');
const expected = (dialect: FarDialectName, key: string) =>
  dialect === 'telephony_a' ? { messages: key, tones: '' } : { messages: '', tones: key };

describe('a telephone menu that answers an outbound call', () => {
  test('gets the key of the wanted choice as each provider takes it', async () => {
    const calls = streams.map(async (dialect) => {
      const call = await answer(`menu-${dialect}`, dialect, { menuChoices: ['support'] });
      await call.say(menu);
      await call.until(() => pressed(call) !== '' && !call.run.agentBusy);
      await call.run.hangUp();
      return [dialect, keysAt(call), agentSaid(call), call.run.record().complaintCount];
    });
    expect(await Promise.all(calls)).toEqual(streams.map((dialect) => [dialect, expected(dialect, '9'), [], 0]));
  });

  test.each(['telephony_a', 'twilio'] as const)(
    'gets the key that a language model presses, over %s',
    async (dialect) => {
      model.play(
        [
          { do: 'call', id: 'c1', name: 'send_dtmf', arguments: '{"digits":"9"}' },
          { do: 'finish', reason: 'tool_calls' },
        ],
        says('Hello?'),
      );
      const llm = { baseUrl: model.baseUrl, model: 'm', speculation: 'never' } as const;
      const call = await answer(`model-${dialect}`, dialect, { llm });
      await call.until(() => agentSaid(call).length > 0 && !call.run.agentBusy);
      await call.say(menu);
      await call.until(() => pressed(call) !== '' && !call.run.agentBusy);
      await call.run.hangUp();
      expect(keysAt(call)).toEqual(expected(dialect, '9'));
    },
  );
});

test.each([
  ['iOS', "Hi. If you record your name and reason for calling, I'll see if this person is available."],
  [
    'Pixel',
    'Hi, the person you are calling is using a screening service. Go ahead and say your name and why you are calling.',
  ],
])('the robot of %s hears one sentence, and the person behind it the agent', async (name, question) => {
  const call = await answer(`screened-${name}`, 'telephony_a', {
    voicemail: { action: 'hangup', screening: reply },
  });
  await call.say(question);
  await call.until(() => agentSaid(call).length > 0 && !call.run.agentBusy);
  await call.say('Thanks. Please stay on the line.');
  await call.run.until(() => false, 4000);
  expect(agentSaid(call).join(' ')).toBe(reply);
  await call.say('Hello?');
  await call.until(() => agentSaid(call).join(' ').endsWith(greeting) && !call.run.agentBusy);
  await call.run.hangUp();
  expect(agentSaid(call).join(' ')).toBe(`${reply} ${greeting}`);
  // A pause after its first word may pass for a person's.
  expect(robots(call).slice(-2)).toEqual(['call_screening', 'human']);
});
