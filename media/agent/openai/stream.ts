import type OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { Clock } from '../../kit/clock.ts';
import { whenAborted } from '../../kit/when-aborted.ts';
import type { JobSignal } from '../../line/engine.ts';
import type { ToolCall } from './notes.ts';

interface ModelCall {
  readonly model: string;
  readonly messages: ChatCompletionMessageParam[];
  readonly tools: ChatCompletionTool[];
}

export interface Patience {
  readonly firstTokenMs: number;
  readonly totalMs: number;
  /** Maximum gap between pieces once speech has begun. */
  readonly stallMs: number;
}

export type StreamEvent =
  | { readonly type: 'text'; readonly text: string }
  /** The first-token timeout has passed; the stream continues. */
  | { readonly type: 'slow' }
  | { readonly type: 'calls'; readonly calls: readonly ToolCall[] }
  /** The last event. A cancelled stream ends without it. */
  | { readonly type: 'done'; readonly finished: boolean }
  | { readonly type: 'failed'; readonly code: 'llm_timeout' | 'llm_error' };

export interface StreamOptions {
  readonly client: OpenAI;
  readonly call: ModelCall;
  readonly patience: Patience;
  readonly clock: Clock;
  readonly signal: JobSignal;
  /** Whether a phrase has been spoken. From then on the stall limit applies. */
  readonly speaking: () => boolean;
}

/** Streams one completion within its time limits. Ending the iteration in any way closes the connection. */
export async function* streamCompletion(options: StreamOptions): AsyncGenerator<StreamEvent> {
  const { patience, clock, signal, speaking } = options;
  const controller = new AbortController();
  const unwatch = whenAborted(signal, () => controller.abort());
  const startMs = clock.nowMs();
  let slow = false;
  try {
    const pieces = read(options, controller);
    let next = pieces.next();
    for (;;) {
      const spentMs = clock.nowMs() - startMs;
      const limitMs = speaking() ? patience.stallMs : (slow ? patience.totalMs : patience.firstTokenMs) - spentMs;
      const result = await within(next, limitMs, clock);
      if (signal.aborted) return;
      if (result === 'late') {
        if (speaking() || slow) return yield { type: 'failed', code: 'llm_timeout' };
        slow = true;
        yield { type: 'slow' };
        continue;
      }
      if (result === 'broken') return yield { type: 'failed', code: 'llm_error' };
      if (result.done === true) return;
      yield result.value;
      next = pieces.next();
    }
  } finally {
    unwatch();
    controller.abort();
  }
}

/** Maps errors to `broken`, since their messages may contain the request. */
async function within<T>(promise: Promise<T>, limitMs: number, clock: Clock): Promise<T | 'late' | 'broken'> {
  let cancel = (): void => {};
  const late = new Promise<'late'>((resolve) => {
    cancel = clock.after(Math.max(0, limitMs), () => resolve('late'));
  });
  try {
    return await Promise.race([promise.catch((): 'broken' => 'broken'), late]);
  } finally {
    cancel();
  }
}

async function* read({ client, call }: StreamOptions, controller: AbortController): AsyncGenerator<StreamEvent> {
  const stream = await client.chat.completions.create(
    { model: call.model, messages: call.messages, tools: call.tools, stream: true },
    { signal: controller.signal },
  );
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  let finished = false;
  for await (const chunk of stream) {
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    const text = choice.delta?.content;
    if (typeof text === 'string' && text !== '') yield { type: 'text', text };
    for (const delta of choice.delta?.tool_calls ?? []) {
      const known = calls.get(delta.index) ?? { id: '', name: '', arguments: '' };
      calls.set(delta.index, {
        id: known.id || (delta.id ?? ''),
        name: known.name || (delta.function?.name ?? ''),
        arguments: known.arguments + (delta.function?.arguments ?? ''),
      });
    }
    if (choice.finish_reason !== null && choice.finish_reason !== undefined) finished = true;
  }
  if (calls.size > 0) {
    const all = [...calls.values()].map((each, i) => ({ ...each, id: each.id === '' ? `call_${i}` : each.id }));
    yield { type: 'calls', calls: all };
  }
  yield { type: 'done', finished };
}
