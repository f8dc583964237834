import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type Contact, useContacts } from '../../server/contacts.ts';
import { useOrganisation } from '../../server/organisation.ts';
import { useWording } from '../../server/wording.ts';
import type { AgentDraft } from './agent-draft.ts';

/** As the server reads placeholders. Any other text in braces would be said as it is. */
const placeholderName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]| (?=[\p{L}\p{N}_])){0,100}$/u;
const settleMs = 400;
const offered = 50;

/** What the preview of an agent's words shows. */
export interface Wording {
  readonly contacts: readonly Contact[];
  readonly total: number;
  /** UUID of the contact; empty for none. */
  readonly chosen: string;
  choose(uuid: string): void;
  readonly q: string;
  search(q: string): void;
  /** The greeting and the persona. */
  readonly filled: readonly string[];
  readonly unknown: readonly string[];
  /** Why the words are not filled in. */
  readonly trouble: string | undefined;
  /** Names of the fields that contacts have beyond the usual ones, as far as a placeholder can name them. */
  readonly custom: readonly string[];
}

/** Fills in the words of a draft while they are typed. */
export function useDraftWording({
  greeting,
  persona,
  name,
}: Pick<AgentDraft, 'greeting' | 'persona' | 'name'>): Wording {
  const [chosen, choose] = useState('');
  const [q, search] = useState('');
  const organisation = useOrganisation().data?.name;
  const found = useContacts({ limit: offered, offset: 0, ...(q !== '' && { q }) }).data;
  const typed = {
    texts: [greeting, persona],
    agent: name,
    ...(organisation !== undefined && { business: organisation }),
  };
  // By text: an object is another one with every render.
  const [settled] = useDebouncedValue(JSON.stringify(typed), settleMs);
  const { data, error } = useWording({
    ...(JSON.parse(settled) as typeof typed),
    contact_uuid: chosen === '' ? null : chosen,
  });
  const contacts = found?.contacts ?? [];
  const keys = contacts.flatMap(({ metadata }) => Object.keys(metadata));
  return {
    contacts,
    total: found?.total ?? 0,
    chosen: contacts.some(({ uuid }) => uuid === chosen) ? chosen : '',
    choose,
    q,
    search: (text) => {
      search(text);
      choose('');
    },
    filled: data?.texts ?? [],
    unknown: data?.unknown ?? [],
    trouble: error?.message,
    custom: [...new Set([...keys, ...Object.keys(data?.values ?? {})])].filter((name) => placeholderName.test(name)),
  };
}
