import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Packs the parts of an office file. */
export async function packed(parts: Readonly<Record<string, string>>, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts))
    zip.addBuffer(Buffer.from(text), path, { compress: compress && path !== 'mimetype' });
  zip.end();
  return buffer(zip.outputStream);
}

const xml = '<?xml version="1.0" encoding="UTF-8"?>';
const relations = (type: string, target: string): string =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const types = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`;

/** A paragraph of a Word document; `style` is the id of its style. */
export const docxParagraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

export const docxTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`;

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const headings = [1, 2]
  .map((level) => `<w:style w:type="paragraph" w:styleId="H${level}"><w:name w:val="heading ${level}"/></w:style>`)
  .join('');

/** A Word document with the styles `H1` and `H2` for headings. */
export const docx = (body: string): Promise<Buffer> =>
  packed({
    '[Content_Types].xml': types,
    '_rels/.rels': relations('officeDocument', 'word/document.xml'),
    'word/document.xml': `${xml}<w:document ${word}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations('styles', 'styles.xml'),
    'word/styles.xml': `${xml}<w:styles ${word}>${headings}</w:styles>`,
  });

/** An OpenDocument text. */
export const odt = (body: string, more: Readonly<Record<string, string>> = {}): Promise<Buffer> =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `${xml}<office:document-content xmlns:office="urn:o" xmlns:text="urn:t" xmlns:table="urn:b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    ...more,
  });

/** A presentation; each slide is the XML of its shapes, hidden if it begins with `!`. */
export function pptx(slides: readonly string[]): Promise<Buffer> {
  const names = 'xmlns:p="urn:p" xmlns:a="urn:a" xmlns:r="urn:r"';
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('');
  const targets = slides
    .map((_, i) => `<Relationship Id="rId${i + 1}" Type="slide" Target="slides/slide${i + 1}.xml"/>`)
    .join('');
  return packed({
    '[Content_Types].xml': types,
    'ppt/presentation.xml': `${xml}<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `${xml}<Relationships>${targets}</Relationships>`,
    ...Object.fromEntries(
      slides.map((slide, i) => [
        `ppt/slides/slide${i + 1}.xml`,
        `${xml}<p:sld ${names}${slide.startsWith('!') ? ' show="0"' : ''}>${slide.replace(/^!/, '')}</p:sld>`,
      ]),
    ),
  });
}

/** A shape of a slide; `holder` is the kind of its placeholder. */
export const shape = (text: string, holder = 'body'): string =>
  `<p:sp><p:nvPr><p:ph type="${holder}"/></p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;

/** `format` is the index of a style below. */
type Cell = string | number | { readonly value: number; readonly format: 1 | 2 | 3 };

const formats = `<numFmts><numFmt numFmtId="164" formatCode="0.0\\ %;[Red]-0.0\\ %"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;

interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly isHidden?: boolean;
}

/** A workbook with its texts in the cells. */
export function xlsx(sheets: readonly Sheet[]): Promise<Buffer> {
  const list = sheets
    .map(
      ({ name, isHidden }, i) =>
        `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"${isHidden ? ' state="hidden"' : ''}/>`,
    )
    .join('');
  const cell = (cell: Cell): string => {
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
    if (typeof cell === 'string') return `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
    return `<c s="${cell.format}"><v>${cell.value}</v></c>`;
  };
  return packed({
    '[Content_Types].xml': types,
    'xl/workbook.xml': `${xml}<workbook xmlns:r="urn:r"><sheets>${list}</sheets></workbook>`,
    'xl/styles.xml': `${xml}<styleSheet>${formats}</styleSheet>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships>${sheets
      .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${xml}<worksheet><sheetData>${rows
          .map((row, r) => (row.length === 0 ? '' : `<row r="${r + 1}">${row.map(cell).join('')}</row>`))
          .join('')}</sheetData></worksheet>`,
      ]),
    ),
  });
}
