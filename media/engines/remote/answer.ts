import { MediaFault } from '../../line/fault.ts';

const mostErrorBytes = 4096;

/** Throws `speech_engine_failed` unless the server accepts the request. */
export async function checkAnswer(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const code = codeIn((await response.text().catch(() => '')).slice(0, mostErrorBytes));
  const retryAfterMs = retryAfterMsOf(response);
  throw new MediaFault(
    'speech_engine_failed',
    `${what} returned ${response.status}${code === undefined ? '' : ` (${code})`}`,
    retryAfterMs === undefined ? {} : { retryAfterMs },
  );
}

const leastRestMs = 1000;
const mostRestMs = 5 * 60_000;

/** Returns the delay that a busy server requests, between 1 s and 5 min. */
function retryAfterMsOf({ status, headers }: Response): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === null || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
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
