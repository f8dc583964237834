import { type OfficePackage, openPackage, readXml, relationsOf } from '../sheets/index.ts';
import { lineOf, OfficeFault, type Section, type Written } from './content.ts';
import { tableFrom } from './grid.ts';

const mostEntries = 20_000;
const presentation = 'ppt/presentation.xml';

/** Reads the slides that a presentation shows, in order, without their notes. */
export async function readPptx(bytes: Buffer): Promise<Written> {
  const parts = await openPackage(bytes, mostEntries);
  try {
    const ids: string[] = [];
    await readXml(parts, presentation, {
      open(name, attributes) {
        if (name === 'sldId') ids.push(attributes['r:id'] ?? '');
      },
    });
    const targets = await relationsOf(parts, presentation);
    const sections: Section[] = [];
    for (const [at, id] of ids.entries()) {
      const path = targets.get(id);
      if (path === undefined || parts.sizeOf(path) === undefined) throw new OfficeFault('damaged');
      const pieces = await slideOf(parts, path);
      if (pieces.length > 0) sections.push({ place: `slide ${at + 1}`, pieces });
    }
    return { sections };
  } finally {
    parts.close();
  }
}

type Piece = Section['pieces'][number];

/** Placeholders whose text is not the content of a slide. */
const furniture = new Set(['sldNum', 'dt', 'ftr', 'hdr']);

/** Returns the pieces of a slide, its title first; none if it is hidden. */
async function slideOf(parts: OfficePackage, path: string): Promise<Piece[]> {
  const titles: Piece[] = [];
  const body: Piece[] = [];
  let isHidden = false;
  let holder = '';
  let isOpen = false;
  let text = '';
  let rows: string[][] | undefined;
  /** Depth inside content for programs that do not know the other form of it. */
  let fallback = 0;
  const endParagraph = (): void => {
    const line = lineOf(text);
    text = '';
    if (line === '' || furniture.has(holder)) return;
    if (holder === 'title' || holder === 'ctrTitle') titles.push({ place: 'heading', text: line });
    else body.push({ place: 'body', text: line });
  };
  await readXml(parts, path, {
    open(name, attributes) {
      if (name === 'Fallback' || fallback > 0) fallback += 1;
      if (fallback > 0) return;
      if (name === 'sld') isHidden = attributes.show === '0' || attributes.show === 'false';
      else if (name === 'sp') holder = '';
      else if (name === 'ph') holder = attributes.type ?? '';
      else if (name === 'tbl') rows = [];
      else if (name === 'tr') rows?.push([]);
      else if (name === 'tc') text = '';
      else if (name === 'br') text += ' ';
      isOpen = name === 't';
    },
    text(piece) {
      if (isOpen && fallback === 0) text += piece;
    },
    close(name) {
      isOpen = false;
      if (fallback > 0) {
        fallback -= 1;
        return;
      }
      if (name === 'p') {
        if (rows === undefined) endParagraph();
        else text += ' ';
      } else if (name === 'tc') rows?.at(-1)?.push(lineOf(text));
      else if (name === 'tbl') {
        const table = tableFrom({ rows: rows ?? [] });
        if (table !== undefined) body.push({ place: 'table', table });
        [rows, text] = [undefined, ''];
      }
    },
  });
  return isHidden ? [] : [...titles, ...body];
}
