import { expect, test } from 'vitest';
import type { CallPlan } from '../../media/ports.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const greeting = 'Hello from Maple.';
const first = 'Thank you for calling. For sales, press 1. For support, press 2.';
const second = 'Press 1 for returns. Press 2 for repairs.';

async function open(words: readonly string[], plan: Partial<CallPlan>): Promise<ScriptedCall> {
  const call = await openScriptedCall({
    brain: ({ input }) => script(say(input.kind === 'opening' ? greeting : 'Fine.')),
    words,
    plan: { direction: 'outbound', ...plan },
  });
  await call.pass(300);
  return call;
}

async function says(call: ScriptedCall, lengthMs: number, thenMs: number): Promise<void> {
  await call.pass(lengthMs, 'speaking');
  await call.pass(thenMs);
}

const keys = (call: ScriptedCall): string =>
  call.events.flatMap((event) => (event.type === 'dtmf' && event.from === 'agent' ? [event.digit] : [])).join('');
const agentLines = (call: ScriptedCall): string[] =>
  call.lines().flatMap((line) => (line.startsWith('agent: ') ? [line.slice('agent: '.length)] : []));

test('the wanted keys of two menus are pressed, and the person behind them gets the agent', async () => {
  const hold = 'Please hold, all our agents are busy.';
  const call = await open([first, second, hold, 'Hello?'], { menuChoices: ['repairs', 'support'] });
  await says(call, 5000, 4000);
  expect(keys(call)).toBe('2');
  await says(call, 4000, 4000);
  expect(keys(call)).toBe('22');
  await says(call, 2000, 70_000);
  expect(agentLines(call), 'nothing is said to menus and on hold').toEqual([]);
  await says(call, 500, 4000);
  await call.hangUp();
  expect(agentLines(call)).toEqual([greeting]);
});

test('a menu whose option leads to a screened telephone is noted as both', async () => {
  const call = await open(
    [first, "Record your name and reason for calling. I'll see if they are available.", 'Hello?'],
    {
      menuChoices: ['support'],
      voicemail: { action: 'hangup' },
    },
  );
  await says(call, 5000, 4000);
  await says(call, 4000, 4000);
  await says(call, 500, 4000);
  await call.hangUp();
  const answered = call.events.flatMap((event) => (event.type === 'voicemail' ? [event.robot ?? event.kind] : []));
  expect(answered).toEqual(['menu', 'call_screening', 'human']);
});

test('a choice that is not the first wanted waits for the rest of the menu', async () => {
  const call = await open(['For sales, press 1.', 'For returns, press 3.'], { menuChoices: ['returns', 'sales'] });
  await says(call, 1500, 900);
  expect(keys(call)).toBe('');
  await says(call, 1500, 3000);
  expect(keys(call)).toBe('3');
  await call.hangUp();
});

test('a menu without a wanted option is spoken to like a person', async () => {
  const call = await open([first], { menuChoices: ['gardening'], voicemail: { action: 'hangup' } });
  await says(call, 5000, 9000);
  await call.hangUp();
  expect([keys(call), agentLines(call)]).toEqual(['', [greeting]]);
});

test('without choices, no key is pressed', async () => {
  const call = await open([first], { voicemail: { action: 'hangup' } });
  await says(call, 5000, 4000);
  await call.hangUp();
  expect(keys(call)).toBe('');
});

test.each([
  'You have reached Sam. Please leave a message after the tone. When you are finished, press 1 for more options.',
  'To page this person, press 5. Otherwise please leave your message after the beep.',
])('voicemail that offers keys is voicemail: %s', async (words) => {
  const call = await open([words], { menuChoices: ['sales'], voicemail: { action: 'hangup' } });
  await says(call, 7000, 9000);
  await call.call.over;
  expect([keys(call), agentLines(call)]).toEqual(['', []]);
  expect(call.events.find((event) => event.type === 'ended')?.reason).toBe('voicemail');
});
