import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnInput } from '../../media/line/turn.ts';
import { defaultWaits } from '../../media/turn/endpoint-wait.ts';
import { createTurnMachine, type TurnMachineConfig } from '../../media/turn/machine.ts';
import { final, partial, paused, resumed, run, started, tick, verdict } from './turn-inputs.ts';

/** Speech from 1000 to 2000, a pause with this evidence, then ticks: how long the silence was when the turn ended. */
function waitWith(evidence: readonly TurnInput[], config: TurnMachineConfig = {}): { waitMs: number; reason: string } {
  const machine = createTurnMachine(config);
  run(machine, [started(1000), paused(2000), ...evidence]);
  for (let atMs = 2101; atMs < 10_000; atMs++) {
    const [end] = machine.step(tick(atMs));
    if (end?.type === 'turn_ended') return { waitMs: atMs - end.endMs, reason: end.reason };
    if (end?.type === 'turn_discarded') return { waitMs: atMs - 2000, reason: 'discarded' };
  }
  return { waitMs: Number.POSITIVE_INFINITY, reason: 'never' };
}

describe('a turn', () => {
  it('opens, pauses and ends', () => {
    const outputs = run(createTurnMachine(), [
      tick(32),
      started(1000),
      tick(1500),
      paused(2000, 2096),
      verdict(1, 0.97),
      final(1, 'I want to book a cleaning.'),
      tick(2128),
      tick(2000 + defaultWaits.sureMs),
      tick(3000),
    ]);
    expect(outputs).toEqual([
      { type: 'turn_started', onsetMs: 1000 },
      { type: 'pause_started', pauseId: 1, endMs: 2000 },
      { type: 'verdict_wanted', pauseId: 1 },
      { type: 'turn_ended', pauseId: 1, endMs: 2000, reason: 'confident' },
    ]);
  });

  it('continues after a pause, and a later pause is another one', () => {
    const outputs = run(createTurnMachine(), [
      started(1000),
      paused(2000),
      verdict(1, 0.97),
      resumed(2250),
      final(1, 'I want to book a cleaning.'),
      tick(2600),
      paused(3000),
      verdict(1, 0.97),
      tick(3000 + defaultWaits.sureMs),
      tick(3000 + defaultWaits.openMs),
    ]);
    expect(outputs).toEqual([
      { type: 'turn_started', onsetMs: 1000 },
      { type: 'pause_started', pauseId: 1, endMs: 2000 },
      { type: 'verdict_wanted', pauseId: 1 },
      { type: 'pause_dropped', pauseId: 1 },
      { type: 'pause_started', pauseId: 2, endMs: 3000 },
      { type: 'turn_ended', pauseId: 2, endMs: 3000, reason: 'patient' },
    ]);
  });

  it.each([
    ['that is ass', defaultWaits.dictationMs],
    ['D N', defaultWaits.dictationMs],
    ['5 5 5 0 1 4 3 2 1 0', defaultWaits.sureMs],
    ['john@example.com', defaultWaits.sureMs],
    ['And I would like to book a cleaning.', defaultWaits.sureMs],
  ])('that was dictated in part is still a dictation when it continues with "%s"', (text, waitMs) => {
    const machine = createTurnMachine();
    run(machine, [started(1000), paused(2000), final(1, 'My name is M I S'), resumed(2700), paused(3000)]);
    run(machine, [verdict(2, 0.97), final(2, `My name is M I S. ${text}`)]);
    const ended = Array.from({ length: 3000 }, (_, i) => 3101 + i).find((atMs) =>
      machine.step(tick(atMs)).some(({ type }) => type === 'turn_ended'),
    );
    expect((ended ?? 0) - 3000).toBe(waitMs);
  });

  /** Groups of this length with a pause behind each: how long the silence after the last was when the turn ended. */
  function waitAfter(
    groupMs: number,
    gapMs: number,
    texts: readonly string[],
    first: readonly TurnInput[] = [],
  ): number {
    const machine = createTurnMachine();
    let atMs = 1000;
    run(machine, [started(atMs), ...first]);
    for (const [i, text] of texts.entries()) {
      if (i > 0) machine.step(resumed(atMs));
      const endMs = atMs + groupMs;
      run(machine, [paused(endMs), verdict(i + 1, 0.97), final(i + 1, text)]);
      atMs = endMs + gapMs;
    }
    const endMs = atMs - gapMs;
    for (let ms = endMs + 101; ms < endMs + 5000; ms++)
      if (machine.step(tick(ms)).some(({ type }) => type.startsWith('turn_'))) return ms - endMs;
    return Number.POSITIVE_INFINITY;
  }

  it('in short groups is a dictation, whatever the words', () => {
    const misheard = ['That is us.', 'That is us am.', 'That is us am tea.'];
    expect(waitAfter(500, 260, misheard)).toBe(defaultWaits.dictationMs);
    expect(waitAfter(500, 120, misheard)).toBe(defaultWaits.sureMs);
    expect(waitAfter(1200, 260, ['Yes.', 'Yes. That is right.', 'Yes. That is right. Bye.'])).toBe(defaultWaits.sureMs);
    expect(waitAfter(500, 260, ['A', 'A B', 'A B. And I would like to come tomorrow.'])).toBe(defaultWaits.sureMs);
  });

  it('that answers a request for a number or spelling gets more time', () => {
    const asked: TurnInput[] = [{ type: 'awaits', dictation: 'spelling' }];
    expect(waitAfter(900, 0, ['Smite that is us.'])).toBe(defaultWaits.sureMs);
    expect(waitAfter(900, 0, ['Smite that is us.'], asked)).toBe(defaultWaits.dictationMs);
    expect(waitAfter(900, 0, ['No.'], asked)).toBe(defaultWaits.sureMs);
  });

  it('that is read out does not end at an unrecognised letter', () => {
    const asked: TurnInput[] = [{ type: 'awaits', dictation: 'spelling' }];
    expect(waitAfter(400, 0, [''])).toBe(defaultWaits.sureMs);
    expect(waitAfter(400, 0, [''], asked)).toBe(defaultWaits.firstItemMs);
  });

  it('continues also if the gate was quiet and reports a start', () => {
    const outputs = run(createTurnMachine(), [started(1000), paused(2000), started(2500, 2564), tick(2600)]);
    expect(outputs.map(({ type }) => type)).toEqual([
      'turn_started',
      'pause_started',
      'verdict_wanted',
      'pause_dropped',
    ]);
  });

  it('ends as soon as the evidence for a past silence arrives', () => {
    const machine = createTurnMachine();
    run(machine, [started(1000), paused(2000), verdict(1, 0.9), tick(2000 + defaultWaits.sureMs)]);
    expect(machine.step(final(1, 'I want to book a cleaning.'))).toMatchObject([{ type: 'turn_ended' }]);
  });
});

