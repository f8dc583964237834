import { describe, expect, test } from 'vitest';
import { createMediaTokens } from '../../src/features/calls/media-tokens.ts';

function setUp(capacity = 10) {
  const clock = { nowMs: 0 };
  return { clock, tokens: createMediaTokens({ ttlMs: 60_000, capacity, nowMs: () => clock.nowMs }) };
}

describe('media tokens', () => {
  test('are good once', () => {
    const { tokens } = setUp();
    const token = tokens.issue('call', 'browser') as string;
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(tokens.claim(token, 'browser')).toBe('call');
    expect(tokens.claim(token, 'browser')).toBeUndefined();
    expect(tokens.size).toBe(0);
  });

  test('are good for their dialect only, and a wrong try does not use them up', () => {
    const { tokens } = setUp();
    const token = tokens.issue('call', 'telephony_a') as string;
    expect(tokens.claim(token, 'telephony_b')).toBeUndefined();
    expect(tokens.claim(`${token}x`, 'telephony_a')).toBeUndefined();
    expect(tokens.claim(token, 'telephony_a')).toBe('call');
  });

  test('expire to the millisecond', () => {
    const { tokens, clock } = setUp();
    const early = tokens.issue('early', 'browser') as string;
    const late = tokens.issue('late', 'browser') as string;
    clock.nowMs = 59_999;
    expect(tokens.claim(early, 'browser')).toBe('early');
    clock.nowMs = 60_000;
    expect(tokens.claim(late, 'browser')).toBeUndefined();
  });

  test('a sweep names the calls whose stream never came, once', () => {
    const { tokens, clock } = setUp();
    tokens.issue('one', 'browser');
    clock.nowMs = 30_000;
    tokens.issue('two', 'browser');
    clock.nowMs = 60_000;
    expect(tokens.sweep()).toEqual(['one']);
    expect(tokens.sweep()).toEqual([]);
    expect(tokens.size).toBe(1);
  });

  test('a call has one token while it waits', () => {
    const { tokens } = setUp();
    expect(tokens.issue('call', 'browser')).toBe(tokens.issue('call', 'browser'));
    expect(tokens.size).toBe(1);
  });

  test('no more wait than the capacity', () => {
    const { tokens, clock } = setUp(2);
    tokens.issue('one', 'browser');
    tokens.issue('two', 'browser');
    expect(tokens.issue('three', 'browser')).toBeUndefined();
    clock.nowMs = 60_000;
    tokens.sweep();
    expect(tokens.issue('three', 'browser')).toBeDefined();
  });

  test('a revoked one opens nothing', () => {
    const { tokens } = setUp();
    const token = tokens.issue('call', 'browser') as string;
    tokens.revoke('call');
    tokens.revoke('other');
    expect(tokens.claim(token, 'browser')).toBeUndefined();
  });
});
