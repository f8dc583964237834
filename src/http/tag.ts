import { z } from 'zod';
import { oneLine } from './visible-text.ts';

const tagForm = /^[^:\s][^:]{0,48}:\S.{0,98}$/u;

/** What contacts are grouped by. */
export const tag = z
  .string()
  .max(200, 'is longer than a tag can be')
  .transform(oneLine)
  .pipe(z.string().regex(tagForm, 'must have the form Key:Value'));

export const tags = z.array(tag).max(50, 'must have 50 tags at most');
