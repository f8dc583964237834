import { t } from '../language/text.ts';
import { type Answer, noAnswer, refusal } from './ask.ts';
import { noteChange } from './changes.ts';
import { lapseToken, readToken } from './token.ts';

export interface SendOptions {
  /** Receives the sent share of the body, 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** The server may have rejected the form before its end, and the browser lost the response. */
const brokenOff = {
  ...noAnswer,
  detail: t(
    'The connection broke while the file was being sent. Try again; if it breaks again, the file may be larger than the server accepts.',
  ),
};

/** Sends a form with files through XMLHttpRequest, because `fetch` does not report upload progress. */
export function sendForm<T>(path: string, form: FormData, { onProgress, signal }: SendOptions): Promise<Answer<T>> {
  const token = readToken();
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.responseType = 'json';
    request.open('POST', path);
    request.setRequestHeader('accept', 'application/json');
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status === 401 && token !== undefined) lapseToken(token);
      if (status >= 200 && status < 300) noteChange();
      resolve(status >= 200 && status < 300 ? { ok: true, value: response as T } : refusal(status, response));
    };
    request.onerror = () => resolve(brokenOff);
    request.onabort = () => resolve(noAnswer);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
