import { dropToken, readToken } from '../account/token.ts';
import type { StoredDocument } from './answers.ts';
import { type Answer, noAnswer, refusal } from './ask.ts';
import { answerTo, client } from './client.ts';

const ofUuid = (uuid: string) => ({ params: { path: { uuid } } });

export const renameDocument = (uuid: string, title: string) =>
  answerTo(client.PATCH('/api/kb/documents/{uuid}', { ...ofUuid(uuid), body: { title } }));
export const removeDocument = (uuid: string) => answerTo(client.DELETE('/api/kb/documents/{uuid}', ofUuid(uuid)));

export interface UploadOptions {
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The server may have refused it on the way, and the browser lost what it said. */
const brokenOff = {
  ...noAnswer,
  detail:
    'The connection broke while the file was being sent. Try again; if it breaks again, the file may be larger than the server takes.',
};

/** `fetch` tells nothing of how far a body has gone. */
export function uploadDocument(file: File, { onProgress, signal }: UploadOptions): Promise<Answer<StoredDocument>> {
  const token = readToken();
  const form = new FormData();
  form.append('file', file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.open('POST', '/api/kb/documents');
    request.setRequestHeader('accept', 'application/json');
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status === 401 && token !== undefined) dropToken(token);
      resolve(status === 201 ? { ok: true, value: response } : refusal(status, response));
    };
    request.onerror = () => resolve(brokenOff);
    request.onabort = () => resolve(noAnswer);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Where the browser's own download finds the file, for a few minutes: it bears no credential. */
export const askForDownload = (uuid: string) =>
  answerTo(client.GET('/api/kb/documents/{uuid}/download-url', ofUuid(uuid)));
