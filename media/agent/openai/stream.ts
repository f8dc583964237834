import {
  type CallProof,
  type ChatConnection,
  type ChatPiece,
  type ChatRequest,
  chatFailureOf,
  createProofParts,
  serverSentenceOf,
  unreadReplyOf,
} from '../../kit/chat/index.ts';
import type { Clock } from '../../kit/clock.ts';
import { whenAborted } from '../../kit/when-aborted.ts';
import type { JobSignal } from '../../line/engine.ts';
import { createCallParts, type WrittenCall } from './tool-call-parts.ts';
import { writtenCallsIn } from './written-calls.ts';

export interface Patience {
  readonly firstTokenMs: number;
  readonly totalMs: number;
  /** Maximum gap between pieces once speech has begun. */
  readonly stallMs: number;
}

export type StreamEvent =
  | { readonly type: 'text'; readonly text: string }
  /** No piece has come for a moment, or a tool call is being written: words that are complete need not wait. */
  | { readonly type: 'pause' }
  | { readonly type: 'usage'; readonly promptTokens: number; readonly completionTokens: number }
  /** The first-token timeout has passed; the stream continues. */
  | { readonly type: 'slow' }
  /**
   * The last event. A cancelled stream ends without it. `reason`: the server's, undefined if the stream just ended.
   * `proof`: what the server wants back with the calls. `isEmpty`: whether nothing came, not even reasoning.
   */
  | {
      readonly type: 'done';
      readonly reason: string | undefined;
      readonly calls: readonly WrittenCall[];
      readonly proof: CallProof | undefined;
      readonly isEmpty: boolean;
    }
  /** `sentence`: the server's refusal in its own words, if there is one. */
  | { readonly type: 'failed'; readonly code: 'llm_timeout' | 'llm_error'; readonly sentence?: string };

export interface StreamOptions {
  readonly connection: ChatConnection;
  readonly request: ChatRequest;
  readonly patience: Patience;
  readonly clock: Clock;
  readonly signal: JobSignal;
  /** Whether words have arrived that the caller hears. From then on the stall limit applies. */
  readonly speaking: () => boolean;
}

/** A gap between pieces after which a complete sentence is spoken. */
const pauseMs = 300;

/** Streams one completion within its time limits. Ending the iteration in any way closes the connection. */
export async function* streamCompletion(options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { connection, request, patience, clock, signal, speaking } = options;
  const controller = new AbortController();
  const unwatch = whenAborted(signal, () => controller.abort());
  const startMs = clock.nowMs();
  let slow = false;
  try {
    const retryWithinMs = patience.totalMs / 2;
    const events = eventsOf(connection.stream(request, { signal: controller.signal, retryWithinMs, clock }));
    let next = events.next();
    let waitedMs = 0;
    for (;;) {
      const spentMs = clock.nowMs() - startMs;
      const limitMs = speaking()
        ? patience.stallMs - waitedMs
        : (slow ? patience.totalMs : patience.firstTokenMs) - spentMs;
      const isFirstWait = waitedMs === 0;
      const result = await within(next, isFirstWait ? Math.min(limitMs, pauseMs) : limitMs, clock);
      if (signal.aborted) return;
      if (result === 'late' && isFirstWait && pauseMs < limitMs) {
        waitedMs = pauseMs;
        yield { type: 'pause' };
      } else if (result === 'late') {
        if (speaking() || slow) return yield { type: 'failed', code: 'llm_timeout' };
        slow = true;
        yield { type: 'slow' };
      } else if ('error' in result) {
        const sentence = serverSentenceOf(result.error);
        // On a busy machine, the limit of the request may pass before this one is looked at.
        const code = chatFailureOf(result.error) === 'llm_timeout' ? 'llm_timeout' : 'llm_error';
        return yield { type: 'failed', code, ...(sentence !== '' && { sentence }) };
      } else {
        if (result.done === true) return;
        yield result.value;
        next = events.next();
        waitedMs = 0;
      }
    }
  } finally {
    unwatch();
    controller.abort();
  }
}

type Settled<T> = T | 'late' | { readonly error: unknown };

async function within<T extends object>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<Settled<T>> {
  let cancel = (): void => {};
  const late = new Promise<'late'>((resolve) => {
    cancel = clock.after(Math.max(0, limitMs), () => resolve('late'));
  });
  try {
    return await Promise.race([promise.catch((error: unknown) => ({ error })), late]);
  } finally {
    cancel();
  }
}

async function* eventsOf(pieces: AsyncIterable<ChatPiece>): AsyncGenerator<StreamEvent> {
  const parts = createCallParts();
  let reason: string | undefined;
  let hasText = false;
  const proofs = createProofParts();
  try {
    for await (const piece of pieces) {
      if (piece.type === 'text') {
        hasText = true;
        yield { type: 'text', text: piece.text };
      } else if (piece.type === 'finish') reason = piece.reason;
      else if (piece.type === 'usage') yield piece;
      else if (piece.type === 'proof') proofs.add(piece.proof);
      else {
        parts.add(piece.delta);
        // Each piece shows that the server has not stalled.
        yield { type: 'pause' };
      }
    }
  } catch (error) {
    // Calls that the server could not read are read here, and go back to the model if they cannot be carried out.
    const unread = unreadReplyOf(error);
    if (hasText || writtenCallsIn(unread).length === 0) throw error;
    hasText = true;
    yield { type: 'text', text: unread };
    reason = 'tool_calls';
  }
  const { calls } = parts;
  const isEmpty = !hasText && calls.length === 0 && proofs.proof === undefined;
  yield { type: 'done', reason, calls, proof: proofs.proof, isEmpty };
}
