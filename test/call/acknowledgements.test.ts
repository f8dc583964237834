import { describe, expect, test } from 'vitest';
import type { AckBehaviour } from '../../media/emulator/acks.ts';
import type { CallPlan, TranscriptLine } from '../../media/ports.ts';
import { openScriptedCall, type ScriptedCall, say, script } from './scripted-call.ts';

/** How providers have been seen to acknowledge, and worse. */
const behaviours: Readonly<Record<string, AckBehaviour>> = {
  promptly: {},
  'later than we wait': { delayMs: 1500 },
  never: { mode: 'never' },
  twice: { mode: 'duplicate' },
  'out of order': { mode: 'shuffled', seed: 4 },
  'also what was cleared': { onClear: 'acknowledge' },
  'also what was cleared, late': { onClear: 'acknowledge', delayMs: 1500 },
  'also what was cleared, out of order': { onClear: 'acknowledge', mode: 'shuffled', seed: 9 },
};
const names = Object.keys(behaviours);
const msPerWord = 300;

const limits: CallPlan['limits'] = {
  maxCallSeconds: 600,
  silencePromptSeconds: 8,
  maxSilencePrompts: 1,
  goodbyeDrainMs: 2000,
};

/** The agent's last account of each of its turns. */
function agentLines({ events }: ScriptedCall): TranscriptLine[] {
  const latest = new Map<string, TranscriptLine>();
  for (const event of events)
    if (event.type === 'line' && event.line.speaker === 'agent')
      latest.set(`${event.line.turn} ${event.line.startMs}`, event.line);
  return [...latest.values()];
}

const heardWords = (lines: readonly TranscriptLine[]): number =>
  lines.flatMap((line) => line.words).filter(({ heard }) => heard === 'yes' || heard === 'estimated_yes').length;

/** Words whose sound left the far end's loudspeaker. */
const playedWords = ({ playout }: ScriptedCall): number =>
  playout!.report().audible.reduce((sum, { startSample, endSample }) => sum + (endSample - startSample) / 8, 0) /
  msPerWord;

const greeting = 'Hello and welcome to our practice.';
const story = ['We are open from nine,', 'and we close at five,', 'and never on Sundays at all.'];

async function call(acks: AckBehaviour, dialect: CallPlan['dialect'] = 'telephony_a'): Promise<ScriptedCall> {
  return openScriptedCall({
    brain: ({ input }) =>
      script(say(...(input.kind === 'said' ? story : input.kind === 'opening' ? [greeting] : ['Hm?']))),
    words: ['when are you open', 'no wait I have another question'],
    plan: { limits, dialect },
    acks,
  });
}

