import { patternOf } from '../language/match.ts';
import type { Table } from './source.ts';

/** Rows that end a group: its total, or the whole of all groups. */
const totalRow = patternOf(({ retrieval }) => retrieval?.units.totalRow);
const total = /^(?:grand )?total\b/i;

/**
 * Returns whether a row of the table ends its group. "Group sales" is the whole of the rows "Sales" of several groups,
 * but "Net debt" is a row of its group, as is "Net sales" if each group has it.
 */
export function totalsOf({ rows }: Pick<Table, 'rows'>): (name: string) => boolean {
  const times = new Map<string, number>();
  for (const [name = ''] of rows) times.set(formOf(name), (times.get(formOf(name)) ?? 0) + 1);
  return (name) => {
    if (total.test(name)) return true;
    const form = formOf(name);
    if (!totalRow.test(form) || times.get(form) !== 1) return false;
    const rest = form.replace(totalRow, '').trim();
    return rest === '' || (times.get(rest) ?? 0) > 1;
  };
}

const formOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[\s:]+$/, '')
    .trim();
