import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { parseJson } from '../../media/kit/parse-json.ts';
import { type HostGuard, hostGuard } from './host-guard.ts';

/** Result of one request to a provider. */
export type Exchanged =
  /** `body` is undefined if it was too long or not JSON. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** The request was never sent and had no effect. */
  | { readonly kind: 'unreached'; readonly detail: string }
  /** The request may have arrived. */
  | { readonly kind: 'unanswered'; readonly detail: string };

/**
 * Decides, once connected, whether the request is sent: it is sent only if `send` is called, which resolves when the
 * request has been handed to the network. The exchange rejects with whatever this throws.
 */
export type Sending = (send: () => Promise<void>) => Promise<void>;

export interface Asking {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sends immediately by default. */
  readonly sending?: Sending | undefined;
}

export type Exchange = (asking: Asking) => Promise<Exchanged>;

const maxAnswerBytes = 256 * 1024;
/** Servers close connections that are idle for longer, which leaves the result of a request unknown. */
const idleMs = 3000;
const mostFree = 64;

export interface ExchangeOptions {
  readonly timeoutMs: number;
  /** If set, requests go to public addresses and to these hosts only. */
  readonly allowedHosts?: readonly string[];
}

/**
 * Sends one request without following redirects. Rejects only with errors thrown by `sending`. The time limit applies
 * to connecting and again to the response; time spent in `sending` counts in neither. Requests do not queue for
 * connections: callers limit their own concurrency.
 */
export function createExchange({ timeoutMs, allowedHosts }: ExchangeOptions): Exchange {
  const agentOptions = { keepAlive: true, timeout: idleMs, maxFreeSockets: mostFree } as const;
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) } as const;

  function open({ url, method, headers, body }: Asking, guard: HostGuard, signal: AbortSignal): ClientRequest {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length }, signal, ...guard };
    return new URL(url).protocol === 'https:'
      ? httpsRequest(url, { ...options, agent: agents.https })
      : httpRequest(url, { ...options, agent: agents.http });
  }

  return async (asking) => {
    const guard = allowedHosts === undefined ? {} : hostGuard(asking.url, allowedHosts);
    if ('refusal' in guard)
      return { kind: 'unreached', detail: `The request to the provider failed: ${guard.refusal}.` };
    const limit = timeLimit(timeoutMs);
    let isSent = false;
    const fault: { ofSending?: { readonly error: unknown } } = {};
    try {
      limit.start();
      const request = open(asking, guard, limit.signal);
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

/** Aborts after `ms`; `start` restarts the timer. */
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
  // Prevents an unhandled rejection; callers await the promise later.
  answered.catch(() => {});
  return answered;
}

/** An unreadable body gives undefined: the status still counts. */
async function jsonOf(response: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) return undefined;
      pieces.push(piece);
    }
    return parseJson(Buffer.concat(pieces).toString('utf8'));
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