describe.each(names)('a far end that acknowledges %s', (name) => {
  const acks = behaviours[name] as AckBehaviour;
  const isAcknowledged = acks.mode !== 'never' && (acks.delayMs ?? 0) < 700;

  test('the call knows what was played, and how it knows', async () => {
    const held = await call(acks);
    await held.pass(4000);
    await held.pass(600, 'speaking');
    await held.pass(9000);
    await held.hangUp();
    const lines = agentLines(held);
    expect(lines.map(({ text }) => text).slice(0, 2)).toEqual([greeting, story.join(' ')]);
    expect(lines.every(({ interrupted }) => interrupted !== true)).toBe(true);
    const said = new Set(lines.slice(0, 2).flatMap(({ words }) => words.map(({ heard }) => heard)));
    if (isAcknowledged && acks.mode !== 'shuffled') expect(said).toEqual(new Set(['yes']));
    else expect([...said].every((heard) => heard === 'yes' || heard === 'estimated_yes')).toBe(true);
    if (acks.mode === 'never') expect(said).toEqual(new Set(['estimated_yes']));
    expect(Math.abs(heardWords(lines) - playedWords(held))).toBeLessThanOrEqual(1);
  });

  test.each([500, 1400])(
    'does not count as having played more than it did when interrupted after %i ms',
    async (afterMs) => {
      const held = await call(acks);
      await held.pass(4000);
      await held.pass(600, 'speaking');
      for (let waited = 0; waited < 4000 && held.playout!.queuedMs === 0; waited += 20) await held.pass(20);
      await held.pass(afterMs);
      await held.pass(700, 'speaking');
      await held.pass(300);
      const clearedAtMs = held.playout!.clearsMs[0];
      expect(clearedAtMs).toBeDefined();
      const played = playedWords(held);
      // What comes for cleared audio comes now.
      await held.pass(2500);
      const answer = agentLines(held)[1];
      expect(answer?.interrupted).toBe(true);
      // Only a phrase that was played to its end is known for certain.
      const marks = held
        .playout!.report()
        .marks.filter(({ name, playedMs }) => playedMs !== undefined && /^r[12]\.p\d+$/.test(name));
      const certain = [greeting, ...story].slice(0, marks.length).join(' ').split(' ').length;
      const words = agentLines(held)
        .slice(0, 2)
        .flatMap((line) => line.words);
      expect(words.filter(({ heard }) => heard === 'yes').length).toBeLessThanOrEqual(certain);
      expect(Math.abs(heardWords(agentLines(held).slice(0, 2)) - played)).toBeLessThanOrEqual(1);
      await held.hangUp();
    },
  );

  test('is listened to as soon as the reply has played, by our clock if necessary', async () => {
    const held = await call(acks);
    await held.pass(600);
    const states = (): string[] => held.sent.flatMap((command) => (command.type === 'state' ? [command.state] : []));
    let listeningAtMs: number | undefined;
    for (let atMs = 600; atMs < 5000; atMs += 20) {
      await held.pass(20);
      if (states().at(-1) === 'listening') listeningAtMs ??= atMs;
    }
    const endMs = (held.playout!.report().audible.at(-1)?.endSample ?? 0) / 8;
    expect(listeningAtMs).toBeGreaterThanOrEqual(endMs - 20);
    expect(listeningAtMs).toBeLessThanOrEqual(endMs + (isAcknowledged ? 500 : 800));
    await held.hangUp();
  });

  test('hears a goodbye to its end, for at most the drain limit', async () => {
    const held = await openScriptedCall({
      brain: ({ input }) =>
        script([
          ...say(...(input.kind === 'opening' ? [greeting] : ['Thank you for calling,', 'and goodbye for now.'])),
          ...(input.kind === 'opening'
            ? []
            : [{ type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } } as const]),
        ]),
      words: ['that was all'],
      plan: { limits },
      acks,
    });
    await held.pass(4000);
    await held.pass(600, 'speaking');
    let waitedMs = 0;
    for (; waitedMs < 10_000 && !held.closed(); waitedMs += 20) await held.pass(20);
    await held.call.over;
    const farewell = agentLines(held).at(-1);
    expect(farewell?.text).toBe('Thank you for calling, and goodbye for now.');
    // Seven words, 2.1 s, all of them played before the line is closed.
    expect(Math.abs(heardWords(agentLines(held)) - playedWords(held))).toBeLessThanOrEqual(1);
    expect(waitedMs).toBeLessThan(2100 + limits.goodbyeDrainMs + 1500);
    expect(held.events.at(-1)).toMatchObject({ type: 'ended', reason: 'agent_goodbye' });
  });
});

test('a far end that falls silent during a goodbye does not keep the line open', async () => {
  const held = await openScriptedCall({
    brain: ({ input }) =>
      script(
        input.kind === 'opening'
          ? [...say('So, goodbye then.'), { type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } }]
          : [],
      ),
    plan: { limits: { ...limits, goodbyeDrainMs: 300 } },
    acks: { mode: 'never' },
  });
  await held.pass(900 + 300 + 200);
  expect(held.closed()).toBe(true);
  await held.call.over;
  expect(agentLines(held).at(-1)?.text).toBe('So, goodbye then.');
});
