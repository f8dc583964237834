import type { NumberSpellings } from './number-spellings.ts';

/** A person, and what identifies them in the texts of an organisation. */
export interface Quoted {
  readonly number: Pick<NumberSpellings, 'isIn' | 'without'>;
  /** Full names, which chats may mention without the number. */
  readonly names?: readonly string[];
  /** Contacts and conversations of the person. */
  readonly uuids: ReadonlySet<string>;
}

export const uuidsIn = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** For calls that are deleted without their person. */
export const noNumber: Quoted['number'] = { isIn: () => false, without: (text) => text };

/** Whether a text has the number of a person, or a uuid of theirs. */
export const isAbout = (text: string, { number, uuids: theirs }: Quoted): boolean =>
  number.isIn(text) || (text.match(uuidsIn) ?? []).some((uuid) => theirs.has(uuid));
