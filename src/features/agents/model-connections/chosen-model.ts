import type { LlmConfig } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { AgentModel } from '../agents/index.ts';
import { dialectIn } from './dialect.ts';
import { isLocal } from './schema.ts';
import type { SealedParts } from './sealed-part.ts';
import type { ConnectionRow, ConnectionStore } from './store.ts';

export interface ChosenModelOptions {
  readonly store: Pick<ConnectionStore, 'get' | 'standard'>;
  readonly sealed: Pick<SealedParts, 'get'>;
  /** Hosts of the settings that may have any address. */
  readonly allowedHosts: readonly string[];
  /** The model of the installation; undefined for the embedded engine. */
  readonly platform: () => Promise<LlmConfig | undefined>;
  /** Time limits of the settings. */
  readonly patience: Pick<LlmConfig, 'firstTokenTimeoutMs' | 'totalTimeoutMs'>;
  /** Returns a model of this server, started if need be. Rejects with the reason why it is not ready in time. */
  readonly serveLocal: (
    name: string,
    organisation: OrganisationId,
    waitMs: number,
  ) => Promise<Pick<LlmConfig, 'baseUrl' | 'apiKey' | 'headers'>>;
  /** Called when a connection cannot be used. */
  readonly onUnusable: (organisation: OrganisationId, uuid: string, reason: string) => void;
}

/** How to reach a connection, or why it cannot be used. */
export type Reached =
  | { readonly kind: 'config'; readonly config: LlmConfig }
  | { readonly kind: 'unusable'; readonly reason: string };

/** A call does not wait until a large file is loaded. */
const callWaitMs = 2000;
/** The first turn reads the whole prompt on the processor. The caller is asked for a moment meanwhile. */
const localTotalMs = 15_000;

/** Finds the language model of an agent: its own with its fallback, the default of the organisation, or the installation's. */
export function createChosenModels(options: ChosenModelOptions) {
  const { store, sealed, platform } = options;

  async function reach(organisation: OrganisationId, row: ConnectionRow, waitMs = callWaitMs): Promise<Reached> {
    const part = await sealed.get(organisation, row.uuid);
    if (typeof part === 'string') return { kind: 'unusable', reason: secretTroubles[part] };
    const common = { ...options.patience, ...settingsOf(row) };
    if (isLocal(row.baseUrl)) {
      try {
        const local = await options.serveLocal(row.baseUrl.slice('local:'.length), organisation, waitMs);
        return { kind: 'config', config: { ...common, totalTimeoutMs: localTotalMs, readsAhead: true, ...local } };
      } catch (error) {
        return { kind: 'unusable', reason: error instanceof Error ? error.message : String(error) };
      }
    }
    const accepted = row.acceptedHost === null ? [] : [row.acceptedHost];
    return {
      kind: 'config',
      config: {
        ...common,
        baseUrl: row.baseUrl,
        ...(part.apiKey !== null && { apiKey: part.apiKey }),
        ...(Object.keys(part.headers).length > 0 && { headers: part.headers }),
        allowedHosts: [...options.allowedHosts, ...accepted],
      },
    };
  }

  async function usable(organisation: OrganisationId, row: ConnectionRow | undefined): Promise<LlmConfig | undefined> {
    if (row === undefined) return undefined;
    const reached = await reach(organisation, row);
    if (reached.kind === 'config') return reached.config;
    options.onUnusable(organisation, row.uuid, reached.reason);
    return undefined;
  }

  async function standard(organisation: OrganisationId): Promise<LlmConfig | undefined> {
    const row = await store.standard(organisation);
    return row === undefined ? platform() : usable(organisation, row);
  }

  return {
    reach,
    /** Returns the model for work that belongs to no agent; undefined for none. */
    standard,
    /** Returns the model of an agent; undefined for the embedded engine. */
    async ofAgent(organisation: OrganisationId, chosen: AgentModel | null): Promise<LlmConfig | undefined> {
      if (chosen === null) return standard(organisation);
      const [own, fallback] = await Promise.all(
        [chosen.uuid, chosen.fallback_uuid].map(async (uuid) =>
          uuid === null ? undefined : usable(organisation, await store.get(organisation, uuid)),
        ),
      );
      const first = own ?? fallback;
      if (first === undefined) return undefined;
      return {
        ...first,
        ...(chosen.temperature !== null && { temperature: chosen.temperature }),
        ...(own !== undefined && fallback !== undefined && { fallback }),
        speculation: chosen.speculation,
      };
    },
  };
}

function settingsOf(row: ConnectionRow) {
  const learned = dialectIn(row.learned);
  return {
    connection: { uuid: row.uuid, name: row.name },
    model: row.model,
    ...(row.temperature !== null && { temperature: row.temperature }),
    ...(row.maxOutputTokens !== null && { maxOutputTokens: row.maxOutputTokens }),
    ...(row.extraBody !== null && { extraBody: row.extraBody as Record<string, unknown> }),
    ...(learned !== undefined && { learned }),
  };
}

export type ChosenModels = ReturnType<typeof createChosenModels>;