describe('silence between two steps', () => {
  const silence = (atMs: number): TurnInput => ({ type: 'silence', atMs });
  const dueMs = 2000 + defaultWaits.sureMs;

  it('ends a turn as a step does, predictably', () => {
    const machine = createTurnMachine();
    run(machine, [started(1000), paused(2000), verdict(1, 0.9), final(1, 'I want to book a cleaning.'), tick(2272)]);
    expect([machine.endsBy(dueMs - 1), machine.endsBy(dueMs)]).toEqual([false, true]);
    expect(run(machine, [silence(dueMs - 1), silence(dueMs)])).toMatchObject([{ type: 'turn_ended', endMs: 2000 }]);
    expect(machine.endsBy(9000)).toBe(false);
  });

  it('ends nothing while the caller speaks', () => {
    const machine = createTurnMachine();
    expect(machine.endsBy(9000)).toBe(false);
    run(machine, [started(1000)]);
    expect(machine.endsBy(9000)).toBe(false);
    expect(run(machine, [silence(9000)])).toEqual([]);
  });
});

describe('the required silence', () => {
  const words = final(1, 'I want to book a cleaning.');
  const question = final(1, 'What time do you open tomorrow?');
  it.each([
    ['both agree', [verdict(1, 0.9), words], defaultWaits.sureMs, 'confident'],
    ['both agree on a question', [question, verdict(1, 0.9)], defaultWaits.askedMs, 'confident'],
    ['the model is silent about a question', [question], defaultWaits.sureMs, 'confident'],
    ['the model doubts a question', [question, verdict(1, 0.2)], defaultWaits.doubtMs, 'patient'],
    ['both agree on a short question', [final(1, 'And why?'), verdict(1, 0.9)], defaultWaits.likelyMs, 'patient'],
    [
      'a question is unfinished',
      [final(1, 'Is my number 415?'), verdict(1, 0.9)],
      defaultWaits.dictationMs,
      'dictation',
    ],
    ['the model doubts whole words', [verdict(1, 0.2), words], defaultWaits.doubtMs, 'patient'],
    ['the words may go on', [verdict(1, 0.9), final(1, 'Agent log in.')], defaultWaits.likelyMs, 'patient'],
    ['both say it goes on', [verdict(1, 0.2), final(1, 'Agent log in.')], defaultWaits.patientMs, 'patient'],
    ['a number is unfinished', [verdict(1, 0.9), final(1, 'My number is 415.')], defaultWaits.dictationMs, 'dictation'],
    ['a sentence is', [verdict(1, 0.9), final(1, 'I would like to, and')], defaultWaits.dictationMs, 'dictation'],
    ['nothing came yet', [], defaultWaits.openMs, 'patient'],
    ['only a whole sentence came', [words], defaultWaits.sureMs, 'confident'],
    ['only a few words came', [final(1, 'Yes.')], defaultWaits.likelyMs, 'patient'],
    ['only a good verdict came', [verdict(1, 0.9)], defaultWaits.likelyMs, 'patient'],
    ['only a bad verdict came', [verdict(1, 0.1)], defaultWaits.patientMs, 'patient'],
    [
      'digits were heard so far',
      [partial('It is four one five'), verdict(1, 0.9)],
      defaultWaits.dictationMs,
      'dictation',
    ],
    [
      'the model is sure that few words are not all',
      [verdict(1, 0.03), final(1, 'Bye.')],
      defaultWaits.dictationMs,
      'dictation',
    ],
    [
      'it is of a sentence',
      [verdict(1, 0.03), final(1, 'Something is terribly wrong.')],
      defaultWaits.doubtMs,
      'patient',
    ],
    ['there are no words', [verdict(1, 0.1), final(1, ' ')], defaultWaits.sureMs, 'discarded'],
    ['all is about another pause', [verdict(7, 0.9), final(7, 'Yes.')], defaultWaits.openMs, 'patient'],
  ] as [string, TurnInput[], number, string][])('when %s', (_, evidence, waitMs, reason) => {
    expect(waitWith(evidence)).toEqual({ waitMs, reason });
  });

  it('is at least the configured minimum', () => {
    const sure = [verdict(1, 0.9), words];
    expect(waitWith(sure, { endpointingMs: 700 })).toEqual({ waitMs: 700, reason: 'confident' });
    expect(waitWith([verdict(1, 0.9), final(1, 'My number is')], { endpointingMs: 700 }).waitMs).toBe(1100);
    expect(waitWith(sure, { endpointingMs: 100 }).waitMs).toBe(defaultWaits.sureMs);
    expect(waitWith(sure, { waits: { sureMs: 250 } }).waitMs).toBe(250);
  });
});

