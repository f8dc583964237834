import { z } from 'zod';

/** What a provider knows its customer by; it goes into headers of requests to it. */
const credential = (most: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{C}]*$/u, 'must not contain line breaks or invisible characters');

export const authId = credential(256);
export const authToken = credential(1024);
