import { describe, expect, it } from 'vitest';
import type { VadStep } from '../../media/line/turn.ts';
import {
  createInterruptionMachine,
  type InterruptionInput,
  type InterruptionMachine,
  type InterruptionOutput,
} from '../../media/turn/interruption.ts';
import { embeddedJudge } from './judges.ts';

const weakDbfs = -34;
const stepAt = (endMs: number, levelDbfs: number): InterruptionInput => {
  const step: VadStep = { endMs, levelDbfs, probability: levelDbfs > -60 ? 0.95 : 0.02 };
  return { type: 'step', step, weakDbfs };
};

/** Steps of this level from one time to another. */
const steps = (fromMs: number, toMs: number, levelDbfs: number): InterruptionInput[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / 32) }, (_, n) => stepAt(fromMs + (n + 1) * 32, levelDbfs));

const run = (machine: InterruptionMachine, inputs: readonly InterruptionInput[]): InterruptionOutput[] =>
  inputs.flatMap((input) => [...machine.step(input)]);

const over = (onsetMs: number, answers = false): InterruptionInput => ({
  type: 'over_reply',
  onsetMs,
  atMs: onsetMs + 64,
  answers,
});
const words = (text: string, atMs: number, final = true, confidence = 0.7): InterruptionInput => ({
  type: 'words',
  heard: { text, confidence },
  final,
  atMs,
});
const paused = (endMs: number): InterruptionInput => ({ type: 'paused', endMs, atMs: endMs + 96 });
const types = (outputs: readonly InterruptionOutput[]): string[] => outputs.map(({ type }) => type);

/** Loud speech from 1000 to `endMs`, and then these words. */
const said = (text: string, { endMs = 1500, confidence = 0.7, answers = false } = {}): string[] =>
  types(
    run(createInterruptionMachine({ words: embeddedJudge }), [
      ...steps(800, 1064, -20),
      over(1000, answers),
      ...steps(1064, endMs, -20),
      paused(endMs),
      words(text, endMs + 200, true, confidence),
    ]),
  ).filter((type) => type !== 'look');

describe('loud speech over a reply', () => {
  it('silences it at once; a backchannel lets it continue, words end it', () => {
    expect(said('Okay.')).toEqual(['hold', 'go_on']);
    expect(said('Theek hai.')).toEqual(['hold', 'go_on']);
    expect(said('')).toEqual(['hold', 'go_on']);
    expect(said('Stop.')).toEqual(['hold', 'cut']);
    expect(said('What about Friday?', { endMs: 2000 })).toEqual(['hold', 'cut']);
  });

  it('is an answer if the reply has just asked, unless nothing was said', () => {
    expect(said('Yes.', { answers: true })).toEqual(['hold', 'cut']);
    expect(said('', { answers: true })).toEqual(['hold', 'go_on']);
  });

  it('is not an interruption if short and badly recognised', () => {
    expect(said('Velcro.', { confidence: 0.25 })).toEqual(['hold', 'go_on']);
    expect(said('Wait.', { confidence: 0.25 })).toEqual(['hold', 'cut']);
  });

  it('is judged while it lasts: a filler continues softly, and words after it still interrupt', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    const begin = run(machine, [...steps(800, 1064, -20), over(1000), ...steps(1064, 1500, -20)]);
    expect(types(begin)).toEqual(['hold', 'look']);
    expect(run(machine, [words('Okay', 1410, false)])).toEqual([]);
    expect(run(machine, [words('Okay', 1470, false)])).toEqual([{ type: 'go_on', softly: true, because: 'filler' }]);
    expect(types(run(machine, steps(1500, 1700, -20)))).toEqual(['look']);
    expect(types(run(machine, [words('Okay, but what about', 1700, false)]))).toEqual(['cut']);
  });

  it('is judged word by word while it lasts', () => {
    const heard = (...confidences: number[]): InterruptionInput => ({
      type: 'words',
      heard: { text: 'No, no', confidence: 0.6, words: confidences.map((confidence) => ({ text: 'no', confidence })) },
      final: false,
      atMs: 1600,
    });
    const outcomeOf = (input: InterruptionInput): string[] => {
      const machine = createInterruptionMachine({ words: embeddedJudge });
      run(machine, [...steps(800, 1064, -20), over(1000), ...steps(1064, 1600, -20)]);
      return types(run(machine, [input]));
    };
    expect(outcomeOf(heard(0.23, 0.97))).toEqual([]);
    expect(outcomeOf(heard(0.6, 0.6))).toEqual(['cut']);
  });

  it('with a pause after a filler restores the level of the reply', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    run(machine, [...steps(800, 1064, -20), over(1000), words('Okay', 1450, false)]);
    expect(run(machine, [paused(1500)])).toEqual([{ type: 'go_on', softly: false, because: 'filler' }]);
    expect(machine.conclude()?.judge({ text: 'Okay.', confidence: 0.6 }, 500)).toBe('filler');
    expect(machine.verdict).toBe('none');
  });

  it('that lasts long is an interruption even if unintelligible', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    const outputs = run(machine, [...steps(800, 1064, -20), over(1000), ...steps(1064, 3000, -20)]);
    expect(types(outputs)).toContain('cut');
  });

  it('with late words is judged by its length', () => {
    const late = (endMs: number): string[] => {
      const machine = createInterruptionMachine({ words: embeddedJudge });
      const inputs = [...steps(800, 1064, -20), over(1000), ...steps(1064, endMs, -20), paused(endMs)];
      return types(run(machine, [...inputs, ...steps(endMs, endMs + 1200, -80)])).filter((type) => type !== 'look');
    };
    expect(late(1300)).toEqual(['hold', 'go_on']);
    expect(late(1900)).toEqual(['hold', 'cut']);
  });
});