describe('the end-of-turn model', () => {
  const isWanted = (endMs: number, inputs: readonly TurnInput[] = []): boolean =>
    run(createTurnMachine(), [started(1000), paused(endMs), ...inputs]).some(({ type }) => type === 'verdict_wanted');

  it.each([
    ['at once after short speech', 2000, [], true],
    ['not before the words of longer speech', 3000, [], false],
    ['not when they are a whole sentence', 3000, [final(1, 'I want to book a cleaning.')], false],
    ['when they are a whole question', 3000, [final(1, 'What time do you open tomorrow?')], true],
    ['when they are few', 3000, [final(1, 'Yes.')], true],
    ['when they may go on', 3000, [final(1, 'Because of the appointment for,')], true],
    ['not within a number', 3000, [final(1, 'My number is 415.')], false],
    ['not when there are none', 3000, [final(1, ' ')], false],
    ['not for words of another pause', 3000, [final(7, 'Yes.')], false],
  ] as [string, number, TurnInput[], boolean][])('is asked %s', (_, endMs, inputs, wanted) => {
    expect(isWanted(endMs, inputs)).toBe(wanted);
  });

  it('is asked about a pause once', () => {
    const outputs = run(createTurnMachine(), [started(1000), paused(2000), final(1, 'Yes.'), final(1, 'Yes.')]);
    expect(outputs.filter(({ type }) => type === 'verdict_wanted')).toHaveLength(1);
  });
});

