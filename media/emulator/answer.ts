import { withDeadline } from '../kit/deadline.ts';
import type { Answer } from './answer-document.ts';
import { type FarDialectName, farDialects } from './dialects.ts';
import type { AnswerQuestion } from './far-dialect.ts';

export type { Answer } from './answer-document.ts';

export interface AskOptions extends AnswerQuestion {
  readonly dialect: FarDialectName;
  /** The server's control address, for example `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  readonly allowRemote?: boolean;
  readonly timeoutMs?: number;
}

/** Providers read at most this much of a response, and wait this long for it. */
const maxAnswerBytes = 100_000;
const answerTimeoutMs = 15_000;

/** Starts a call as the dialect's provider does. Never rejects. */
export async function askForStream(options: AskOptions): Promise<Answer> {
  const { dialect, baseUrl, allowRemote = false } = options;
  if (!URL.canParse(baseUrl)) return { kind: 'unreachable', detail: `${baseUrl} is not an address` };
  if (!allowRemote && !isLoopback(baseUrl)) return notLocal(baseUrl);
  const request = farDialects[dialect].ask(options);
  if ('kind' in request) return request;
  const got = await fetchText(new URL(request.path, baseUrl), request.init, options.timeoutMs ?? answerTimeoutMs);
  if ('kind' in got) return got;
  if (got.status !== 200) return { kind: 'refused', status: got.status, detail: detailOf(got.body) };
  const answer = farDialects[dialect].readAnswer(got.body);
  if (answer.kind === 'stream' && !allowRemote && !isLoopback(answer.url)) return notLocal(answer.url);
  return answer;
}

async function fetchText(
  url: URL,
  init: RequestInit,
  timeoutMs: number,
): Promise<{ status: number; body: string } | Answer> {
  try {
    return await withDeadline(timeoutMs, (signal) => readText(url, { ...init, redirect: 'manual', signal }));
  } catch (error) {
    return { kind: 'unreachable', detail: `${url.origin}: ${causeOf(error)}` };
  }
}

async function readText(url: URL, init: RequestInit): Promise<{ status: number; body: string } | Answer> {
  const headers = new Headers(init.headers);
  // A server that is short of connections closes idle ones, also just as a request is sent on them, and a POST is not
  // repeated.
  headers.set('connection', 'close');
  const response = await fetch(url, { ...init, headers });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) return { kind: 'unreadable', detail: `the answer is over ${maxAnswerBytes} bytes` };
    chunks.push(chunk);
  }
  return { status: response.status, body: Buffer.concat(chunks).toString('utf8') };
}

/** `fetch` hides the cause behind "fetch failed". */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message;
}

/** Our own errors are `{detail}`; of other bodies the beginning is shown. */
function detailOf(body: string): string {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown };
    if (typeof detail === 'string') return detail;
  } catch {
    // Not JSON: shown unchanged.
  }
  return body.slice(0, 200);
}

const notLocal = (address: string): Answer => ({ kind: 'not_local', detail: `${address} is not on this machine` });

export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