describe('soft speech over a reply', () => {
  it('lowers it, and is ignored if it stays soft, whatever it says', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    const outputs = run(machine, [
      ...steps(800, 1064, -42),
      over(1000),
      ...steps(1064, 1600, -42),
      paused(1600),
      words('Stop that now please', 1800),
    ]);
    expect(outputs).toEqual([
      { type: 'duck', onsetMs: 1000 },
      { type: 'go_on', softly: false, because: 'distant' },
    ]);
    expect(machine.conclude()?.judge({ text: 'Stop that now please', confidence: 0.9 }, 600)).toBe('distant');
  });

  it('that was ignored stays ignored through single loud sounds, however many there are', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    run(machine, [...steps(800, 1064, -42), over(1000), ...steps(1064, 1600, -42)]);
    const second = (fromMs: number) => [...steps(fromMs, fromMs + 32, -30), ...steps(fromMs + 32, fromMs + 960, -42)];
    expect(run(machine, [1632, 2624, 3616, 4608].flatMap(second))).toEqual([]);
    expect(types(run(machine, steps(5600, 5800, -30)))).toContain('hold');
  });

  it('that becomes loud silences the reply', () => {
    const outputs = run(createInterruptionMachine({ words: embeddedJudge }), [
      ...steps(800, 1064, -42),
      over(1000),
      ...steps(1064, 1160, -42),
      ...steps(1160, 1260, -20),
    ]);
    expect(types(outputs)).toEqual(['duck', 'hold']);
  });

  it('does not lower the reply with every sentence', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    run(machine, [...steps(800, 1064, -42), over(1000), ...steps(1064, 1600, -42), paused(1600)]);
    machine.conclude();
    expect(run(machine, [...steps(2000, 2364, -42), over(2300)])).toEqual([]);
  });

  it('gives way to the caller', () => {
    const machine = createInterruptionMachine({ words: embeddedJudge });
    run(machine, [...steps(800, 1064, -42), over(1000), ...steps(1064, 1600, -42)]);
    expect(types(run(machine, steps(1600, 1700, -20)))).toEqual(['hold']);
  });
});

it('a noise that silenced the reply wrongly is not trusted again soon', () => {
  const machine = createInterruptionMachine({ words: embeddedJudge });
  run(machine, [...steps(800, 1064, -20), over(1000), paused(1100), words('', 1200)]);
  machine.conclude();
  expect(types(run(machine, [...steps(1800, 2064, -20), over(2000)]))).toEqual(['duck']);
  expect(types(run(machine, steps(2064, 2300, -20)))).toEqual(['hold']);
});

it('an interruption needs the configured number of words, unless one is a command', () => {
  const cut = (text: string): boolean => {
    const machine = createInterruptionMachine({ words: embeddedJudge, minWords: 3 });
    const inputs = [...steps(800, 1064, -20), over(1000), ...steps(1064, 1900, -20), paused(1900), words(text, 2000)];
    return types(run(machine, inputs)).includes('cut');
  };
  expect(['Next Friday', 'Stop', 'On next Friday'].map(cut)).toEqual([false, true, true]);
});

it('speech that began without a reply is not judged', () => {
  const machine = createInterruptionMachine({ words: embeddedJudge });
  expect(run(machine, [...steps(0, 1000, -20), paused(1000), words('Hello there', 1200)])).toEqual([]);
  expect(machine.conclude()).toBeUndefined();
});
