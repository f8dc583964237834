import type { Matrix } from './drawing.ts';
import type { TextItem } from './text-item.ts';

/** The parts of an annotation of pdf.js that are used here. */
interface Annotation {
  readonly subtype?: string;
  readonly fieldType?: string;
  readonly fieldValue?: unknown;
  readonly hidden?: boolean;
  readonly noView?: boolean;
  readonly contentsObj?: { readonly str?: string };
  readonly rect?: readonly number[];
}

type FormItem = Omit<TextItem, 'bold'> & { readonly font: string };

const mostValues = 5000;
/** Size of text that has no size of its own, and the average width of its letters. */
const usualSize = 10;
const letterWidth = 0.5;
/** Share of the height of a field at which the baseline of its first line is. */
const firstBaseline = 0.75;

/** Returns the values of text and choice fields and the texts of notes on a page, where they stand. */
export function formValues(annotations: readonly Annotation[], view: Matrix): FormItem[] {
  return annotations.slice(0, mostValues).flatMap((annotation) => {
    const text = textOf(annotation);
    if (text === '' || annotation.hidden === true || annotation.noView === true) return [];
    const box = boxOf(annotation.rect ?? [], view);
    if (box === undefined) return [];
    const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
    const size = Math.min(usualSize, Math.max(1, (box.height / lines.length) * firstBaseline));
    const top = lines.length === 1 ? box.y + box.height * firstBaseline : box.y + size;
    return lines.map((line, i) => ({
      text: line.normalize('NFC'),
      x: box.x,
      y: top + i * size * 1.2,
      width: Math.min(box.width, line.length * size * letterWidth),
      size,
      font: '',
    }));
  });
}

function textOf({ subtype, fieldType, fieldValue, contentsObj }: Annotation): string {
  if (subtype === 'FreeText') return contentsObj?.str ?? '';
  if (subtype !== 'Widget' || (fieldType !== 'Tx' && fieldType !== 'Ch')) return '';
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}

/** Returns a rectangle in points from the top left corner of the page as it is displayed. */
function boxOf(rect: readonly number[], view: Matrix) {
  const [x0, y0, x1, y1] = rect;
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return undefined;
  const corners = [
    [x0, y0],
    [x1, y1],
  ].map(([x = 0, y = 0]) => ({ x: view[0] * x + view[2] * y + view[4], y: view[1] * x + view[3] * y + view[5] }));
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return [x, y, width, height].every(Number.isFinite) && height > 0 ? { x, y, width, height } : undefined;
}
