import type { Database } from '../data/index.ts';
import type { CallEnded } from '../features/calls/index.ts';
import { createCallInteractions, createTranscriptStore } from '../features/interactions/index.ts';

export interface InteractionsModuleOptions {
  readonly database: Database;
  readonly callEnded: CallEnded;
  readonly now: () => Date;
}

/** The record of every finished conversation, and its transcript. */
export function openInteractionsModule({ database, callEnded, now }: InteractionsModuleOptions) {
  const transcripts = createTranscriptStore(database);
  callEnded.subscribeSpoken(createCallInteractions({ database, transcripts, now }));
  return { transcripts };
}

export type Interactions = ReturnType<typeof openInteractionsModule>;
