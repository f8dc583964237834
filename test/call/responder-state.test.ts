import { describe, expect, it, test } from 'vitest';
import type { CallState } from '../../media/call/dialogue/call-state.ts';
import { createResponderState } from '../../media/call/dialogue/responder-state.ts';

const inState = (callState: CallState) => createResponderState(() => callState);

describe('the state of a responder', () => {
  test.each<[CallState, boolean, boolean]>([
    ['connecting', true, false],
    ['listening', true, true],
    ['thinking', true, true],
    ['speaking', true, true],
    ['transferring', true, false],
    ['closing', true, false],
    ['ended', false, false],
  ])('in a call that is %s: the agent may answer (%s), a person may take over (%s)', (callState, answers, taken) => {
    const state = inState(callState);
    expect([state.mayAnswer, state.mayBeTaken, state.hasGaps]).toEqual([answers, taken, taken]);
  });

  it('has no answers while a person speaks, and has them again afterwards', () => {
    const state = inState('listening');
    state.taken = true;
    expect([state.mayAnswer, state.mayBeTaken, state.hasGaps]).toEqual([false, false, false]);
    state.taken = false;
    expect([state.mayAnswer, state.mayBeTaken, state.hasGaps]).toEqual([true, true, true]);
  });

  it('ends for the first reason, and is overdue after the time of that', () => {
    const state = inState('closing');
    expect(state.isOverdue(Number.MAX_SAFE_INTEGER)).toBe(false);
    state.end('silence', 100, 'call');
    state.end('fault', 5000, 'call');
    expect(state.endReason).toBe('silence');
    expect([state.mayAnswer, state.mayBeInterrupted]).toEqual([false, false]);
    expect([100, 101].map((nowMs) => state.isOverdue(nowMs))).toEqual([false, true]);
  });

  it('is not overdue once the call has ended', () => {
    const state = inState('ended');
    state.end('silence', 100, 'call');
    expect(state.isOverdue(101)).toBe(false);
  });

  it('is hopeless after three failures in a row', () => {
    const state = inState('thinking');
    const hopeless = [true, true, false, true, true, true].map((failed) => {
      state.replied(failed);
      return state.isHopeless;
    });
    expect(hopeless).toEqual([false, false, false, false, false, true]);
  });

  it('says a required disclosure three times at most, and it may neither be interrupted nor taken over', () => {
    const state = inState('speaking');
    state.beginDisclosure();
    expect([state.disclosing, state.mayBeInterrupted, state.mayBeTaken]).toEqual([true, false, false]);
    expect(state.disclosureSaid(false)).toBe('again');
    state.beginDisclosure();
    expect(state.disclosureSaid(false)).toBe('again');
    state.beginDisclosure();
    expect(state.disclosureSaid(false)).toBe('not_heard');
    expect([state.disclosing, state.mayBeInterrupted, state.mayBeTaken]).toEqual([false, true, true]);
  });

  it('stops disclosing where it was heard, or where the agent falls silent', () => {
    const state = inState('speaking');
    state.beginDisclosure();
    expect(state.disclosureSaid(true)).toBe('heard');
    state.beginDisclosure();
    state.stopDisclosure();
    state.beginDisclosure();
    expect([state.disclosureSaid(false), state.disclosing]).toEqual(['again', true]);
  });
});

test('a call that its agent ends continues at most three times, and one that ends by itself never', () => {
  const state = createResponderState(() => 'closing');
  for (let times = 0; times < 3; times += 1) {
    state.end('agent_goodbye', 100, 'agent');
    expect(state.reopen()).toBe(true);
    expect(state.endReason).toBeUndefined();
  }
  state.end('agent_goodbye', 100, 'agent');
  expect([state.reopen(), state.hearOut(900), state.endReason]).toEqual([false, false, 'agent_goodbye']);
  const other = createResponderState(() => 'closing');
  other.end('max_duration', 100, 'call');
  expect([other.reopen(), other.hearOut(900), other.isOverdue(101)]).toEqual([false, false, true]);
});

test('the line stays open for a moment only after a goodbye that follows one during which the caller went on', () => {
  const state = createResponderState(() => 'closing');
  state.end('agent_goodbye', 100, 'agent');
  expect(state.linger(90)).toBe(false);
  state.reopen();
  state.end('agent_goodbye', 1000, 'agent');
  expect([state.linger(900), state.lingers, state.isOverdue(1100)]).toEqual([true, true, false]);
  // A caller who begins to speak is heard out, and one who only coughs gets no further moment.
  expect([state.hearOut(20_000), state.lingers]).toEqual([true, false]);
  expect([state.linger(3000), state.isOverdue(5901)]).toEqual([true, true]);
  expect(state.linger(5900)).toBe(false);
  const other = createResponderState(() => 'closing');
  other.end('max_duration', 100, 'call');
  expect(other.linger(90)).toBe(false);
});
