import { z } from 'zod';
import { roles } from './identity.ts';
import { oneLine } from './visible-text.ts';

/** As it is compared and stored: without surrounding blanks, in lower case. */
export const email = z
  .string()
  .max(254, 'is longer than an e-mail address can be')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('must be an e-mail address'));

const name = () =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'must not be empty').max(120, 'must have 120 characters at most'));

export const organisationName = name();
export const personName = name();
export const keyName = name();

export const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });
