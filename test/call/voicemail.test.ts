import { describe, expect, test } from 'vitest';
import { encodeMulaw } from '../../media/codec/g711.ts';
import type { CallEvent, CallPlan, VoicemailPlan } from '../../media/ports.ts';
import { tone } from '../voicemail/line-audio.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const message = 'one two three four five six.';
const greeting = 'Hello from Maple.';
const tape = "You've reached Tom, please leave a message after the tone.";

const open = (
  words: readonly string[],
  voicemail: VoicemailPlan,
  plan: Partial<CallPlan> = {},
): Promise<ScriptedCall> =>
  openScriptedCall({
    brain: ({ input }) =>
      script(say(input.kind === 'opening' ? greeting : input.kind === 'said' ? 'Fine.' : 'Still there?')),
    words,
    plan: { direction: 'outbound', voicemail, ...plan },
  });
const leaving: VoicemailPlan = { action: 'leave_message', message };

const verdicts = (call: ScriptedCall): string[] =>
  call.events.flatMap((event) => (event.type === 'voicemail' ? [event.kind] : []));
const endOf = (call: ScriptedCall): string | undefined =>
  call.events.find((event): event is CallEvent & { type: 'ended' } => event.type === 'ended')?.reason;
const spoken = (call: ScriptedCall): string[] => call.lines().filter((line) => line.startsWith('agent'));

/** The caller's side plays this, 20 ms at a time. */
async function play(call: ScriptedCall, samples: Float32Array): Promise<void> {
  for (let at = 0; at < samples.length; at += 160) {
    await call.receive({ type: 'audio', payload: encodeMulaw(samples.subarray(at, at + 160)) });
    await call.pass(20, 'none');
  }
}

describe('a person who answers', () => {
  test('is greeted after a short hello', async () => {
    const call = await open(['Hello?'], leaving);
    await call.pass(700);
    expect(spoken(call)).toEqual([]);
    await call.pass(400, 'speaking');
    await call.pass(3500);
    expect(verdicts(call)).toEqual(['human']);
    await call.hangUp();
    expect(call.lines()).toEqual(['customer: Hello?', `agent: ${greeting}`]);
  });

  test('is greeted after saying nothing, and can talk afterwards', async () => {
    const call = await open(['I would like to book'], { action: 'hangup' });
    await call.pass(2300);
    expect(call.sent.some(({ type }) => type === 'audio')).toBe(false);
    await call.pass(2500);
    expect(verdicts(call)).toEqual(['unknown']);
    await call.pass(1200, 'speaking');
    await call.pass(2500);
    await call.hangUp();
    expect(call.lines()).toEqual([`agent: ${greeting}`, 'customer: I would like to book', 'agent: Fine.']);
    expect(endOf(call)).toBe('caller_hung_up');
  });

  test('is greeted if unintelligible, however long the talk', async () => {
    const call = await open(['something about the weather and more of it', 'and on'], { action: 'hangup' });
    await call.pass(7000, 'speaking');
    await call.pass(6000);
    expect(spoken(call)).toHaveLength(1);
    await call.hangUp();
    expect(verdicts(call)).toEqual(['unknown']);
  });

  test('is greeted at once if the plan has no voicemail handling, and on inbound calls', async () => {
    for (const plan of [{ direction: 'inbound' as const }, { direction: 'outbound' as const, voicemail: undefined }]) {
      const call = await openScriptedCall({
        brain: () => script(say(greeting)),
        plan: { voicemail: leaving, ...plan } as Partial<CallPlan>,
      });
      await call.pass(300);
      expect(call.sent.some(({ type }) => type === 'audio')).toBe(true);
      await call.hangUp();
    }
  });
});

