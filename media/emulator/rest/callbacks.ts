import { withDeadline } from '../../kit/deadline.ts';
import { isLoopback } from '../answer.ts';

export interface Callback {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  /** JSON body, sent instead of the form. */
  readonly json?: Readonly<Record<string, unknown>>;
}

export interface SentCallback extends Callback {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly body: string;
}

export interface CallbackSender {
  /** Never rejects. */
  send(callback: Callback): Promise<SentCallback>;
  /** All callbacks sent, oldest first. */
  readonly sent: readonly SentCallback[];
}

const timeoutMs = 15_000;
const maxKept = 50_000;

/** Returns the headers that sign a callback with this body; empty for an unsigned one. */
type Sign = (url: string, form: Callback['form'], body: string) => Readonly<Record<string, string>>;

/** Sends callbacks as a provider does, but only to this machine. */
export function createCallbackSender(sign: Sign): CallbackSender {
  const sent: SentCallback[] = [];
  return {
    sent,
    async send(callback) {
      const answer = await post(callback, sign).catch(() => ({ status: 0, body: '' }));
      const done = { ...callback, ...answer };
      if (sent.length < maxKept) sent.push(done);
      return done;
    },
  };
}

async function post({ url, form, json }: Callback, sign: Sign): Promise<{ status: number; body: string }> {
  if (!URL.canParse(url) || !isLoopback(url)) return { status: 0, body: '' };
  const [type, body] =
    json === undefined
      ? ['application/x-www-form-urlencoded;charset=UTF-8', new URLSearchParams(form).toString()]
      : ['application/json', JSON.stringify(json)];
  const sent = { headers: { ...sign(url, form, body), 'content-type': type }, body };
  return withDeadline(timeoutMs, async (signal) => {
    const init = { method: 'POST', ...sent, redirect: 'manual', signal } as const;
    const response = await fetch(url, init);
    return { status: response.status, body: await response.text() };
  });
}