describe('a turn that does not end', () => {
  it('is split at the limit', () => {
    const outputs = run(createTurnMachine({ maxTurnMs: 5000 }), [
      started(1000),
      ...Array.from({ length: 170 }, (_, i) => tick(1100 + i * 32)),
    ]);
    expect(outputs).toEqual([
      { type: 'turn_started', onsetMs: 1000 },
      { type: 'pause_started', pauseId: 1, endMs: 6028 },
      { type: 'turn_ended', pauseId: 1, endMs: 6028, reason: 'cap' },
      { type: 'turn_started', onsetMs: 6028 },
    ]);
  });
});

it('invariants hold for any order of inputs', () => {
  const input: fc.Arbitrary<TurnInput> = fc.oneof(
    fc.constant<TurnInput>({ type: 'speech_started', onsetMs: 0, atMs: 0 }),
    fc.constant<TurnInput>({ type: 'speech_resumed', atMs: 0 }),
    fc.constant<TurnInput>({ type: 'speech_paused', endMs: 0, atMs: 0 }),
    fc.constant<TurnInput>({ type: 'tick', atMs: 0 }),
    fc.constant<TurnInput>({ type: 'silence', atMs: 0 }),
    fc.boolean().map((audible): TurnInput => ({ type: 'reply', audible, atMs: 0 })),
    fc.tuple(fc.nat(9), fc.constantFrom('', 'Yes.', 'my number is')).map(([id, text]) => final(id, text)),
    fc.tuple(fc.nat(9), fc.double({ min: 0, max: 1, noNaN: true })).map(([id, p]) => verdict(id, p)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), input), { maxLength: 80 }), (script) => {
      const machine = createTurnMachine({ maxTurnMs: 3000 });
      let nowMs = 0;
      let open = false;
      let pause = 0;
      let lastPause = 0;
      for (const [stepMs, shape] of script) {
        nowMs += stepMs;
        const timed = 'atMs' in shape ? { ...shape, atMs: nowMs } : shape;
        const placed = timed.type === 'speech_started' ? { ...timed, onsetMs: nowMs - 64 } : timed;
        const whole = placed.type === 'speech_paused' ? { ...placed, endMs: nowMs - 90 } : placed;
        for (const output of machine.step(whole)) {
          if (output.type === 'turn_started') {
            if (open) return false;
            open = true;
          } else if (output.type === 'pause_started') {
            if (!open || pause !== 0 || output.pauseId <= lastPause) return false;
            pause = output.pauseId;
            lastPause = pause;
          } else if (output.type === 'pause_dropped') {
            if (output.pauseId !== pause) return false;
            pause = 0;
          } else if (output.type === 'turn_ended') {
            if (!open || output.pauseId !== pause) return false;
            open = false;
            pause = 0;
          } else if (output.type === 'turn_discarded') {
            if (!open || pause === 0) return false;
            open = false;
            pause = 0;
          }
        }
      }
      return true;
    }),
    { numRuns: 3000, seed: 20261121 },
  );
});