describe('an answering machine', () => {
  test('is hung up on, and its words are kept', async () => {
    const call = await open([tape], { action: 'hangup' });
    await call.pass(500);
    await call.pass(5000, 'speaking');
    await call.pass(1500);
    await call.call.over;
    expect(endOf(call)).toBe('voicemail');
    expect(call.lines()).toEqual([`customer: ${tape}`]);
    expect(call.events.find(({ type }) => type === 'voicemail')).toMatchObject({
      kind: 'machine',
      evidence: expect.arrayContaining(['words: after the tone', 'words: leave a message']),
    });
    expect(call.sent.some(({ type }) => type === 'audio')).toBe(false);
  });

  test('gets the whole message after the beep', async () => {
    const call = await open([tape], leaving);
    await call.pass(500);
    await call.pass(4000, 'speaking');
    await call.pass(1800);
    expect(call.sent.some(({ type }) => type === 'audio')).toBe(false);
    await play(call, tone([1000], 300));
    await call.pass(3500);
    await call.call.over;
    expect(spoken(call)).toEqual([`agent: ${message}`]);
    expect(endOf(call)).toBe('voicemail');
  });

  test('without a beep gets the message all the same', async () => {
    const call = await open([tape], leaving);
    await call.pass(500);
    await call.pass(4000, 'speaking');
    await call.pass(4500);
    expect(call.sent.some(({ type }) => type === 'audio')).toBe(false);
    await call.pass(4500);
    await call.call.over;
    expect(spoken(call)).toEqual([`agent: ${message}`]);
    expect(endOf(call)).toBe('voicemail');
  });

  test('with a late beep gets the message again from the start', async () => {
    const call = await open([tape, ''], leaving);
    await call.pass(500);
    await call.pass(4000, 'speaking');
    await call.pass(5900);
    await play(call, tone([1400], 400));
    await call.pass(4500);
    await call.call.over;
    expect(spoken(call).at(-1)).toBe(`agent: ${message}`);
    expect(spoken(call)).toHaveLength(2);
  });

  test('that accepts no message is not spoken to', async () => {
    const call = await open(['The mailbox is full. Goodbye.'], leaving);
    await call.pass(500);
    await call.pass(3000, 'speaking');
    await call.pass(1500);
    await call.call.over;
    expect(spoken(call)).toEqual([]);
    expect(endOf(call)).toBe('voicemail');
  });

  test('followed by a person who picks up: the person gets the agent', async () => {
    for (const when of ['waiting', 'leaving'] as const) {
      const call = await open([tape, 'Hello? Hello?'], leaving);
      await call.pass(500);
      await call.pass(4000, 'speaking');
      await call.pass(1500);
      if (when === 'leaving') await play(call, tone([1000], 300));
      await call.pass(600);
      await call.pass(600, 'speaking');
      await call.pass(5000);
      expect(verdicts(call)).toEqual(['machine', 'human']);
      expect(spoken(call).at(-1)).toBe(`agent: ${greeting}`);
      await call.hangUp();
      expect(endOf(call)).toBe('caller_hung_up');
    }
  });

  test('that is detected during the greeting silences the agent', async () => {
    const call = await open([tape], leaving);
    await call.pass(3500);
    expect(call.sent.some(({ type }) => type === 'audio')).toBe(true);
    await call.pass(4000, 'speaking');
    await call.pass(1500);
    await play(call, tone([1000], 300));
    await call.pass(4000);
    await call.call.over;
    expect(verdicts(call)).toEqual(['unknown', 'machine']);
    expect(spoken(call).at(-1)).toBe(`agent: ${message}`);
    expect(endOf(call)).toBe('voicemail');
  });

  test('is not suspected when a person mentions messages later', async () => {
    const call = await open(
      ['Hello?', 'yes I wanted to ask you', 'my husband said he is away', 'please leave a message after the tone'],
      {
        action: 'hangup',
      },
    );
    await call.pass(300);
    await call.pass(400, 'speaking');
    await call.pass(3000);
    for (let i = 0; i < 3; i++) {
      await call.pass(900, 'speaking');
      await call.pass(2500);
    }
    await call.hangUp();
    expect(endOf(call)).toBe('caller_hung_up');
    expect(verdicts(call)).toEqual(['human']);
  });
});
