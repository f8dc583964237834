import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string;
  readonly content: string | Buffer;
  /** Unpacked size declared in the archive, if it is false. */
  readonly claimedBytes?: number;
}

/** Returns an archive as spreadsheet programs write it. */
export function zip(parts: readonly ZipPart[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, rest, Buffer.from(name)]));
    local.push(header);
    offset += header.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, Buffer.from('PK\x05\x06'), end]);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the parts of a workbook whose first sheet contains this `sheetData`. */
export const bookParts = (rows: string, shared: readonly string[] = []): ZipPart[] => [
  {
    name: 'xl/workbook.xml',
    content: `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId7"/><sheet name="B" sheetId="2" r:id="rId8"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: `${xml}<Relationships><Relationship Id="rId8" Target="worksheets/other.xml"/><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>`,
  },
  {
    name: 'xl/sharedStrings.xml',
    content: `${xml}<sst xmlns="${main}">${shared.map((text) => `<si><r><t>${text}</t></r><rPh><t>x</t></rPh></si>`).join('')}</sst>`,
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `${xml}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  },
];

/** Returns the same workbook with cell styles, each a number format given by id or code. */
export function styled(parts: readonly ZipPart[], formats: readonly (number | string)[], is1904 = false): ZipPart[] {
  const codes = formats.map((format, nth) => ({ format, id: typeof format === 'number' ? format : 164 + nth }));
  const own = codes.filter(({ format }) => typeof format === 'string');
  const numFmts = own.map(({ format, id }) => `<numFmt numFmtId="${id}" formatCode="${format}"/>`).join('');
  const xfs = codes.map(({ id }) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join('');
  const styles = `${xml}<styleSheet xmlns="${main}"><numFmts>${numFmts}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xfs}</cellXfs></styleSheet>`;
  const base = (part: ZipPart): ZipPart =>
    is1904 && part.name === 'xl/workbook.xml'
      ? { ...part, content: `${part.content}`.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') }
      : part;
  return [...parts.map(base), { name: 'xl/styles.xml', content: styles }];
}

export const inline = (cell: string, text: string): string =>
  `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`;
