import { describe, expect, test } from 'vitest';
import { createTicketSeal } from '../../src/cluster/ticket-seal.ts';

const ticket = ['telephony_a', 1, false, ['+15550001111']];

describe('a sealed ticket', () => {
  test('is opened by every server with the secret, and differs each time', () => {
    const { seal } = createTicketSeal('secret');
    const token = seal(ticket);
    expect(createTicketSeal('secret').open(token)).toEqual(ticket);
    expect(seal(ticket)).not.toBe(token);
    expect(token).toMatch(/^[\w-]{64,}$/);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('5550001111');
  });

  test('is not opened with another secret, nor when any of its bytes is changed', () => {
    const { seal, open } = createTicketSeal('secret');
    const token = seal(ticket);
    expect(createTicketSeal('other').open(token)).toBeUndefined();
    const bytes = Buffer.from(token, 'base64url');
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] as number) ^ 1;
      expect(open(changed.toString('base64url')), `byte ${index}`).toBeUndefined();
    }
    const notBase64 = ['~.'.repeat(64), `aaaa${'.'.repeat(64)}`];
    for (const other of ['', 'a'.repeat(32), 'a'.repeat(1024), token.slice(1), ...notBase64])
      expect(open(other), other).toBeUndefined();
  });
});
