import { Fragment, type ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { useAgents } from '../../server/agents.ts';
import type { AuditEvent } from '../../server/answers.ts';
import { useFlows } from '../../server/queries.ts';
import { Link } from '../../shared/navigation/router.tsx';

export interface Named {
  readonly text: string;
  /** The page of the subject, if it has one. */
  readonly href?: string;
}
export type SubjectNames = (event: AuditEvent) => readonly Named[];

const all = { limit: 100, offset: 0 };
/** What a path refers to, and where its page is. */
const kinds: readonly { readonly path: RegExp; readonly word: string; readonly page?: string }[] = [
  { path: /\/(?:flows|campaigns)\/\{/, word: t('Campaign'), page: 'campaigns' },
  { path: /\/api\/voice\/agents\/\{/, word: t('Agent'), page: 'agents' },
  { path: /\/calls\/\{/, word: t('Call'), page: 'calls' },
  { path: /\/kb\/documents\/\{/, word: t('Document'), page: 'documents' },
  { path: /\/pf-coach\/personas\/\{/, word: t('Persona'), page: 'personas' },
  { path: /\/pf-coach\/scenarios\/\{/, word: t('Scenario'), page: 'scenarios' },
  { path: /\/pf-coach\/runs\/\{/, word: t('Practice run'), page: 'runs' },
  { path: /\/(?:contacts|customers)\/\{/, word: t('Contact') },
  { path: /\/queues\/\{/, word: t('Queue') },
  { path: /\/webhooks\/\{/, word: t('Webhook') },
  { path: /\/listening-sessions\/\{/, word: t('Session') },
];

/** Returns the subject of each change, by name where known. `nameOf` returns a user's name. */
export function useSubjectNames(nameOf: (uuid: string) => string): SubjectNames {
  const agents = useAgents(all).data?.agents ?? [];
  const flows = useFlows().data?.flows ?? [];
  const known = new Map([...agents, ...flows].map(({ uuid, name }) => [uuid, name]));
  return ({ action, subject }) =>
    Object.entries(subject).map(([field, id]) => {
      if (field === 'user_uuid') return { text: nameOf(id) };
      const kind = kinds.find(({ path }) => path.test(action));
      const text = known.get(id) ?? [kind?.word, inShort(id)].filter(Boolean).join(' ');
      const isGone = action.startsWith('DELETE ');
      return kind?.page === undefined || isGone ? { text } : { text, href: `/${kind.page}/${id}` };
    });
}

/** Returns the beginning of a UUID. */
const inShort = (id: string): string => (/^[0-9a-f]{8}-/.test(id) ? id.slice(0, 8) : id);

export const SubjectLinks = ({ names }: { readonly names: readonly Named[] }): ReactNode =>
  names.map(({ text, href }, index) => (
    <Fragment key={text}>
      {index > 0 && ', '}
      {href === undefined ? text : <Link href={href}>{text}</Link>}
    </Fragment>
  ));
