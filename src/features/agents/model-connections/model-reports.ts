import { isDeepStrictEqual } from 'node:util';
import type { CallEvent, ModelUse } from '../../../../media/ports.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { ConnectionStore } from './store.ts';

export interface ModelReportsOptions {
  readonly store: Pick<ConnectionStore, 'callOf' | 'change' | 'failed'>;
  readonly onTrouble: (error: unknown) => void;
  readonly now: () => Date;
}

/** How turns were answered since the start of this process. */
export interface AnsweredTurns {
  /** By the model that was asked first. */
  readonly model: number;
  /** By its fallback. */
  readonly fallback: number;
  /** By the embedded agent, because the models failed. */
  readonly embedded: number;
  /** Number of failures by code. */
  readonly failures: Readonly<Record<string, number>>;
}

export interface ModelReports {
  saw(callUuid: string, event: CallEvent): void;
  readonly answered: AnsweredTurns;
  /** Resolves when everything seen is stored. */
  settled(): Promise<void>;
}

const mostConnections = 1000;
const mostWaiting = 200;
/** A failing server is reported by every turn of every call. */
const sameErrorMs = 10_000;

/** Stores what calls learn of connections and why they fail, and counts who answers. */
export function createModelReports({ store, onTrouble, now }: ModelReportsOptions): ModelReports {
  const turns = { model: 0, fallback: 0, embedded: 0 };
  const failures: Record<string, number> = {};
  const stored = createGrowingCache<{ learned?: unknown; error?: string; atMs: number }>(mostConnections);
  let writing: Promise<void> = Promise.resolve();
  let waiting = 0;

  /** While the database does not answer, further reports are dropped: later turns report the same. */
  function later(work: () => Promise<void>): void {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    writing = writing
      .then(work)
      .catch(onTrouble)
      .finally(() => {
        waiting -= 1;
      });
  }

  async function report(callUuid: string, use: ModelUse & { readonly connection: string }): Promise<void> {
    const error = use.failure === undefined ? undefined : (use.refusal ?? sentenceOf(use.failure));
    const before = stored.get(use.connection) ?? { atMs: Number.NEGATIVE_INFINITY };
    const atMs = now().getTime();
    const isNewDialect = use.learned !== undefined && !isDeepStrictEqual(use.learned, before.learned);
    const isNewError = error !== undefined && (error !== before.error || atMs - before.atMs > sameErrorMs);
    if (!isNewDialect && !isNewError) return;
    const { organisation } = (await store.callOf(callUuid)) ?? {};
    if (organisation === undefined) return;
    stored.set(use.connection, {
      ...before,
      ...(isNewDialect && { learned: use.learned }),
      ...(isNewError && { error }),
      atMs: isNewError ? atMs : before.atMs,
    });
    await store.change(organisation, use.connection, {
      ...(isNewDialect && { learned: use.learned }),
      ...(isNewError && { lastError: error, lastErrorAt: now().toISOString() }),
    });
  }

  return {
    saw(callUuid, event) {
      if (event.type === 'alarm' && event.code === 'language_model_failing')
        return later(async () => {
          const call = await store.callOf(callUuid);
          if (call === undefined) return;
          const trouble = { at: now().toISOString(), detail: event.detail, call_uuid: callUuid };
          await store.failed(call, trouble);
        });
      if (event.type !== 'models') return;
      const { models, brain, discarded } = event.used;
      if (!discarded) turns[brain === 'embedded' ? 'embedded' : models.length > 1 ? 'fallback' : 'model'] += 1;
      for (const use of models) {
        if (use.failure !== undefined) failures[use.failure] = (failures[use.failure] ?? 0) + 1;
        const { connection } = use;
        if (connection !== undefined && (use.failure !== undefined || use.learned !== undefined))
          later(() => report(callUuid, { ...use, connection }));
      }
    },
    get answered() {
      return { ...turns, failures: { ...failures } };
    },
    settled: () => writing,
  };
}

const sentences: Readonly<Record<string, string>> = {
  llm_timeout: 'It did not answer in time during a call.',
  llm_error: 'It could not be reached during a call, or broke off.',
  llm_cut: 'It cut its reply off during a call.',
  llm_garbage: 'Its reply in a call could not be used.',
  llm_withheld: 'Its reply in a call contained confidential instructions.',
};
const sentenceOf = (code: string): string => sentences[code] ?? 'It failed during a call.';
