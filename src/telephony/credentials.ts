import { z } from 'zod';

/** An account credential; it is sent in request headers to the provider. */
const credential = (most: number) =>
  z
    .string()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .regex(/^[^\p{C}]*$/u, 'must not contain line breaks or invisible characters')
    .meta({ description: 'Without line breaks and invisible characters.' });

export const authId = credential(256);
export const authToken = credential(1024);
