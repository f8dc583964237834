import { describe, expect, test } from 'vitest';
import { createMediaTokens } from '../../src/features/calls/calls/media-tokens.ts';

const session = (callUuid: string) => ({ kind: 'call', callUuid }) as const;

function setUp(capacity = 10) {
  const clock = { nowMs: 0 };
  return { clock, tokens: createMediaTokens({ ttlMs: 60_000, capacity, nowMs: () => clock.nowMs }) };
}

describe('media tokens', () => {
  test('are valid once', () => {
    const { tokens } = setUp();
    const token = tokens.issue(session('call'), 'browser') as string;
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(tokens.claim(token, 'browser')).toEqual(session('call'));
    expect(tokens.claim(token, 'browser')).toBeUndefined();
    expect(tokens.size).toBe(0);
  });

  test('are valid for their dialect only, and a failed attempt does not use them up', () => {
    const { tokens } = setUp();
    const token = tokens.issue(session('call'), 'telephony_a') as string;
    expect(tokens.claim(token, 'telephony_b')).toBeUndefined();
    expect(tokens.claim(`${token}x`, 'telephony_a')).toBeUndefined();
    expect(tokens.claim(token, 'telephony_a')).toEqual(session('call'));
  });

  test('expire to the millisecond', () => {
    const { tokens, clock } = setUp();
    const early = tokens.issue(session('early'), 'browser') as string;
    const late = tokens.issue(session('late'), 'browser') as string;
    clock.nowMs = 59_999;
    expect(tokens.claim(early, 'browser')).toEqual(session('early'));
    clock.nowMs = 60_000;
    expect(tokens.claim(late, 'browser')).toBeUndefined();
  });

  test('report calls without a stream once', () => {
    const { tokens, clock } = setUp();
    tokens.issue(session('one'), 'browser');
    clock.nowMs = 30_000;
    tokens.issue(session('two'), 'browser');
    clock.nowMs = 60_000;
    expect(tokens.sweep()).toEqual([session('one')]);
    expect(tokens.sweep()).toEqual([]);
    expect(tokens.size).toBe(1);
  });

  test('exist once per waiting call', () => {
    const { tokens } = setUp();
    expect(tokens.issue(session('call'), 'browser')).toBe(tokens.issue(session('call'), 'browser'));
    expect(tokens.size).toBe(1);
  });

  test('are limited in number', () => {
    const { tokens, clock } = setUp(2);
    tokens.issue(session('one'), 'browser');
    tokens.issue(session('two'), 'browser');
    expect(tokens.issue(session('three'), 'browser')).toBeUndefined();
    clock.nowMs = 60_000;
    tokens.sweep();
    expect(tokens.issue(session('three'), 'browser')).toBeDefined();
  });

  test('open nothing after revocation', () => {
    const { tokens } = setUp();
    const token = tokens.issue(session('call'), 'browser') as string;
    tokens.revoke('call');
    tokens.revoke('other');
    expect(tokens.claim(token, 'browser')).toBeUndefined();
  });
});
