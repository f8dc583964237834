import { expect, test } from 'vitest';
import { readable } from '../../console/src/server/readable.ts';

test.each([
  ['body phone: must be a phone number in E.164 format', 'Phone must be a phone number in E.164 format.'],
  [
    'body time_window.end: must be an hour and a minute; body languages.1: must be a language code',
    'Time window end must be an hour and a minute; Languages #2 must be a language code.',
  ],
  ['The file is too large.', 'The file is too large.'],
  ['No webhook has this id: it may be deleted', 'No webhook has this id: it may be deleted.'],
  ['The body is not JSON', 'The body is not JSON.'],
])('%s is shown as: %s', (detail, text) => {
  expect(readable(detail)).toBe(text);
});
