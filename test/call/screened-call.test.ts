import { expect, test } from 'vitest';
import { encodeMulaw } from '../../media/codec/g711.ts';
import type { VoicemailPlan } from '../../media/ports.ts';
import { tone } from '../voicemail/line-audio.ts';
import {
  openScriptedCall,
  openScriptedWorld,
  type ScriptedCall,
  type ScriptedCallOptions,
  type ScriptedWorld,
  say,
  script,
  steadyVoice,
} from './scripted-call.ts';

const greeting = 'Hello from Maple.';
const reply = 'This is Ada of Maple about your order.';
const message = 'one two three four.';
const question = "Hi. If you record your name and reason for calling, I'll see if this person is available.";
const stay = 'Thanks. Please stay on the line.';
const away =
  "I'm sorry. This person is not available. If you would like to leave an additional message, please reply after the tone.";
const plan: VoicemailPlan = { action: 'leave_message', message, screening: reply };

async function open(
  words: readonly string[],
  voicemail = plan,
  options: Partial<ScriptedCallOptions> = {},
): Promise<ScriptedCall> {
  const call = await openScriptedCall({
    brain: ({ input }) => script(say(input.kind === 'opening' ? greeting : 'Fine.')),
    words,
    plan: { direction: 'outbound', voicemail },
    ...options,
  });
  await call.pass(400);
  return call;
}

/** The other side says its next words. */
async function says(call: ScriptedCall, lengthMs: number, thenMs: number): Promise<void> {
  await call.pass(lengthMs, 'speaking');
  await call.pass(thenMs);
}

const verdicts = (call: ScriptedCall): string[] =>
  call.events.flatMap((event) => (event.type === 'voicemail' ? [event.robot ?? event.kind] : []));
const agentLines = (call: ScriptedCall): string[] =>
  call.lines().flatMap((line) => (line.startsWith('agent: ') ? [line.slice('agent: '.length)] : []));
const endOf = (call: ScriptedCall): string | undefined => call.events.find((event) => event.type === 'ended')?.reason;

test('a screener hears the reply once it is silent, and the person who answers gets the agent', async () => {
  const call = await open([question, stay, 'Hello?', 'Yes, what about it?']);
  await call.pass(4500, 'speaking');
  expect(
    call.sent.some(({ type }) => type === 'audio'),
    'nothing is said over the question',
  ).toBe(false);
  await call.pass(4500);
  expect(agentLines(call)).toEqual([reply]);
  await says(call, 1500, 15_000);
  expect(agentLines(call), 'nothing is said while the phone rings').toEqual([reply]);
  await says(call, 400, 4000);
  await says(call, 900, 3500);
  await call.hangUp();
  expect(agentLines(call)).toEqual([reply, greeting, 'Fine.']);
  expect(verdicts(call)).toEqual(['call_screening', 'human']);
  expect(endOf(call)).toBe('caller_hung_up');
});

test('a person who answers without a greeting gets the agent too', async () => {
  const call = await open([question, 'I was expecting you']);
  await says(call, 4500, 4500);
  await says(call, 1200, 4500);
  await call.hangUp();
  expect(agentLines(call)).toEqual([reply, greeting]);
});

test('the voicemail after a screener gets the message after its beep', async () => {
  const call = await open([question, stay, away]);
  await says(call, 4500, 4500);
  await says(call, 1500, 12_000);
  await says(call, 5000, 900);
  const beep = tone([1000], 300);
  for (let at = 0; at < beep.length; at += 160) {
    await call.receive({ type: 'audio', payload: encodeMulaw(beep.subarray(at, at + 160)) });
    await call.pass(20, 'none');
  }
  await call.pass(5000);
  await call.call.over;
  expect(agentLines(call)).toEqual([reply, message]);
  expect(verdicts(call)).toEqual(['call_screening', 'machine']);
  expect(endOf(call)).toBe('voicemail');
});

test('a call that nobody takes ends after a minute', async () => {
  const call = await open([question, stay], { action: 'hangup', screening: reply });
  await says(call, 4500, 4500);
  await says(call, 1500, 62_000);
  await call.call.over;
  expect(agentLines(call)).toEqual([reply]);
  expect(verdicts(call)).toEqual(['call_screening']);
  expect(endOf(call)).toBe('nobody_answered');
});

test('a screener that asks again gets the sentence once more', async () => {
  const again = 'Sorry, could you say your name and reason again so I can connect you?';
  const call = await open([question, again, again, 'Hello?']);
  await says(call, 4500, 4500);
  await says(call, 3000, 4500);
  await says(call, 3000, 4500);
  await says(call, 400, 4000);
  await call.hangUp();
  expect(agentLines(call)).toEqual([reply, reply, greeting]);
});

test('without a reply of its own, the agent says its name and the business', async () => {
  const call = await open([question], { action: 'hangup' });
  await says(call, 4500, 5000);
  await call.hangUp();
  expect(agentLines(call)).toEqual([expect.stringMatching(/^Hello, this is .+ from .+\.$/)]);
});

/** Resolves after this time of the call. */
const later = ({ clock }: ScriptedWorld, ms: number): Promise<void> =>
  new Promise((resolve) => {
    clock.after(ms, resolve);
  });

test('a screener whose sentence takes long to synthesise is not asked for a moment', async () => {
  const world = openScriptedWorld({
    async *run(job, signal) {
      if (job.text === reply) await later(world, 4000);
      yield* steadyVoice.run(job, signal);
    },
  });
  const call = await open([question], plan, { world });
  await says(call, 4500, 10_000);
  await call.hangUp();
  expect(agentLines(call)).toEqual([reply]);
});

test.each([
  ['a screener', question, ['call_screening'], [greeting, reply]],
  ['a person', 'Yes, who is this?', ['unknown', 'human'], [greeting, 'Fine.']],
])('%s whose first words are recognised late is not asked for a moment', async (_who, words, told, lines) => {
  const world = openScriptedWorld();
  const call = await open([], plan, {
    world,
    recognise: {
      async *run(job) {
        if (job.kind !== 'final') return;
        await later(world, 3500);
        yield { text: words, words: [], confidence: 0.9, languageCode: 'en-US', decodeMs: 1 };
      },
    },
  });
  // Nobody says hello, so the agent does.
  await call.pass(5000);
  await says(call, 4500, 12_000);
  await call.hangUp();
  expect(agentLines(call)).toEqual(lines);
  expect(verdicts(call)).toEqual(expect.arrayContaining(told));
});
