import type { Stack } from './stacks.ts';

interface Box {
  readonly name: string;
  readonly kind: string;
  cpuMs: number;
  readonly inner: Map<string, Box>;
}

const width = 1200;
const rowHeight = 17;
const headHeight = 34;
/** Narrower boxes are omitted, as they would be unlabelled lines. */
const leastPixels = 0.4;
const characterPixels = 6.2;

const colours = { model: '#7ea6e0', own: '#f2a65a', collector: '#d9534f', rest: '#c9c9c9', thread: '#9fc59f' } as const;

/** Outermost frames at the bottom, width proportional to CPU time; model runs are blue, this project's code orange. */
export function flameGraph(stacks: readonly Stack[], title: string): string {
  const root: Box = { name: 'all threads', kind: 'thread', cpuMs: 0, inner: new Map() };
  for (const stack of stacks) lay(root, stack);
  const depth = depthOf(root);
  const height = headHeight + depth * rowHeight + 6;
  const lines: string[] = [];
  draw(root, { x: 0, row: 0 }, { total: root.cpuMs, height, lines });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="monospace" font-size="10">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="8" y="20" font-size="13" font-family="sans-serif">${escaped(title)}</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

function lay(root: Box, { thread, frames, cpuMs }: Stack): void {
  root.cpuMs += cpuMs;
  let box = root;
  const names = frames.map((frame) => (frame.place === '' ? frame.name : `${frame.name} ${frame.place}`));
  [thread, ...names].forEach((name, at) => {
    let inner = box.inner.get(name);
    if (inner === undefined) {
      inner = { name, kind: at === 0 ? 'thread' : colourKind(frames[at - 1]!), cpuMs: 0, inner: new Map() };
      box.inner.set(name, inner);
    }
    inner.cpuMs += cpuMs;
    box = inner;
  });
}

function colourKind(frame: Stack['frames'][number]): string {
  if (frame.name.startsWith('model_')) return 'model';
  if (/^(media|src|native|models)\//.test(frame.place)) return 'own';
  return frame.name === '(garbage collector)' ? 'collector' : 'rest';
}

const pixelsOf = (box: Box, total: number): number => (box.cpuMs / total) * width;

function depthOf(root: Box): number {
  const below = (box: Box): number =>
    1 + Math.max(0, ...[...box.inner.values()].filter((one) => pixelsOf(one, root.cpuMs) >= leastPixels).map(below));
  return below(root);
}

interface Sheet {
  readonly total: number;
  readonly height: number;
  readonly lines: string[];
}

function draw(box: Box, at: { x: number; row: number }, sheet: Sheet): void {
  const wide = pixelsOf(box, sheet.total);
  if (wide < leastPixels) return;
  const y = sheet.height - 4 - (at.row + 1) * rowHeight;
  const fill = colours[box.kind as keyof typeof colours];
  const share = `${((100 * box.cpuMs) / sheet.total).toFixed(1)} %`;
  const shown = box.name.slice(0, Math.max(0, Math.floor((wide - 4) / characterPixels)));
  const label = shown.length > 2 ? `<text x="${(at.x + 3).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>` : '';
  sheet.lines.push(
    `<g><title>${escaped(`${box.name}: ${share}`)}</title><rect x="${at.x.toFixed(1)}" y="${y}" width="${Math.max(0.3, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}" rx="1" fill="${fill}"/>${label}</g>`,
  );
  let x = at.x;
  for (const inner of [...box.inner.values()].sort((a, b) => b.cpuMs - a.cpuMs)) {
    draw(inner, { x, row: at.row + 1 }, sheet);
    x += pixelsOf(inner, sheet.total);
  }
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);
