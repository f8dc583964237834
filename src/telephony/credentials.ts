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
/** A token as entered: some are keys of several lines. The provider's form decides. */
export const enteredToken = z.string().min(1, 'must not be empty').max(8192, 'must have at most 8192 characters');
export const signingKey = credential(1024);
