import type { PageSize, Ruling } from './text-item.ts';

export type Matrix = readonly [number, number, number, number, number, number];

/** Numeric codes of pdf.js operators. */
export type OperatorNumbers = Readonly<
  Record<
    | 'save'
    | 'restore'
    | 'transform'
    | 'paintFormXObjectBegin'
    | 'paintFormXObjectEnd'
    | 'constructPath'
    | 'stroke'
    | 'closeStroke'
    | 'fill'
    | 'eoFill'
    | 'fillStroke'
    | 'eoFillStroke'
    | 'closeFillStroke'
    | 'closeEOFillStroke'
    | 'paintImageXObject'
    | 'paintInlineImageXObject'
    | 'paintImageMaskXObject'
    | 'beginMarkedContent'
    | 'beginMarkedContentProps'
    | 'endMarkedContent'
    | 'showText',
    number
  >
>;

export interface Operators {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

/** Non-text content of a page. */
export interface Drawing {
  readonly rulings: readonly Ruling[];
  /** Share of the page, 0 to 1, covered by its largest picture. */
  readonly pictureShare: number;
  readonly isEmpty: boolean;
}

/**
 * Maximum thickness and minimum length of a ruling, in points: thicker is an area; shorter is a letter stroke or an
 * axis tick.
 */
const maxThickness = 2.5;
const minLength = 6;
/** A page with more rulings is a map or a plan. */
const maxRulings = 20_000;
const straight = 0.7;

/** Walks a page's operators, tracking transformations. `view` maps to points from the top left corner. */
export function drawingOf(
  operators: Operators,
  ops: OperatorNumbers,
  { view, size }: { view: Matrix; size: PageSize },
): Drawing {
  const rulings: Ruling[] = [];
  const stack: Matrix[] = [];
  let matrix = view;
  let pictureShare = 0;
  let isEmpty = true;
  const strokes = new Set([ops.stroke, ops.closeStroke, ops.fillStroke, ops.eoFillStroke]);
  strokes.add(ops.closeFillStroke).add(ops.closeEOFillStroke);
  const fills = new Set([ops.fill, ops.eoFill]);
  const pictures = new Set([ops.paintImageXObject, ops.paintInlineImageXObject, ops.paintImageMaskXObject]);
  for (let i = 0; i < operators.fnArray.length; i++) {
    const operator = operators.fnArray[i] as number;
    const args = operators.argsArray[i];
    if (operator === ops.save) stack.push(matrix);
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (operator === ops.transform) matrix = product(matrix, args as Matrix);
    else if (operator === ops.paintFormXObjectBegin) {
      stack.push(matrix);
      const argument = (args as readonly unknown[])[0];
      if (isMatrix(argument)) matrix = product(matrix, argument);
    } else if (pictures.has(operator)) {
      isEmpty = false;
      const area = Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
      pictureShare = Math.max(pictureShare, Math.min(1, area / (size.width * size.height)));
    } else if (operator === ops.constructPath) {
      const [how, [path]] = args as [number, [Float32Array | null]];
      if (path === null || !(path instanceof Float32Array)) continue;
      isEmpty = false;
      if (rulings.length > maxRulings) continue;
      if (strokes.has(how)) rulings.push(...strokedIn(path, matrix));
      else if (fills.has(how)) rulings.push(...filledIn(path, matrix));
    }
  }
  return { rulings: rulings.length > maxRulings ? [] : rulings, pictureShare, isEmpty };
}

const isMatrix = (value: unknown): value is Matrix =>
  value !== null && typeof value === 'object' && (value as ArrayLike<number>).length === 6;

const product = (m: Matrix, n: ArrayLike<number>): Matrix => {
  const [a, b, c, d, e, f] = Array.from(n) as unknown as Matrix;
  return [
    m[0] * a + m[2] * b,
    m[1] * a + m[3] * b,
    m[0] * c + m[2] * d,
    m[1] * c + m[3] * d,
    m[0] * e + m[2] * f + m[4],
    m[1] * e + m[3] * f + m[5],
  ];
};

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Number of values after each pdf.js path step: move, line, curve, quadratic curve, close. */
const stepNumbers = [2, 2, 6, 4, 0] as const;

/** Yields the straight segments of a path in page coordinates, including the closing edge of a rectangle. */
function* partsOf(path: Float32Array, m: Matrix): Generator<readonly [Point, Point]> {
  let start: Point | undefined;
  let last: Point | undefined;
  for (let i = 0; i < path.length; ) {
    const step = path[i] as number;
    const count = stepNumbers[step];
    if (count === undefined) return;
    const [x, y] = [path[i + count - 1] as number, path[i + count] as number];
    const point = count === 0 ? start : { x: m[0] * x + m[2] * y + m[4], y: m[1] * x + m[3] * y + m[5] };
    if (step === 0) start = point;
    else if ((step === 1 || step === 4) && last !== undefined && point !== undefined) yield [last, point];
    last = point;
    i += count + 1;
  }
}

function strokedIn(path: Float32Array, matrix: Matrix): Ruling[] {
  const rulings: Ruling[] = [];
  for (const [a, b] of partsOf(path, matrix)) {
    if (Math.abs(a.y - b.y) < straight && Math.abs(a.x - b.x) >= minLength)
      rulings.push({ axis: 'across', at: (a.y + b.y) / 2, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) });
    else if (Math.abs(a.x - b.x) < straight && Math.abs(a.y - b.y) >= minLength)
      rulings.push({ axis: 'down', at: (a.x + b.x) / 2, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) });
    if (rulings.length > maxRulings) break;
  }
  return rulings;
}

/** Rulings are often drawn as thin filled areas; a path may contain many. */
function filledIn(path: Float32Array, matrix: Matrix): Ruling[] {
  const rulings: Ruling[] = [];
  let box: [number, number, number, number] | undefined;
  const flush = (): void => {
    if (box === undefined) return;
    const [x0, y0, x1, y1] = box;
    const [width, height] = [x1 - x0, y1 - y0];
    if (height <= maxThickness && width >= minLength)
      rulings.push({ axis: 'across', at: (y0 + y1) / 2, from: x0, to: x1 });
    else if (width <= maxThickness && height >= minLength)
      rulings.push({ axis: 'down', at: (x0 + x1) / 2, from: y0, to: y1 });
    box = undefined;
  };
  let end: Point | undefined;
  for (const [a, b] of partsOf(path, matrix)) {
    if (end !== undefined && (a.x !== end.x || a.y !== end.y)) flush();
    for (const { x, y } of [a, b])
      box =
        box === undefined
          ? [x, y, x, y]
          : [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    end = b;
    if (rulings.length > maxRulings) break;
  }
  flush();
  return rulings;
}
