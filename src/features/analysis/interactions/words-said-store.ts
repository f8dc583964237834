import { type SQL, sql } from 'drizzle-orm';
import type { Database, OrganisationId } from '../../../data/index.ts';
import type { Term } from './words-said.ts';

/** Whether all terms were said in an interaction of the organisation. Without terms, nothing matches. */
export function saidIn(database: Database, organisation: OrganisationId, terms: readonly Term[]): SQL {
  if (terms.length === 0) return sql`1 = 0`;
  const { interactions, transcripts } = database.tables;
  if (database.dialect === 'sqlite') {
    // The index knows the organisation, so words of the others are not even read.
    const match = `organisation : "${organisation}" AND words : (${terms.map(inSqlite).join(' AND ')})`;
    return sql`${interactions.id} IN (SELECT rowid FROM words_said WHERE words_said MATCH ${match})`;
  }
  const query = terms.map(inPostgres).join(' & ');
  return sql`${interactions.uuid} IN (SELECT ${transcripts.interactionUuid} FROM ${transcripts}
    WHERE ${transcripts.organisationId} = ${organisation}
      AND words_said(${transcripts.turns}) @@ to_tsquery('simple', ${query}))`;
}

// Words have letters, digits and their marks alone: nothing in them is syntax.
const inSqlite = ({ words, isOpen }: Term): string => `"${words.join(' ')}"${isOpen ? ' *' : ''}`;
const inPostgres = ({ words, isOpen }: Term): string =>
  `(${words.map((word, at) => `'${word}'${isOpen && at === words.length - 1 ? ':*' : ''}`).join(' <-> ')})`;
