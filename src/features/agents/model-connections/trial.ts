import {
  chatFailureOf,
  listModels,
  networkCauseOf,
  refusalOf,
  withoutSecrets,
} from '../../../../media/kit/chat/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { failureSentence, rehearseCall } from '../../../llm/index.ts';
import type { ChosenModels } from './chosen-model.ts';
import { dialectToJson } from './dialect.ts';
import { isLocal } from './schema.ts';
import type { ConnectionRow, ConnectionStore } from './store.ts';

export interface TrialOptions {
  readonly store: ConnectionStore;
  readonly reach: ChosenModels['reach'];
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

const listMs = 8000;
const testMs = 15_000;
/** A model on this machine reads the whole prompt first. */
const localTestMs = 60_000;
const shownCharacters = 500;

/** Sends a connection what a call sends, and stores what was learned or why it failed. */
export function createTrials({ store, reach, now, nowMs }: TrialOptions) {
  async function test(organisation: OrganisationId, uuid: string) {
    const row = await store.get(organisation, uuid);
    return row && report(organisation, row);
  }

  async function report(organisation: OrganisationId, row: ConnectionRow) {
    const failed = async (latencyMs: number, error: string) => {
      await store.change(organisation, row.uuid, { lastError: error, lastErrorAt: now().toISOString() });
      return { ...nothing, ok: false, latency_ms: latencyMs, error };
    };
    const beganMs = nowMs();
    const reached = await reach(organisation, row, localTestMs);
    if (reached.kind === 'unusable') return failed(Math.round(nowMs() - beganMs), reached.reason);
    const { learned: _, ...config } = reached.config;
    const timeoutMs = isLocal(row.baseUrl) ? localTestMs : testMs;
    const rehearsed = await rehearseCall(config, { timeoutMs, nowMs });
    if (rehearsed.kind === 'failed')
      return failed(
        rehearsed.totalMs,
        failureSentence({ ...rehearsed, waitedMs: timeoutMs, serverWords: rehearsed.sentence }),
      );
    const { dialect, text, firstMs, totalMs, tokensPerSecond, notes } = rehearsed;
    await store.change(organisation, row.uuid, { learned: dialect, lastError: null, lastErrorAt: null });
    await store.recovered(organisation, row.uuid);
    return {
      ok: true,
      latency_ms: totalMs,
      first_token_ms: firstMs,
      tokens_per_second: tokensPerSecond,
      answer: text.slice(0, shownCharacters),
      error: null,
      notes: [...notes],
      learned: dialectToJson(dialect),
    };
  }

  /** Returns the models that the server of a connection offers, or why it does not list them. */
  async function available(organisation: OrganisationId, uuid: string) {
    const row = await store.get(organisation, uuid);
    if (row === undefined) return undefined;
    const reached = await reach(organisation, row, localTestMs);
    if (reached.kind === 'unusable') return { models: [], error: reached.reason };
    try {
      return { models: [...(await listModels(reached.config, listMs))], error: null };
    } catch (error) {
      const { status, sentence = '' } = refusalOf(error) ?? {};
      const serverWords = withoutSecrets(reached.config, sentence);
      const facts = { code: chatFailureOf(error), status, network: networkCauseOf(error) };
      return { models: [], error: failureSentence({ ...facts, waitedMs: listMs, serverWords }) };
    }
  }

  return { test, available };
}

export type Trials = ReturnType<typeof createTrials>;

const nothing = { first_token_ms: null, tokens_per_second: null, answer: null, notes: [], learned: null };
