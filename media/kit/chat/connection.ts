import type { ChatDialect, ChatServer } from '../../line/chat.ts';
import { type Clock, pause, systemClock } from '../clock.ts';
import { openChatClient, refusalOf, retryDelayMs } from './client.ts';
import { adapted, bodyIn, type ChatRequest, openDialect } from './dialect.ts';
import { type ChatPiece, readPieces } from './pieces.ts';

export interface StreamingOptions {
  readonly signal: AbortSignal;
  /** A busy or failing server is tried once more if it may answer within this time; by default it is not. */
  readonly retryWithinMs?: number;
  readonly clock?: Clock;
}

/** A connection to a chat-completions server. It learns from refusals which form of a request the server accepts. */
export interface ChatConnection {
  /** Streams one completion. Rejects with the client's error. Ending the iteration closes the connection. */
  stream(request: ChatRequest, options: StreamingOptions): AsyncGenerator<ChatPiece>;
  readonly dialect: ChatDialect;
}

/** Forms of one request that are tried before its first refusal counts. */
const mostForms = 8;
/** A server may have been restarted with other options, so what it refused is tried again after this time. */
const relearnMs = 10 * 60_000;

/** `timeoutMs` limits every request. A dialect that is `stored` with the server stays until a refusal changes it. */
export function openChatConnection(server: ChatServer, timeoutMs: number, stored?: ChatDialect): ChatConnection {
  const client = openChatClient(server, timeoutMs);
  let learned = stored ?? openDialect;
  let learnedAtMs = 0;

  /** Returns the dialect to begin with. */
  const current = (nowMs: number): ChatDialect =>
    stored === undefined && nowMs - learnedAtMs > relearnMs ? openDialect : learned;

  /** Sends the request in the forms of successive dialects. The one that is accepted is used from then on. */
  async function accepted(request: ChatRequest, signal: AbortSignal, options: StreamingOptions): Promise<Response> {
    const { retryWithinMs = 0, clock = systemClock } = options;
    const lastMs = clock.nowMs() + retryWithinMs;
    const startDialect = current(clock.nowMs());
    let dialect = startDialect;
    let refused: unknown;
    let isRetried = false;
    for (let forms = 1; ; ) {
      try {
        const response = await client.chat.completions.create(bodyIn(dialect, request), { signal }).asResponse();
        if (dialect !== startDialect || dialect !== learned) learnedAtMs = clock.nowMs();
        learned = dialect;
        return response;
      } catch (error) {
        refused ??= error;
        if (signal.aborted) throw refused;
        const refusal = refusalOf(error);
        const next = refusal === undefined || forms === mostForms ? undefined : adapted(dialect, request, refusal);
        const delayMs = next === undefined && !isRetried ? retryDelayMs(error, Date.now()) : undefined;
        if (next !== undefined) {
          dialect = next;
          forms += 1;
        } else if (delayMs !== undefined && retryWithinMs > 0 && clock.nowMs() + delayMs <= lastMs) {
          isRetried = true;
          await pause(clock, delayMs, signal);
        } else throw refused;
      }
    }
  }

  return {
    async *stream(request, options) {
      const controller = new AbortController();
      const abort = (): void => controller.abort(options.signal.reason);
      if (options.signal.aborted) abort();
      options.signal.addEventListener('abort', abort, { once: true });
      try {
        for await (const piece of readPieces(await accepted(request, controller.signal, options), client, controller)) {
          // A server that calls tools accepts them.
          if (piece.type === 'call' && !learned.tools) learned = { ...learned, tools: true };
          yield piece;
        }
      } finally {
        options.signal.removeEventListener('abort', abort);
        controller.abort();
      }
    },
    get dialect() {
      return learned;
    },
  };
}
