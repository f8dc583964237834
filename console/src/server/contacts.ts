import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readToken } from '../account/token.ts';
import type { paths } from './api.d.ts';
import { type Answer, noAnswer, refusal } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';

type Listed = paths['/v1/contacts']['get']['responses'][200]['content']['application/json'];
export type Contact = Listed['contacts'][number];
type Patch = NonNullable<paths['/v1/contacts/{uuid}']['patch']['requestBody']>['content']['application/json'];
type New = NonNullable<paths['/v1/contacts']['post']['requestBody']>['content']['application/json'];
export type ImportReport =
  paths['/api/voice/customers/import/{uuid}']['get']['responses'][200]['content']['application/json'];

interface ContactAsk {
  readonly limit: number;
  readonly offset: number;
  readonly q?: string;
  readonly tag?: string;
}

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const useContacts = (ask: ContactAsk) =>
  useQuery({
    queryKey: ['contacts', ask],
    queryFn: ({ signal }) => valueFrom(client.GET('/v1/contacts', { params: { query: ask }, signal })),
    placeholderData: keepPreviousData,
  });

export const addContact = (contact: New) => answerTo(client.POST('/v1/contacts', { body: contact }));
export const changeContact = (uuid: string, change: Patch) =>
  answerTo(client.PATCH('/v1/contacts/{uuid}', { ...ofUuid(uuid), body: change }));
export const removeContact = (uuid: string) => answerTo(client.DELETE('/v1/contacts/{uuid}', ofUuid(uuid)));

const askAgainMs = 700;

/** Asked for again until the import is over. */
export const useImport = (uuid: string | undefined) =>
  useQuery({
    queryKey: ['contact import', uuid],
    enabled: uuid !== undefined,
    queryFn: ({ signal }) =>
      valueFrom(client.GET('/api/voice/customers/import/{uuid}', { ...ofUuid(uuid ?? ''), signal })),
    refetchInterval: (query) => (query.state.data?.finished_at == null ? askAgainMs : false),
  });

export async function sendImport(form: FormData): Promise<Answer<{ readonly import_uuid: string }>> {
  const token = readToken();
  const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  try {
    const response = await fetch('/api/voice/customers/import', { method: 'POST', headers, body: form });
    const body = await response.json();
    return response.ok ? { ok: true, value: body } : refusal(response.status, body);
  } catch {
    return noAnswer;
  }
}
