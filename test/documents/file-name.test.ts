import { describe, expect, test } from 'vitest';
import { safeFileName, safeTitle } from '../../src/features/documents/documents/file-name.ts';
import type { FileKind } from '../../src/files/index.ts';
import { readRange } from '../../src/http/byte-range.ts';

const pdf: FileKind = { family: 'pdf', mimeType: 'application/pdf', extensions: ['pdf'] };

describe('file names', () => {
  test.each([
    ['report 2026.pdf', 'report 2026.pdf'],
    ['Bericht.PDF', 'Bericht.PDF'],
    ['रिपोर्ट क्‍ष.pdf', 'रिपोर्ट क्‍ष.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['..\\..\\windows\\system32\\x.pdf', 'x.pdf'],
    ['%2e%2e%2fpasswd.pdf', '%2e%2e%2fpasswd.pdf'],
    ['..', 'document.pdf'],
    ['', 'document.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['a\0b\r\nc\x1b[31m.pdf', 'abc[31m.pdf'],
    ['page.html', 'page.html.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.pdf', '_nul.pdf'],
    ['com1.tar.pdf', '_com1.tar.pdf'],
    ['a<b>:"|?*.pdf', 'a_b______.pdf'],
    ['dots...', 'dots.pdf'],
    ['\ud800half.pdf', 'half.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeFileName(given, pdf)).toBe(expected);
  });

  test('are cut to 180 bytes at a whole character, before the extension', () => {
    expect(safeFileName(`${'a'.repeat(300)}.pdf`, pdf)).toBe(`${'a'.repeat(176)}.pdf`);
    const cut = safeFileName(`${'ऊ'.repeat(300)}.pdf`, pdf);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(180);
    expect(cut).toMatch(/^ऊ{58}\.pdf$/);
  });
});

test('titles are one line of visible text', () => {
  expect(safeTitle('  A\r\n\tB\u2028C \u0000\u202e')).toBe('A B C');
  expect(safeTitle('\u200b \n')).toBeUndefined();
  expect(safeTitle('é'.repeat(500))).toHaveLength(200);
});

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', '0-0'],
  ['bytes=2-', '2-9'],
  ['bytes=2-100', '2-9'],
  ['bytes=-3', '7-9'],
  ['bytes=-100', '0-9'],
  ['bytes=10-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=5-2', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,3-4', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=0x1-2', 'whole'],
])('the range %s of ten bytes is %s', (header, expected) => {
  const range = readRange(header, 10);
  expect(range.kind === 'part' ? `${range.start}-${range.end}` : range.kind).toBe(expected);
});
