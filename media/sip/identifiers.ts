import { randomBytes, randomInt } from 'node:crypto';

export const newBranch = (): string => `z9hG4bK${randomBytes(9).toString('hex')}`;
export const newTag = (): string => randomBytes(6).toString('hex');
export const newCallId = (): string => randomBytes(16).toString('hex');
export const newCSeq = (): number => randomInt(1, 10_000);
