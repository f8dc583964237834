import type { Transferable } from 'node:worker_threads';
import { type FaultCode, isFault, MediaFault } from '../line/fault.ts';

/** The functions that one side offers to the other: async, with one structured-cloneable argument. */
// biome-ignore lint/suspicious/noExplicitAny: each side names its own argument and result types
export type Offer = Record<string, (argument: any) => any>;

type Answer<F> = F extends (argument: never) => infer R ? Awaited<R> : never;
type Argument<F> = F extends (argument: infer A) => unknown ? A : never;

/** The other side of a port between threads. */
export interface Remote<There extends Offer> {
  /**
   * Calls the function and returns its result. Throws what the other side threw, or `engine_died` when the other side
   * has ended.
   */
  ask<K extends keyof There & string>(
    name: K,
    argument: Argument<There[K]>,
    transfer?: readonly Transferable[],
  ): Promise<Answer<There[K]>>;
  /** Calls the function without waiting for a result. Calls keep their order. */
  tell<K extends keyof There & string>(name: K, argument: Argument<There[K]>, transfer?: readonly Transferable[]): void;
}

interface Request {
  readonly kind: 'ask' | 'tell';
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

type Message =
  | Request
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly code: FaultCode; readonly message: string };

/** A `MessagePort`, or a `Worker`, which acts as one. */
export interface Channel {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own argument
  on(event: string, listener: (argument: any) => void): unknown;
}

/** Connects two threads through a port: each offers functions and calls those of the other. */
export function createRemote<There extends Offer>(port: Channel, here: Offer): Remote<There> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let nextId = 1;
  let isGone = false;

  const post = (message: Message, transfer: readonly Transferable[] = []): void => port.postMessage(message, transfer);

  async function serve(message: Request): Promise<void> {
    try {
      const value = await here[message.name]?.(message.argument);
      if (message.kind === 'ask') post({ kind: 'answer', id: message.id, value });
    } catch (error) {
      if (message.kind === 'tell') throw error;
      const code = isFault(error) ? error.code : 'engine_died';
      post({ kind: 'failure', id: message.id, code, message: error instanceof Error ? error.message : String(error) });
    }
  }

  port.on('message', (message: Message) => {
    switch (message.kind) {
      case 'ask':
      case 'tell':
        return void serve(message);
      case 'answer':
        waiting.get(message.id)?.resolve(message.value);
        break;
      case 'failure':
        waiting.get(message.id)?.reject(new MediaFault(message.code, message.message));
    }
    waiting.delete(message.id);
  });
  const ended = (): MediaFault => new MediaFault('engine_died', 'the other thread ended');
  const gone = (): void => {
    isGone = true;
    for (const asker of waiting.values()) asker.reject(ended());
    waiting.clear();
  };
  // A port emits `close`; a worker emits `exit`.
  port.on('close', gone);
  port.on('exit', gone);

  return {
    ask(name, argument, transfer) {
      if (isGone) return Promise.reject(ended());
      const id = nextId++;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        post({ kind: 'ask', id, name, argument }, transfer);
      });
    },
    tell: (name, argument, transfer) => post({ kind: 'tell', id: 0, name, argument }, transfer),
  };
}
