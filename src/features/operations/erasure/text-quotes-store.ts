import { and, asc, eq, gt, inArray, like, or } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  personalTables,
  type Tables,
} from '../../../data/index.ts';
import { changeTexts, type NumberSpellings, namesInFull, withoutNames } from './number-spellings.ts';
import type { Quoted } from './quoted.ts';
import { changeEachPage, type KeyedTable, keyedTable } from './row-pages-store.ts';

export interface Mentions {
  readonly table: string;
  readonly documents: number;
}

export interface TextQuotes {
  /** Replaces the number and the full names in texts. */
  texts(organisation: OrganisationId, person: Quoted): Promise<number>;
  /** Counts the organisation's documents that mention the number or a full name. */
  mentions(
    organisation: OrganisationId,
    number: NumberSpellings,
    names: readonly string[],
  ): Promise<readonly Mentions[]>;
}

const documentsAtOnce = 5;

/** Finds and replaces mentions of a person in the texts of an organisation. */
export function createTextQuotes(database: Database): TextQuotes {
  const { tables } = database;

  /** Counts the documents of a table with a text like one of the patterns. */
  async function documentsLike(
    organisation: OrganisationId,
    { table, key }: KeyedTable,
    texts: readonly string[],
    patterns: readonly string[],
  ): Promise<number> {
    const { read } = forOrganisation(database, organisation);
    const isLike = texts.flatMap((text) => patterns.map((pattern) => like(table[text] as SQLiteColumn, pattern)));
    let documents = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const ids: string[] = (
        await read.system
          .selectDistinct({ id: key })
          .from(table)
          .where(read.own(table, gt(key, after)))
          .orderBy(asc(key))
          .limit(documentsAtOnce)
      ).map(({ id }) => id as string);
      const matches = await read.system
        .selectDistinct({ id: key })
        .from(table)
        .where(read.own(table, and(inArray(key, ids), or(...isLike))));
      documents += ids.length === 0 ? 0 : matches.length;
      after = ids.length < documentsAtOnce ? undefined : ids.at(-1);
    }
    return documents;
  }

  return {
    async texts(organisation, { number, names = [] }) {
      const nameless = withoutNames(names);
      const change = (text: string): string => nameless(number.without(text));
      let replaced = 0;
      for (const [name, data] of Object.entries(personalTables)) {
        if (data.kind !== 'replaced') continue;
        const rowsOfTable = keyedTable(tables, name as keyof Tables, data.id);
        const { table, key } = rowsOfTable;
        replaced += await changeEachPage(database, organisation, rowsOfTable, async (rows, queries) => {
          let changed = 0;
          for (const row of rows) {
            const set = replacements(row, data.texts, change);
            if (Object.keys(set).length === 0) continue;
            await queries.update(table, set as never, eq(key, row[data.id] as string));
            changed += 1;
          }
          return changed;
        });
      }
      return replaced;
    },
    async mentions(organisation, number, names) {
      const patterns = [...number.stored.slice(0, 3), ...namesInFull(names).map(literally)].map((text) => `%${text}%`);
      const counted: Mentions[] = [];
      for (const [name, data] of Object.entries(personalTables)) {
        if (data.kind !== 'reported') continue;
        const table = keyedTable(tables, name as keyof Tables, data.id);
        const documents = await documentsLike(organisation, table, data.texts, patterns);
        if (documents > 0) counted.push({ table: name, documents });
      }
      return counted;
    },
  };
}

/** An underscore stands for any one character: databases differ in how they escape. */
const literally = (name: string): string => name.replaceAll(/[%\\]/g, '_');

/** Returns the columns of a row that mention the person, with the mentions replaced. */
function replacements(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  change: (text: string) => string,
) {
  const set: Record<string, unknown> = {};
  for (const column of columns) {
    const before = row[column];
    if (before === null || before === undefined) continue;
    const after = changeTexts(before, change);
    if (JSON.stringify(after) !== JSON.stringify(before)) set[column] = after;
  }
  return set;
}
