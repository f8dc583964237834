import { MediaFault } from '../../line/fault.ts';

const mostErrorBytes = 4096;
/** Words with their times: an utterance of half a minute has about 20 kB. */
const mostJsonBytes = 1_000_000;

/** Throws `speech_engine_failed` unless the server accepts the request. */
export async function checkAnswer(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const code = codeIn((await beginningOf(response, mostErrorBytes).catch(() => undefined))?.text ?? '');
  const retryAfterMs = retryAfterMsOf(response);
  const rejectsKey = response.status === 401 || response.status === 403;
  throw new MediaFault(
    'speech_engine_failed',
    `${what} returned ${response.status}${code === undefined ? '' : ` (${code})`}${rejectsKey ? ': the server rejects the key' : ''}`,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

/** The JSON of an answer. Throws `speech_engine_failed` for anything else, and for an answer without an end. */
export async function jsonOf(response: Response, what: string): Promise<unknown> {
  const { text, isWhole } = await beginningOf(response, mostJsonBytes);
  if (!isWhole) throw new MediaFault('speech_engine_failed', `${what} returned more than ${mostJsonBytes / 1e6} MB`);
  try {
    return JSON.parse(text);
  } catch {
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'an answer without a type';
    throw new MediaFault('speech_engine_failed', `${what} returned ${type} in place of JSON`);
  }
}

/** No more of the answer is read than this, and the connection is closed where there is more. */
async function beginningOf(
  { body }: Response,
  mostBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > mostBytes) break;
  }
  const text = Buffer.concat(pieces).subarray(0, mostBytes).toString('utf8');
  return { text, isWhole: bytes <= mostBytes };
}

const leastRestMs = 1000;
const mostRestMs = 5 * 60_000;

/** Returns the delay that a busy server requests, between 1 s and 5 min. */
function retryAfterMsOf({ status, headers }: Response): number | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter === null || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(mostRestMs, Math.max(leastRestMs, ms));
}

/** Returns the server's error code, never its message, which may repeat the request. */
function codeIn(body: string): string | undefined {
  try {
    const parsed = JSON.parse(body) as { error?: { code?: unknown; type?: unknown } };
    const code = parsed.error?.code ?? parsed.error?.type;
    return typeof code === 'string' && /^[\w-]{1,64}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
