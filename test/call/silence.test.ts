import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asksToWait } from '../../media/call/dialogue/hold-words.ts';
import { createSilenceWatch } from '../../media/call/dialogue/silence-watch.ts';
import { createLineSound } from '../../media/call/inbound/line-sound.ts';
import { encodeMulaw } from '../../media/codec/g711.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import { createGate } from '../../media/vad/gate.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { modelPath } from '../models.ts';
import { melody, noise, silence, tone } from '../voicemail/line-audio.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

const limits = { maxCallSeconds: 600, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 2000 };
const open = (words: readonly string[] = [], plan = {}): Promise<ScriptedCall> =>
  openScriptedCall({
    brain: ({ input }) =>
      script(
        say(input.kind === 'opening' ? 'Hello.' : input.kind === 'silence' ? `Still there ${input.count}?` : 'Sure.'),
      ),
    words,
    plan: { limits, ...plan },
  });
const prompts = (call: ScriptedCall): number => call.lines().filter((line) => line.includes('Still there')).length;

test('silence is prompted, later for a caller who asked for a moment, and normally after their return', () => {
  const watch = createSilenceWatch(limits);
  expect(watch.due(7999).kind).toBe('none');
  expect(watch.due(8000)).toEqual({ kind: 'prompt', count: 1 });
  watch.callerSpoke(9000);
  watch.wait(true);
  expect(watch.due(9000 + 39_999).kind).toBe('none');
  expect(watch.due(9000 + 40_000)).toEqual({ kind: 'prompt', count: 1 });
  watch.callerSpoke(60_000);
  watch.wait(false);
  expect(watch.due(68_000)).toEqual({ kind: 'prompt', count: 1 });
  expect(watch.due(76_000, true).kind).toBe('none');
  expect(watch.due(83_999).kind).toBe('none');
  expect(watch.due(84_000)).toEqual({ kind: 'prompt', count: 2 });
});

test.each([
  ['Hold on.', true],
  ['Just a second, let me get my card.', true],
  ['One moment please', true],
  ['Can you wait a minute?', true],
  ['Ek minute rukiye', true],
  ['एक मिनट', true],
  ['I waited on hold for twenty minutes last time and then nobody knew what a crown even costs', false],
  ['At one thirty', false],
  ['Yes', false],
])('%s asks to be waited for: %s', (text, asks) => {
  expect(asksToWait(text)).toBe(asks);
});

test.each([
  ['music', melody(5000), true],
  ['a loud tone', tone([425], 5000), true],
  ['silence', silence(5000), false],
  ['the noise of a line', noise(5000, 0.01), false],
  ['the noise of a car', noise(5000, 0.025), false],
  ['a short word', new Float32Array(40_000).fill(0.2, 20_000, 26_000), false],
] as const)('%s is sound on the line: %s', (_, samples, isOn) => {
  const sound = createLineSound({ rateHz: 8000 });
  sound.push(samples);
  expect(sound.isOn).toBe(isOn);
});

test('the voice detector rejects a melody, so that music on hold makes no turn', async () => {
  const session = await createOpenSession({ providers: ['cpu'] })(join(modelPath('silero-vad'), 'model.onnx'));
  const detector = createVoiceActivity(session);
  const gate = createGate();
  const heard: string[] = [];
  const stream = detector.open({ onStep: (step) => void heard.push(...gate.step(step).map(({ type }) => type)) });
  const music = melody(12_000);
  for (let at = 0; at < music.length; at += 256) {
    stream.push(music.subarray(at, at + 256));
    await detector.run();
  }
  expect(heard).toEqual([]);
});

describe('a call', () => {
  test('does not prompt a caller who said "hold on" for 40 s', async () => {
    const call = await open(['hold on, let me find it']);
    await call.pass(2000);
    await call.pass(600, 'speaking');
    await call.pass(38_000);
    expect(prompts(call)).toBe(0);
    await call.pass(8000);
    expect(prompts(call)).toBe(1);
    await call.hangUp();
  });

  test('with music on hold says nothing into it, and starts no turn', async () => {
    const call = await open();
    await call.pass(2000);
    // Quieter than what the scripted detector takes for speech: the real one does not take music for it at any level.
    const music = encodeMulaw(tone([523, 659], 20, { level: 0.06 }));
    for (let ms = 0; ms < 25_000; ms += 20) {
      await call.receive({ type: 'audio', payload: music });
      await call.pass(20, 'none');
    }
    expect(call.lines()).toEqual(['agent: Hello.']);
    await call.pass(14_000);
    expect(prompts(call)).toBe(1);
    await call.hangUp();
  });

  test('announces its end half a minute before, in a pause, once', async () => {
    const call = await open([], { limits: { ...limits, maxCallSeconds: 90, silencePromptSeconds: 100 } });
    await call.pass(59_000);
    expect(call.lines()).toHaveLength(1);
    await call.pass(10_000);
    expect(call.lines()).toEqual(['agent: Hello.', expect.stringContaining('half a minute left')]);
    await call.pass(30_000);
    await call.call.over;
    expect(call.events.find(({ type }) => type === 'ended')).toMatchObject({ reason: 'max_duration' });
    expect(call.lines()).toHaveLength(3);
  });

  test('ends at its limit in mid-word, with a goodbye', async () => {
    const call = await openScriptedCall({
      brain: () => script(say(Array.from({ length: 60 }, (_, i) => `word${i}`).join(' '))),
      plan: { limits: { ...limits, maxCallSeconds: 10 } },
    });
    await call.pass(16_000);
    await call.call.over;
    expect(call.lines().at(-1)).toContain('Goodbye');
    expect(call.events.find(({ type }) => type === 'ended')).toMatchObject({ reason: 'max_duration' });
  });
});
