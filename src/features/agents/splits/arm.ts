import { createHmac } from 'node:crypto';

export interface Split {
  readonly hashKey: string;
  /** Percentage of contacts with the other version. */
  readonly percent: number;
}

/**
 * Returns whether calls with a contact use the other version. The hash has a key of its own for each test, so that a
 * contact has the same version in all calls of one test, and not the same people are chosen in every test.
 */
export function isInOtherArm({ hashKey, percent }: Split, contact: string): boolean {
  const digest = createHmac('sha256', hashKey).update(contact).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < percent / 100;
}
