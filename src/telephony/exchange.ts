import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** One request to a provider and its result. */
export type Exchanged =
  /** `body` is undefined where it was not JSON, or too long. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The request never left: nothing can have come of it. */
  | { readonly kind: 'unreached'; readonly detail: string }
  /** It may have arrived. */
  | { readonly kind: 'unanswered'; readonly detail: string };

/**
 * Decides, once there is a connection, whether a request is sent on it: it is not unless `send` is called, which
 * resolves when the request was given to the network. What it throws is what the exchange throws.
 */
export type Sending = (send: () => Promise<void>) => Promise<void>;

export interface Asking {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** At once by default. */
  readonly sending?: Sending | undefined;
}

export type Exchange = (asking: Asking) => Promise<Exchanged>;

const maxAnswerBytes = 256 * 1024;
/** Servers close connections that are idle for longer, and a request that meets that is in doubt. */
const idleMs = 3000;
const mostFree = 64;

/**
 * Asks once; redirects are not followed. Rejects with what `sending` throws, and with nothing else. The time limit is
 * that of connecting and then, again, that of the answer: what `sending` waits for counts in neither. Nobody waits for
 * somebody else's connection: callers have a bound of their own.
 */
export function createExchange({ timeoutMs }: { readonly timeoutMs: number }): Exchange {
  const kept = { keepAlive: true, timeout: idleMs, maxFreeSockets: mostFree } as const;
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) } as const;

  function open({ url, method, headers, body }: Asking, signal: AbortSignal): ClientRequest {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length }, signal };
    return new URL(url).protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: agents.https })
      : httpRequest(url, { ...options, agent: agents.http });
  }

  return async (asking) => {
    const limit = timeLimit(timeoutMs);
    let isSent = false;
    const fault: { ofSending?: { readonly error: unknown } } = {};
    try {
      limit.start();
      const request = open(asking, limit.signal);
      const answered = answerOf(request);
      const send = async (): Promise<void> => {
        if (request.destroyed) return;
        isSent = true;
        limit.start();
        await new Promise<void>((resolve) => {
          request.once('close', resolve);
          request.end(asking.body, () => resolve());
        });
      };
      await Promise.race([connected(request), answered]);
      limit.stop();
      await (asking.sending ?? ((go) => go()))(send).catch((error: unknown) => {
        fault.ofSending = { error };
      });
      if (!isSent) request.destroy();
      const response = await answered;
      return { kind: 'answered', status: response.statusCode ?? 0, body: await jsonOf(response) };
    } catch (error) {
      if (fault.ofSending !== undefined) throw fault.ofSending.error;
      const detail = `The request to the provider failed: ${causeOf(error)}.`;
      return { kind: isSent ? 'unanswered' : 'unreached', detail };
    } finally {
      limit.stop();
    }
  };
}

/** Aborts after so long; begun again, it counts from there. */
function timeLimit(ms: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    signal: controller.signal,
    start(): void {
      stop();
      timer = setTimeout(() => controller.abort(), ms);
    },
    stop,
  };
}

function connected(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    request.once('socket', (socket) => {
      const isSecure = 'secureConnecting' in socket;
      const isOpen =
        !socket.connecting && !(isSecure && (socket as TLSSocket & { secureConnecting: boolean }).secureConnecting);
      if (isOpen) resolve();
      else socket.once(isSecure ? 'secureConnect' : 'connect', () => resolve());
    });
  });
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('the connection was closed')));
  });
  // Those who wait for it may still need it.
  answered.catch(() => {});
  return answered;
}

/** The status counts whatever becomes of the body. */
async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) return undefined;
      pieces.push(piece);
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason was given';
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no response in time';
  const code = 'code' in error ? String(error.code) : '';
  return code === '' ? error.message : code;
}

export const basicAuth = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
