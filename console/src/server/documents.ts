import { useQuery } from '@tanstack/react-query';
import type { StoredDocument } from './answers.ts';
import type { paths } from './api.d.ts';
import type { Answer } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { type SendOptions, sendForm } from './send-form.ts';

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const renameDocument = (uuid: string, title: string) =>
  answerTo(client.PATCH('/api/kb/documents/{uuid}', { ...ofUuid(uuid), body: { title } }));
export const shareDocument = (uuid: string, visibility: StoredDocument['visibility']) =>
  answerTo(client.PATCH('/api/kb/documents/{uuid}', { ...ofUuid(uuid), body: { visibility } }));
type NewText = NonNullable<paths['/api/kb/documents']['post']['requestBody']>['content']['application/json'];
type NewWebsite = NonNullable<paths['/api/kb/websites']['post']['requestBody']>['content']['application/json'];
type WebsitePatch = NonNullable<
  paths['/api/kb/documents/{uuid}/website']['patch']['requestBody']
>['content']['application/json'];

export const addText = (body: NewText): Promise<Answer<StoredDocument>> =>
  answerTo(client.POST('/api/kb/documents', { body }));
export const addWebsite = (body: NewWebsite): Promise<Answer<StoredDocument>> =>
  answerTo(client.POST('/api/kb/websites', { body }));
export const changeWebsite = (uuid: string, body: WebsitePatch) =>
  answerTo(client.PATCH('/api/kb/documents/{uuid}/website', { ...ofUuid(uuid), body }));
/** Loads the settings of a website again when it has been read. */
export const useWebsite = (uuid: string, processedAt: string | null) =>
  useQuery({
    queryKey: ['website', uuid, processedAt],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/kb/documents/{uuid}/website', { ...ofUuid(uuid), signal })),
  });
export const removeDocument = (uuid: string) => answerTo(client.DELETE('/api/kb/documents/{uuid}', ofUuid(uuid)));

export function uploadDocument(file: File, options: SendOptions): Promise<Answer<StoredDocument>> {
  const form = new FormData();
  form.append('file', file);
  return sendForm('/api/kb/documents', form, options);
}

/** Returns a download URL that needs no credential and is valid for a few minutes. */
export const askForDownload = (uuid: string) =>
  answerTo(client.GET('/api/kb/documents/{uuid}/download-url', ofUuid(uuid)));
