import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** A line of text; its baseline starts at the given point, in points from the lower left corner. */
export interface Written {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly bold?: boolean;
}

/** A straight ruling, in points from the lower left corner. */
export interface Ruled {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

export interface PdfObject {
  readonly dictionary: string;
  readonly stream?: Buffer;
}

/** Returns a file of these objects, numbered from 1; the first is the catalogue. */
function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const put = (part: Buffer): void => {
    parts.push(part);
    at += part.length;
  };
  objects.forEach(({ dictionary, stream }, i) => {
    offsets.push(at);
    const length = stream === undefined ? '' : ` /Length ${stream.length}`;
    put(Buffer.from(`${i + 1} 0 obj\n<< ${dictionary}${length} >>\n`, 'latin1'));
    if (stream !== undefined) put(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]));
    put(Buffer.from('endobj\n'));
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

/** Character codes in the fonts' encoding. */
const codes: Readonly<Record<string, string>> = {
  '€': '\\200',
  '–': '\\226',
  '—': '\\227',
  '’': '\\222',
  '•': '\\225',
  '£': '\\243',
};

const escaped = (text: string): string =>
  text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`).replaceAll(/[€–—’•£]/g, (sign) => codes[sign] as string);

const contentOf = (page: readonly (Written | Ruled)[]): string =>
  page
    .map((part) => {
      if ('from' in part) return `0.5 w ${part.from.join(' ')} m ${part.to.join(' ')} l S`;
      const { x, y, text, size = 11, bold = false } = part;
      return `BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`;
    })
    .join('\n');

export interface PdfOptions {
  /** Whether `textPdf` compresses pages; the default. */
  readonly isPacked?: boolean;
  readonly trailer?: string;
  /** Additional entries of each page, such as `/Rotate 90`. */
  readonly pageEntries?: string;
  /** Additional entries of the catalogue and of the resources of each page. */
  readonly catalogueEntries?: string;
  readonly resources?: string;
  /** Additional objects, after those of the pages. */
  readonly more?: readonly PdfObject[];
}

/** Returns pages of 612 by 792 points in Helvetica. */
export function textPdf(pages: readonly (readonly (Written | Ruled)[])[], options: PdfOptions = {}): Buffer {
  const { isPacked = true } = options;
  const streamOf = (content: string): PdfObject =>
    isPacked
      ? { dictionary: '/Filter /FlateDecode', stream: deflateSync(content) }
      : { dictionary: '', stream: Buffer.from(content, 'latin1') };
  return contentPdf(
    pages.map((page) => streamOf(contentOf(page))),
    options,
  );
}

export function contentPdf(
  contents: readonly PdfObject[],
  { trailer, pageEntries = '', catalogueEntries = '', resources = '', more = [] }: PdfOptions = {},
): Buffer {
  const kids = contents.map((_, i) => `${5 + 2 * i} 0 R`).join(' ');
  return pdfOf(
    [
      { dictionary: `/Type /Catalog /Pages 2 0 R ${catalogueEntries}` },
      { dictionary: `/Type /Pages /Kids [${kids}] /Count ${contents.length}` },
      { dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding' },
      { dictionary: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding' },
      ...contents.flatMap((content, i) => [
        {
          dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> ${resources} >> ${pageEntries}`,
        },
        content,
      ]),
      ...more,
    ],
    trailer,
  );
}

/**
 * Returns a page of 612 by 792 points with one picture, compressed as its dictionary specifies, and real text over it.
 */
export const imagePdf = (dictionary: string, stream: Buffer, over: readonly Written[] = []): Buffer =>
  pdfOf([
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    {
      dictionary:
        '/Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
    },
    { dictionary: '', stream: Buffer.from(`q 612 0 0 792 0 0 cm /I Do Q\n${contentOf(over)}`) },
    { dictionary: `/Type /XObject ${dictionary}`, stream },
  ]);

export const picturePdf = (jpeg: Buffer, width: number, height: number, over?: readonly Written[]): Buffer =>
  imagePdf(
    `/Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
    over,
  );

/** Returns lines one below the other, starting at (x, y). */
export const paragraph = (x: number, y: number, lines: readonly string[], size = 11): Written[] =>
  lines.map((text, i) => ({ x, y: y - i * size * 1.2, text, size }));

/** Returns a short file that unpacks to `mebibytes`, compressed `layers` times. */
export function packedBomb(mebibytes: number, layers: number): Buffer {
  // A repeatable block, so that the unpacked length need not be allocated.
  const block = deflateRawSync(Buffer.alloc(2 ** 20, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  let stream: Buffer = Buffer.concat([Buffer.of(0x78, 0xda), ...Array(mebibytes).fill(block), Buffer.of(3, 0)]);
  for (let i = 1; i < layers; i++) stream = deflateSync(stream, { level: 9 });
  return contentPdf([{ dictionary: `/Filter [${'/FlateDecode '.repeat(layers)}]`, stream }]);
}

/** Returns a page at the end of a branch with this many nodes; if endless, the last node refers to the first. */
export function deepPdf(depth: number, isEndless = false): Buffer {
  const nodes = Array.from({ length: depth }, (_, i) => {
    const kid = i + 1 < depth ? i + 3 : isEndless ? 2 : depth + 2;
    return { dictionary: `/Type /Pages /Count 1 /Kids [${kid} 0 R]${i === 0 ? '' : ` /Parent ${i + 1} 0 R`}` };
  });
  const page = { dictionary: `/Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 612 792]` };
  return pdfOf([{ dictionary: '/Type /Catalog /Pages 2 0 R' }, ...nodes, page]);
}

/** Encrypted with an unknown password; its check value is random. */
export const lockedPdf = (): Buffer =>
  textPdf([[{ x: 72, y: 700, text: 'secret' }]], {
    trailer: `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
  });
