import { expect, test } from 'vitest';
import { acceptedType } from '../../src/http/content-types.ts';

test.each([
  [undefined, 'application/pdf'],
  ['*/*', 'application/pdf'],
  ['application/octet-stream', 'application/octet-stream'],
  ['application/*', 'application/pdf'],
  ['image/png', 'application/pdf'],
  ['application/octet-stream;q=0.5, */*;q=0.1', 'application/octet-stream'],
  ['application/octet-stream; q=0.5, application/pdf', 'application/pdf'],
  ['APPLICATION/OCTET-STREAM;q=none, */*', 'application/pdf'],
])('Accept %s of a PDF returns %s', (accept, type) => {
  expect(acceptedType(accept, ['application/pdf', 'application/octet-stream'])).toBe(type);
});
