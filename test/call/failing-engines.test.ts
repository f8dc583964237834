import { expect, test } from 'vitest';
import type { AgentEvent } from '../../media/line/agent.ts';
import type { EngineClient } from '../../media/line/engine.ts';
import { MediaFault } from '../../media/line/fault.ts';
import type { RecogniseJob, Utterance } from '../../media/line/speech.ts';
import { agentPlan, openScriptedCall, type ScriptedCall, say, script, steadyVoice } from './scripted-call.ts';

const greetThen = (reply: readonly AgentEvent[]) => (request: { input: { kind: string } }) =>
  script(request.input.kind === 'opening' ? say('Hello.') : reply);
const utterance = (text: string): Utterance => ({ text, words: [], confidence: 1, languageCode: 'en', decodeMs: 1 });
const hears = (hear: (job: RecogniseJob) => Promise<string>): EngineClient<RecogniseJob, Utterance> => ({
  async *run(job, signal) {
    if (job.kind === 'partial') return;
    const text = await hear(job);
    if (!signal.aborted) yield utterance(text);
  },
});
const alarms = (call: ScriptedCall): string[] =>
  call.events.flatMap((event) => (event.type === 'alarm' ? [event.code] : []));
const speakTurn = async (call: ScriptedCall, waitMs = 4000): Promise<void> => {
  await call.pass(500, 'speaking');
  await call.pass(waitMs);
};

test('a synthesiser that fails in mid-phrase does not silence the line', async () => {
  const call = await openScriptedCall({
    words: ['one', 'two'],
    brain: (request) => script(say(request.input.kind === 'said' ? `${request.input.text} and more.` : 'Hello.')),
    speech: {
      async *run(job, signal) {
        for await (const piece of steadyVoice.run(job, signal)) {
          yield piece;
          if (job.text.startsWith('one')) throw new MediaFault('engine_died', 'gone');
        }
      },
    },
  });
  await call.pass(1500);
  await speakTurn(call, 6000);
  await speakTurn(call, 3000);
  await call.hangUp();
  expect(call.lines()[2]).toMatch(/^agent: one and more. I am sorry, something went wrong/);
  expect(call.lines().at(-1)).toBe('agent: two and more.');
});

test('a recogniser that fails is apologised for within 3 s, and the next words are recognised', async () => {
  let dead = true;
  const call = await openScriptedCall({
    brain: greetThen(say('Yes.')),
    recognise: hears(async () => {
      if (dead) throw new MediaFault('engine_died', 'the thread that ran the model ended');
      return 'hello';
    }),
  });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.pass(3000);
  const said = call.sent.filter((command) => command.type === 'transcript').map((command) => command.caption.text);
  expect(said.at(-1)).toMatch(/something went wrong/);
  await call.pass(3500);
  dead = false;
  await speakTurn(call, 2000);
  await call.hangUp();
  expect(call.lines().slice(-2)).toEqual(['customer: hello', 'agent: Yes.']);
  expect(alarms(call)).toContain('engine_died');
});

test('a caller whose words take long to recognise is asked for a moment, then answered', async () => {
  let know = (_: string): void => {};
  const call = await openScriptedCall({
    brain: greetThen(say('Yes.')),
    recognise: hears(
      () =>
        new Promise((resolve) => {
          know = resolve;
        }),
    ),
  });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.pass(5500);
  know('hello');
  await call.pass(3000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual(['agent: One moment please.', 'customer: hello', 'agent: Yes.']);
});

test('words recognised while the caller continues are answered with the next', async () => {
  const answers: ((text: string) => void)[] = [];
  const call = await openScriptedCall({
    brain: (request) => script(say(request.input.kind === 'said' ? `Re ${request.input.text}.` : 'Hello.')),
    recognise: hears(() => new Promise((resolve) => void answers.push(resolve))),
  });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.pass(1500);
  await call.pass(300, 'speaking');
  for (const answer of answers.splice(0)) answer('first');
  await call.pass(400, 'speaking');
  await call.pass(300);
  for (const answer of answers.splice(0)) answer('second');
  await call.pass(3000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual(['customer: first', 'customer: second', 'agent: Re first second.']);
});

test('words in recognition at hang-up are kept, and nothing counts as heard after it', async () => {
  let know = (_: string): void => {};
  const call = await openScriptedCall({
    brain: greetThen(say('Yes.')),
    recognise: hears(
      () =>
        new Promise((resolve) => {
          know = resolve;
        }),
    ),
  });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.pass(1300);
  await call.receive({ type: 'stop', reason: 'hangup' });
  await call.pass(3000, 'none');
  know('goodbye then');
  await call.call.over;
  expect(call.lines().at(-1)).toBe('customer: goodbye then');
  const ended = call.events.at(-1);
  expect(ended).toMatchObject({ type: 'ended', reason: 'caller_hung_up' });
  expect(ended?.atMs).toBeLessThan(3500);
});

test('words said while the operator ends the call are kept', async () => {
  const call = await openScriptedCall({ brain: greetThen(say('Yes.')), words: ['wait a'] });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  call.call.end('operator');
  call.call.end('operator');
  await call.pass(3000, 'speaking');
  await call.call.over;
  expect(call.lines()).toContain('customer: wait a');
  expect(call.lines().some((line) => line.includes('Goodbye'))).toBe(true);
  expect(call.events.filter((event) => event.type === 'ended')).toHaveLength(1);
  expect(call.events.at(-1)).toMatchObject({ reason: 'operator' });
});

test.each(['de-DE', 'hi-IN'])(
  'a language the models lack is named (%s), and the caller hears a farewell instead of garbage',
  async (languageCode) => {
    const call = await openScriptedCall({
      brain: () => script(say('Guten Tag.')),
      plan: { brain: { ...agentPlan, languageCode } },
    });
    await call.pass(8000);
    await call.call.over;
    expect(call.requests).toEqual([]);
    expect(call.lines()).toEqual([expect.stringMatching(/Goodbye/)]);
    const alarm = call.events.find((event) => event.type === 'alarm');
    expect(alarm).toMatchObject({ code: 'language_unsupported', detail: expect.stringContaining('Install a model') });
    expect(call.events.at(-1)).toMatchObject({ reason: 'fault' });
  },
);

test('an unknown voice is reported, and another one speaks', async () => {
  const call = await openScriptedCall({
    brain: greetThen([]),
    plan: { voice: { speaker: 'nobody' } },
    speech: {
      run(job, signal) {
        if (job.voice.voice !== 'ava') throw new MediaFault('voice_unknown', job.voice.voice);
        return steadyVoice.run(job, signal);
      },
    },
  });
  await call.pass(1500);
  await call.hangUp();
  expect(call.lines()).toEqual(['agent: Hello.']);
  expect(alarms(call)).toEqual(['voice_unknown']);
});

test('a brain that fails in mid-reply is apologised for, and the next turn is answered', async () => {
  const call = await openScriptedCall({
    words: ['one', 'two'],
    brain: async function* (request) {
      if (request.input.kind !== 'said') return yield* say('Hello.');
      yield* say(`You said ${request.input.text}.`);
      if (request.input.text === 'one') throw new MediaFault('engine_died', 'the thread that ran the model ended');
    },
  });
  await call.pass(1500);
  await speakTurn(call, 6000);
  await speakTurn(call, 3000);
  await call.hangUp();
  expect(call.lines()[2]).toMatch(/^agent: You said one. I am sorry, something went wrong/);
  expect(call.lines().at(-1)).toBe('agent: You said two.');
  expect(alarms(call)).toEqual(['engine_died']);
});
