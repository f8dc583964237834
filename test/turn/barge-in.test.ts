import { describe, expect, it } from 'vitest';
import { defaultWaits } from '../../media/turn/endpoint-wait.ts';
import { createTurnMachine, type TurnMachine } from '../../media/turn/machine.ts';
import { final, paused, reply, resumed, run, started, tick, verdict } from './turn-inputs.ts';

describe('barge-in', () => {
  it('starts when speech starts over an audible reply, once, before the turn opens', () => {
    expect(run(createTurnMachine(), [reply(true, 500), started(1000), tick(1200), tick(1500)])).toEqual([
      { type: 'barge_in', onsetMs: 1000 },
      { type: 'turn_started', onsetMs: 1000 },
    ]);
  });

  it('does not start after the reply', () => {
    expect(run(createTurnMachine(), [reply(true, 500), reply(false, 900), started(1000)])).toEqual([
      { type: 'turn_started', onsetMs: 1000 },
    ]);
  });

  it('starts again for the next reply', () => {
    const outputs = run(createTurnMachine(), [
      reply(true, 500),
      started(1000),
      reply(false, 1100),
      paused(2000),
      final(1, ''),
      tick(2500),
      reply(true, 3000),
      started(3500),
    ]);
    expect(outputs.filter(({ type }) => type === 'barge_in')).toHaveLength(2);
  });

  it('starts when the caller continues over a reply that began meanwhile', () => {
    const outputs = run(createTurnMachine(), [started(1000), reply(true, 1500), tick(1650), tick(1700), tick(1800)]);
    expect(outputs).toEqual([
      { type: 'turn_started', onsetMs: 1000 },
      { type: 'barge_in', onsetMs: 1700 },
    ]);
  });

  it('starts when a paused caller continues', () => {
    const outputs = run(createTurnMachine(), [started(1000), paused(2000), reply(true, 2110), resumed(2200)]);
    expect(outputs.map(({ type }) => type)).toEqual([
      'turn_started',
      'pause_started',
      'verdict_wanted',
      'pause_dropped',
      'barge_in',
    ]);
  });
});

describe('speech right after the end of a turn', () => {
  const ended = (): TurnMachine => {
    const machine = createTurnMachine();
    run(machine, [started(1000), paused(2000), verdict(1, 0.9), final(1, 'I want to book a cleaning.'), tick(2330)]);
    return machine;
  };

  it('opens a turn after a minimum length', () => {
    expect(run(ended(), [resumed(2360), tick(2360), tick(2392), tick(2424)])).toEqual([
      { type: 'turn_started', onsetMs: 2360 },
    ]);
  });

  it('is ignored if shorter', () => {
    expect(run(ended(), [resumed(2360), tick(2392), paused(2370, 2420), tick(2424), tick(3000)])).toEqual([]);
  });
});

describe('digits that are read out one by one', () => {
  /** Plays a number, a group at a time. Returns the groups after which the turn ended, and its silence then. */
  function dictate(groups: readonly string[], gapMs: number, speechMs = 350, probability = 0.9) {
    const machine = createTurnMachine();
    const ends: { readonly after: number; readonly waitMs: number }[] = [];
    let atMs = 1000;
    const wait = (untilMs: number, after: number): void => {
      for (; atMs < untilMs; atMs += 10)
        for (const output of machine.step(tick(atMs)))
          if (output.type === 'turn_ended') ends.push({ after, waitMs: atMs - output.endMs });
    };
    for (const [nth] of groups.entries()) {
      run(machine, nth === 0 ? [started(atMs)] : [resumed(atMs)]);
      if (nth === 0) run(machine, [{ type: 'awaits', dictation: 'number' }]);
      const endMs = atMs + speechMs;
      wait(endMs + 100, nth);
      run(machine, [paused(endMs, atMs)]);
      wait(endMs + 250, nth);
      const text = groups.slice(0, nth + 1).join('-');
      run(machine, [verdict(nth + 1, probability), final(nth + 1, text)]);
      wait(endMs + (nth < groups.length - 1 ? gapMs : 4000), nth);
    }
    return ends;
  }
  const digits = [...'4155550199'];

  it.each([600, 900, 1200, 1500])('are one turn with pauses of %d ms, which ends at the last digit', (gapMs) => {
    const [end, ...more] = dictate(digits, gapMs);
    expect(more).toEqual([]);
    expect(end?.after).toBe(digits.length - 1);
    expect(end?.waitMs).toBeLessThanOrEqual(defaultWaits.sureMs + 10);
  });

  it('end at once when the count is complete, also if the model expects more', () => {
    expect(dictate(digits, 900, 350, 0.02)).toMatchObject([{ after: 9, waitMs: 300 }]);
  });

  it.each(['02079460958', '14155550199'])('go on after ten digits of a number of eleven: %s', (number) => {
    expect(dictate([...number], 1200)).toMatchObject([{ after: 10 }]);
  });

  it('that end early get a wait that follows their pace', () => {
    const waitAfterFour = (gapMs: number) => dictate(digits.slice(0, 4), gapMs)[0]?.waitMs ?? 0;
    expect(waitAfterFour(600)).toBeLessThan(waitAfterFour(1200));
    expect(waitAfterFour(1200)).toBeLessThan(2000);
  });

  it('in groups of three wait no longer than before', () => {
    expect(dictate(['415', '555'], 700, 1000)[0]?.waitMs).toBeLessThanOrEqual(defaultWaits.dictationMs + 10);
  });
});

describe('a voice in the room', () => {
  it('gives its turn to a louder voice, the caller, who begins over it', () => {
    const machine = createTurnMachine();
    run(machine, [started(1000), tick(3000)]);
    expect(run(machine, [{ type: 'louder_voice', onsetMs: 3100, atMs: 3360 }])).toEqual([
      { type: 'turn_replaced', onsetMs: 3100 },
    ]);
    const outputs = run(machine, [paused(4000), final(1, 'I want to book a cleaning.'), tick(4400)]);
    expect(outputs).toContainEqual({ type: 'turn_ended', pauseId: 1, endMs: 4000, reason: 'confident' });
  });

  it('is a barge-in when the louder voice begins over a reply', () => {
    const machine = createTurnMachine();
    run(machine, [reply(true, 500), started(1000), tick(3000)]);
    expect(run(machine, [{ type: 'louder_voice', onsetMs: 3100, atMs: 3360 }])).toEqual([
      { type: 'turn_replaced', onsetMs: 3100 },
      { type: 'barge_in', onsetMs: 3100 },
    ]);
  });

  it('does not keep a turn of its own, and does not end one that the caller began', () => {
    const machine = createTurnMachine();
    run(machine, [started(1000), tick(1700)]);
    expect(run(machine, [{ type: 'room_voice', onsetMs: 1020, atMs: 1800 }])).toEqual([{ type: 'turn_discarded' }]);
    run(machine, [started(3000), tick(4000)]);
    expect(run(machine, [{ type: 'room_voice', onsetMs: 4000, atMs: 4700 }])).toEqual([]);
  });

  it('opens no turn when none is open', () => {
    const machine = createTurnMachine();
    expect(run(machine, [{ type: 'louder_voice', onsetMs: 3100, atMs: 3360 }])).toEqual([]);
    expect(run(machine, [{ type: 'room_voice', onsetMs: 3100, atMs: 3360 }])).toEqual([]);
  });
});
