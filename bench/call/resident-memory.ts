import { readFile } from 'node:fs/promises';

/**
 * Returns the resident memory of a process in MB, a page that it maps several times counted once. The resident set size
 * of the kernel counts weights that two threads map twice. Undefined without /proc or without such a process.
 */
export async function readResidentMb(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/smaps`, 'utf8').catch(() => '');
  return text === '' ? undefined : residentKbOf(text) / (1_000_000 / 1024);
}

/** Place of a file's mapping: its size in the address space, offset, device and inode. */
const headLine = /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) (\S+) (\d+)/;
const figureLine = /^(Rss|Anonymous): +(\d+) kB/;

/** Reads the text of `smaps`. Two mappings of the same part of a file share its pages. */
function residentKbOf(smaps: string): number {
  const files = new Map<string, number>();
  let anonymousKb = 0;
  let place = '';
  let rssKb = 0;
  for (const line of smaps.split('\n')) {
    const [, start, end, ...where] = headLine.exec(line) ?? [];
    if (start !== undefined && end !== undefined) {
      place = [Number.parseInt(end, 16) - Number.parseInt(start, 16), ...where].join(' ');
      continue;
    }
    const [, figure, kb] = figureLine.exec(line) ?? [];
    if (figure === 'Rss') rssKb = Number(kb);
    if (figure !== 'Anonymous') continue;
    anonymousKb += Number(kb);
    files.set(place, Math.max(files.get(place) ?? 0, rssKb - Number(kb)));
  }
  return [...files.values()].reduce((sum, kb) => sum + kb, anonymousKb);
}
