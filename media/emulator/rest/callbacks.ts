import { withDeadline } from '../../kit/deadline.ts';
import { isLoopback } from '../answer.ts';

export interface Callback {
  readonly url: string;
  readonly form: Readonly<Record<string, string>>;
  /** Sent as JSON, in the form's place. */
  readonly json?: Readonly<Record<string, unknown>>;
}

export interface SentCallback extends Callback {
  /** 0 when nobody answered. */
  readonly status: number;
  readonly body: string;
}

export interface CallbackSender {
  /** Never rejects. */
  send(callback: Callback): Promise<SentCallback>;
  /** All that were sent, oldest first. */
  readonly sent: readonly SentCallback[];
}

const timeoutMs = 15_000;
const maxKept = 50_000;

/** Headers that sign a callback; empty for one without a signature. */
type Sign = (url: string, form: Callback['form']) => Readonly<Record<string, string>>;

/** Calls back as a provider does, to this machine alone. */
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
  const signed = sign(url, form);
  const sent =
    json === undefined
      ? { headers: signed, body: new URLSearchParams(form) }
      : { headers: { ...signed, 'content-type': 'application/json' }, body: JSON.stringify(json) };
  return withDeadline(timeoutMs, async (signal) => {
    const init = { method: 'POST', ...sent, redirect: 'manual', signal } as const;
    const response = await fetch(url, init);
    return { status: response.status, body: await response.text() };
  });
}
