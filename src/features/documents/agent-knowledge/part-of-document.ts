import type { Block, Part } from '../../../answers/index.ts';

const lengthOf = (block: Block): number => {
  if (block.kind !== 'table') return block.text.length;
  const { caption = '', header, rows } = block.table;
  return [caption, ...header, ...rows.flat()].reduce((sum, cell) => sum + cell.length, 0);
};

/** Counts the characters of headings, text and cells. */
export const charactersOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { blocks }) => sum + blocks.reduce((lengthSoFar, block) => lengthSoFar + lengthOf(block), 0), 0);

/** Returns the first `most` characters of a document. A text is cut there; a table that does not fit is left out. */
export function firstOf(parts: readonly Part[], most: number): Part[] {
  let left = most;
  const chosenParts: Part[] = [];
  for (const { place, blocks } of parts) {
    const chosenBlocks: Block[] = [];
    for (const block of blocks) {
      if (left <= 0) break;
      const length = lengthOf(block);
      if (length <= left) chosenBlocks.push(block);
      else if (block.kind !== 'table') chosenBlocks.push({ ...block, text: block.text.slice(0, left) });
      left -= length;
    }
    if (chosenBlocks.some((block) => lengthOf(block) > 0)) chosenParts.push({ place, blocks: chosenBlocks });
    if (left <= 0) break;
  }
  return chosenParts;
}
