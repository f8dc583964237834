import { expect, test } from 'vitest';
import { decodeMulaw } from '../../media/codec/g711.ts';
import type { CallPlan } from '../../media/ports.ts';
import { openScriptedCall, say, script } from './scripted-call.ts';

const dbfsOf = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

async function quietCall(plan: Partial<CallPlan>) {
  const written: Int16Array[] = [];
  const call = await openScriptedCall({
    brain: (request) => script(say(request.input.kind === 'opening' ? 'Hello there.' : 'I see.')),
    words: ['good morning'],
    plan: {
      ...plan,
      limits: { maxCallSeconds: 600, silencePromptSeconds: 60, maxSilencePrompts: 2, goodbyeDrainMs: 2000 },
    },
    acks: {},
    ports: {
      recordings: { write: async (_uuid, _rate, stereo) => written.push(stereo) > 0, finish: async () => {} },
    },
  });
  await call.pass(4000);
  await call.pass(600, 'speaking');
  await call.pass(4000);
  await call.hangUp();
  const agent = Float32Array.from(
    written.flatMap((stereo) => [...stereo].filter((_, i) => i % 2 === 1)),
    (sample) => sample / 32768,
  );
  return { call, agent, track: call.playout!.track() };
}

test('comfort noise is sent while the agent is silent, and is not recorded', async () => {
  const { call, agent, track } = await quietCall({ line: { comfortNoiseDbfs: -65 } });
  const silence = track.subarray(2000 * 8, 4000 * 8);
  expect(Math.abs(dbfsOf(silence) + 65)).toBeLessThan(1.5);
  // No 20 ms of it are digitally silent.
  for (let at = 0; at + 160 <= silence.length; at += 160)
    expect(silence.subarray(at, at + 160).some((sample) => sample !== 0)).toBe(true);
  const steps = silence.slice(1).map((sample, i) => sample - (silence[i] as number));
  expect(dbfsOf(steps)).toBeLessThan(dbfsOf(silence));
  expect(agent.subarray(2000 * 8, 4000 * 8).every((sample) => sample === 0)).toBe(true);
  // The caller is heard as without it, and the reply is hardly later than the noise that was sent before it.
  expect(call.lines()).toEqual(['agent: Hello there.', 'customer: good morning', 'agent: I see.']);
  expect(call.playout!.report().overflowMs).toBe(0);
  const without = await quietCall({});
  const onsets = (spans: readonly { startSample: number }[]) => spans.map(({ startSample }) => startSample / 8);
  const later = onsets(call.playout!.audible).map((ms, i) => ms - (onsets(without.call.playout!.audible)[i] as number));
  expect(Math.max(...later)).toBeLessThanOrEqual(50);
});

test.each([
  ['nothing is sent unless the flow asks', {}],
  ['nor where a piece of it would hold up a reply', { dialect: 'telephony_b', line: { comfortNoiseDbfs: -65 } }],
] as const)('%s', async (_, plan) => {
  const { track } = await quietCall(plan);
  expect(track.subarray(2500 * 8, 4000 * 8).every((sample) => sample === decodeMulaw(Uint8Array.of(0xff))[0])).toBe(
    true,
  );
});
