import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t } from '../language/text.ts';
import type { paths } from './api.d.ts';
import { type Answer, noAnswer, refusal, signedFetch } from './ask.ts';
import { noteJob } from './begun-jobs.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { readToken } from './token.ts';

type Listed = paths['/v1/contacts']['get']['responses'][200]['content']['application/json'];
export type Contact = Listed['contacts'][number];
type Patch = NonNullable<paths['/v1/contacts/{uuid}']['patch']['requestBody']>['content']['application/json'];
type New = NonNullable<paths['/v1/contacts']['post']['requestBody']>['content']['application/json'];
export type ImportReport =
  paths['/api/voice/customers/import/{uuid}']['get']['responses'][200]['content']['application/json'];
type ImportColumns =
  paths['/api/voice/customers/import/columns']['post']['responses'][200]['content']['application/json'];
export type ImportColumn = ImportColumns['columns'][number];

export interface ContactFilter {
  readonly q?: string;
  readonly tag?: string;
  readonly opted_out?: 'true' | 'false';
}

type ContactQuery = NonNullable<paths['/v1/contacts']['get']['parameters']['query']>;

interface ContactAsk extends ContactFilter, Pick<ContactQuery, 'sort' | 'order'> {
  readonly limit: number;
  readonly offset: number;
}

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const useContacts = (ask: ContactAsk) =>
  useQuery({
    queryKey: ['contacts', ask],
    queryFn: ({ signal }) => valueFrom(client.GET('/v1/contacts', { params: { query: ask }, signal })),
    placeholderData: keepPreviousData,
  });

/** The tags of contacts, the most frequent first. */
export const useTags = (isWanted = true) =>
  useQuery({
    queryKey: ['contacts', 'tags'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/customers/tags', { signal })),
    enabled: isWanted,
  });

export const useContact = (uuid: string) =>
  useQuery({
    queryKey: ['contacts', 'one', uuid],
    queryFn: ({ signal }) => valueFrom(client.GET('/v1/contacts/{uuid}', { ...ofUuid(uuid), signal })),
  });

export const loadContacts = async (ask: ContactAsk): Promise<readonly Contact[]> =>
  (await valueFrom(client.GET('/v1/contacts', { params: { query: ask } }))).contacts;

/** Rejects a number that a contact already has, because the route itself would update that contact. */
export async function addContact(contact: New) {
  const query = { phone: contact.phone, limit: 1 };
  const known = await answerTo(client.GET('/v1/contacts', { params: { query } }));
  const [owner] = known.ok ? known.value.contacts : [];
  if (owner !== undefined) {
    const detail = t('{name} has this number. Edit that contact instead.', {
      name: owner.name ?? t('Another contact'),
    });
    return { ok: false, status: 409, detail, faults: { phone: detail } } as const;
  }
  return answerTo(client.POST('/v1/contacts', { body: contact }));
}
export const changeContact = (uuid: string, change: Patch) =>
  answerTo(client.PATCH('/v1/contacts/{uuid}', { ...ofUuid(uuid), body: change }));
export const removeContact = (uuid: string) => answerTo(client.DELETE('/v1/contacts/{uuid}', ofUuid(uuid)));

type SuppressionList = paths['/api/voice/suppressions']['get']['responses'][200]['content']['application/json'];
export type Suppression = SuppressionList['suppressions'][number];

/** The first page, at the server's maximum size. For managers and admins. */
export const useSuppressions = (isAllowed: boolean) =>
  useQuery({
    queryKey: ['suppressions'],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/suppressions', { params: { query: { limit: 100 } }, signal })),
    enabled: isAllowed,
  });

export const removeSuppression = (uuid: string) =>
  answerTo(client.DELETE('/api/voice/suppressions/{uuid}', ofUuid(uuid)));

const askAgainMs = 700;

/** Polled until the import has ended. */
export const useImport = (uuid: string | undefined) =>
  useQuery({
    queryKey: [t('contact import'), uuid],
    enabled: uuid !== undefined,
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/customers/import/{uuid}', { ...ofUuid(uuid ?? ''), signal })),
    refetchInterval: (query) => (query.state.data?.finished_at == null ? askAgainMs : false),
  });

/** The latest imports, without previews. Polled while one is running or being undone. */
export const useImports = () =>
  useQuery({
    queryKey: [t('contact imports')],
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/customers/import', { params: { query: { limit: 5 } }, signal })),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(({ finished_at: end, undo }) => end === null || undo.status === 'running') === true
        ? askAgainMs
        : false,
  });
export type ListedImport =
  paths['/api/voice/customers/import']['get']['responses'][200]['content']['application/json']['imports'][number];

/** Undoes an import in the background. */
export const undoImport = (uuid: string) =>
  answerTo(client.POST('/api/voice/customers/import/{uuid}/undo', ofUuid(uuid)));

/** Returns the rejected rows as a CSV file, or the server's error message. */
export async function rejectedRows(uuid: string): Promise<Blob | string> {
  const address = new URL(`/api/voice/customers/import/${uuid}/rejected`, window.location.origin);
  const response = await signedFetch(new Request(address)).catch(() => undefined);
  return response?.ok === true ? response.blob() : t('The rejected rows could not be loaded. Try again.');
}

/** Stops the import. Rows already imported are kept. */
export const cancelImport = (uuid: string) =>
  answerTo(client.POST('/api/voice/customers/import/{uuid}/cancel', ofUuid(uuid)));

export async function sendImport(form: FormData): Promise<Answer<{ readonly import_uuid: string }>> {
  const answer = await sendForm<{ readonly import_uuid: string }>('', form);
  if (answer.ok && form.get('dry_run') !== 'true') noteJob({ kind: 'import', id: answer.value.import_uuid });
  return answer;
}

/** Returns the columns of a table. Nothing is stored. */
export function readColumns(file: File): Promise<Answer<ImportColumns>> {
  const form = new FormData();
  form.append('file', file);
  return sendForm('/columns', form);
}

async function sendForm<T>(path: '' | '/columns', form: FormData): Promise<Answer<T>> {
  const token = readToken();
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  try {
    const response = await fetch(`/api/voice/customers/import${path}`, { method: 'POST', headers, body: form });
    const body = await response.json();
    return response.ok ? { ok: true, value: body } : refusal(response.status, body);
  } catch {
    return noAnswer;
  }
}
