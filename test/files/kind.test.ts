import { describe, expect, test } from 'vitest';
import { isCutShort, kindOf } from '../../src/files/index.ts';

const file = (...parts: (string | number[] | Uint8Array)[]) => {
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
  return { sizeBytes: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
};

const box = (type: string, ...inside: Uint8Array[]): Uint8Array => {
  const body = Buffer.concat(inside);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
};
const handler = (kind: string) =>
  box('trak', box('mdia', box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12))));
const ftyp = (brand: string) => box('ftyp', Buffer.from(brand), Buffer.alloc(4), Buffer.from(brand));

/** 128 kbit/s at 44.1 kHz. */
const mpegFrame = [0xff, 0xfb, 0x90, 0x64, ...Array(413).fill(0)];
const oggPage = (packet: string): (string | number[])[] => ['OggS', Array(24).fill(0), packet, '\0'.repeat(80)];
const wav = 'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0';
const webm = '\x1a\x45\xdf\xa3\x8b\x42\x82\x84webm\x42\x87\x81\x04';
const pngHead = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\nIDAT';
const pngTail = '\0'.repeat(60);

describe('the type of a file', () => {
  test.each([
    ['PDF', 'application/pdf', file('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n')],
    ['PDF below a blank line', 'application/pdf', file('\r\n\n%PDF-1.7\n1 0 obj\n')],
    ['PDF behind a mark of UTF-8', 'application/pdf', file('\xef\xbb\xbf%PDF-1.7\n1 0 obj\n')],
    [
      'PDF below the lines of a response',
      'application/pdf',
      file('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n1 0 obj\n'),
    ],
    ['PNG', 'image/png', file(pngHead, pngTail)],
    ['JPEG', 'image/jpeg', file('\xff\xd8\xff\xe0\0\x10JFIF\0', Array(80).fill(0))],
    ['TIFF, little end first', 'image/tiff', file('II*\0\x08\0\0\0\0\0', Array(80).fill(0))],
    ['TIFF, big end first', 'image/tiff', file('MM\0*\0\0\0\x08\0\0', Array(80).fill(0))],
    ['WebP', 'image/webp', file('RIFF\x40\0\0\0WEBPVP8 ', Array(80).fill(0))],
    ['WAV', 'audio/wav', file(wav)],
    [
      'MP3 behind tags',
      'audio/mpeg',
      file('ID3\x03\0\0\0\0\0\x0a', Array(10).fill(0), [0xff, 0xfb, 0x90, 0x64], Array(500).fill(0)),
    ],
    ['MP3 behind a picture of megabytes', 'audio/mpeg', file('ID3\x03\0\0\0\x7f\x7f\x7f', Array(20_000).fill(0))],
    ['MP3 frames', 'audio/mpeg', file([0xff, 0xfb, 0x90, 0x64], Array(500).fill(0))],
    ['OGG with Opus', 'audio/ogg', file(...oggPage('OpusHead'))],
    ['OGG with Vorbis', 'audio/ogg', file(...oggPage('\x01vorbis'))],
    ['FLAC', 'audio/flac', file('fLaC\0\0\0\x22', Array(80).fill(0))],
    [
      'MP3 that begins inside a frame',
      'audio/mpeg',
      file([7, 0xff, 0xfb, 0, 9], ...Array.from({ length: 4 }, () => mpegFrame)),
    ],
    ['WAV beyond 4 GB', 'audio/wav', file('RF64\xff\xff\xff\xffWAVEds64', Array(80).fill(0))],
    ['AIFF', 'audio/aiff', file('FORM\0\0\x04\0AIFFCOMM', Array(80).fill(0))],
    ['AU', 'audio/basic', file('.snd\0\0\0\x18', Array(80).fill(0))],
    ['CAF', 'audio/x-caf', file('caff\0\x01\0\0desc', Array(80).fill(0))],
    ['AMR', 'audio/amr', file('#!AMR\n', Array(80).fill(0))],
    ['AAC', 'audio/aac', file([0xff, 0xf1, 0x50, 0x80], Array(80).fill(0))],
    ['video with sound', 'audio/mp4', file(ftyp('isom'), box('moov', handler('vide'), handler('soun')))],
    ['WebM', 'audio/webm', file(webm, Array(80).fill(0))],
    ['M4A', 'audio/mp4', file(ftyp('M4A '), box('moov', handler('soun')))],
    [
      'M4A by a general name, its index at the end',
      'audio/mp4',
      file(ftyp('isom'), box('mdat', Buffer.alloc(9000)), box('moov', handler('soun'))),
    ],
  ])('%s', async (_name, mimeType, given) => {
    expect((await kindOf(given))?.mimeType).toBe(mimeType);
  });

  test.each([
    ['nothing', file('')],
    ['text', file('hello, this is text')],
    ['a page', file('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', file('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a program', file('MZ\x90\0', Array(200).fill(0))],
    ['an archive', file('PK\x03\x04', Array(200).fill(0))],
    ['a PDF behind a page', file('<html>%PDF-1.7\n')],
    ['a JPEG cut in its mark', file('\xff\xd8')],
    ['a film without sound', file(ftyp('isom'), box('moov', handler('vide')))],
    ['an MP4 without an index', file(ftyp('M4A '), box('mdat', Buffer.alloc(100)))],
    [
      'an MP4 of boxes without end',
      file(ftyp('M4A '), ...Array.from({ length: 3000 }, () => box('free')), box('moov', handler('soun'))),
    ],
    [
      'an MP4 box that claims more than there is',
      file(ftyp('M4A '), [0x7f, 0xff, 0xff, 0xff], 'moov', handler('soun')),
    ],
    ['a film in OGG', file(...oggPage('\x80theora'))],
    ['Matroska that is no WebM', file('\x1a\x45\xdf\xa3\x8f\x42\x82\x88matroska', Array(80).fill(0))],
    ['a raw photograph', file('II*\0\x10\0\0\0CR\x02\0', Array(200).fill(0))],
    ['MPEG audio of another layer', file([0xff, 0xfd, 0x90, 0x64], Array(500).fill(0))],
  ])('not %s', async (name, given) => {
    expect(await kindOf(given)).toBeUndefined();
    const cutShort = ['an MP4 without an index', 'an MP4 box that claims more than there is'];
    expect(await isCutShort(given)).toBe(cutShort.includes(name));
  });
});
