import { z } from 'zod';
import type { LlmConfig } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { failureSentence, type Rehearsed, rehearseCall } from '../../../llm/index.ts';
import type { SecretSettings } from '../../../sealed-settings/index.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { LanguageModelBody, LanguageModelJson } from './schema.ts';

export type PutModel =
  | { readonly kind: 'stored'; readonly setting: LanguageModelJson }
  | { readonly kind: 'key_needed' | 'unsealed'; readonly detail: string };

export type TriedModel =
  | {
      readonly kind: 'tried';
      readonly latencyMs: number;
      readonly firstTokenMs: number | null;
      readonly answer: string | null;
      readonly error: string | null;
      /** What calls must do without, or in another form. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'key_needed'; readonly detail: string };

/**
 * The agents' language model for the whole installation: the one that a superadmin stored, otherwise that of the model
 * routing, otherwise the environment's.
 */
export interface LanguageModelSetting {
  /** Returns the setting without the key. */
  describe(): Promise<LanguageModelJson>;
  put(body: LanguageModelBody): Promise<PutModel>;
  remove(): Promise<LanguageModelJson>;
  /** Sends a model what a call sends, without storing anything. */
  try(body: LanguageModelBody): Promise<TriedModel>;
  /** Returns the model for the next call; undefined for the embedded engine. */
  current(): Promise<LlmConfig | undefined>;
  /** Returns whether a model is stored. It replaces all others. */
  isStored(): Promise<boolean>;
}

export interface LanguageModelSettingOptions {
  readonly settings: SecretSettings;
  /** The environment's model. */
  readonly fallback: LlmConfig | undefined;
  /** Returns the model of the model routing; undefined if its server does not respond. */
  readonly routed: () => Promise<Pick<LlmConfig, 'baseUrl' | 'model'> | undefined>;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
}

const settingName = 'language_model';
/** Stored beside the organisations' secrets, so that key rotation re-encrypts the installation's too. */
const installation = 'installation' as OrganisationId;

const stored = z.object({ base_url: z.string(), model: z.string(), api_key: z.string().nullable() });
type Stored = z.output<typeof stored>;

interface ReadSetting {
  readonly value?: Stored;
  readonly updatedAt?: string;
  readonly trouble?: string;
}

const tryMs = 15_000;
const shownCharacters = 500;

export function createLanguageModelSetting(options: LanguageModelSettingOptions): LanguageModelSetting {
  const { settings, fallback, routed, nowMs } = options;

  async function read(): Promise<ReadSetting> {
    const setting = await settings.get(installation, settingName);
    if (setting.state === 'absent') return {};
    if (setting.state === 'unreadable') return { trouble: secretTroubles[setting.trouble] };
    const parsed = stored.safeParse(JSON.parse(setting.value));
    return parsed.success
      ? { value: parsed.data, updatedAt: setting.updatedAt }
      : { trouble: 'The stored language model is damaged. Store it again.' };
  }

  async function describe(): Promise<LanguageModelJson> {
    const setting = await read();
    const served = setting.value === undefined ? await routed() : undefined;
    return settingJson(setting, served, fallback);
  }

  /** Returns the key to use for a request. A stored key is only sent to the server that it was stored for. */
  async function keyFor(body: LanguageModelBody): Promise<string | null | 'key_needed'> {
    if (body.api_key !== undefined) return body.api_key || null;
    const { value } = await read();
    const now = value ?? (fallback && { base_url: fallback.baseUrl, api_key: fallback.apiKey ?? null });
    if (now === undefined || now.api_key === null) return null;
    return new URL(now.base_url).origin === new URL(body.base_url).origin ? now.api_key : 'key_needed';
  }
  const keyNeeded = {
    kind: 'key_needed',
    detail: 'body api_key: must be sent again because the address leads to another server.',
  } as const;

  return {
    describe,
    async put(body) {
      const key = await keyFor(body);
      if (key === 'key_needed') return keyNeeded;
      const value: Stored = { base_url: body.base_url, model: body.model, api_key: key };
      const trouble = await settings.put(installation, settingName, JSON.stringify(value));
      if (trouble !== undefined) return { kind: 'unsealed', detail: secretTroubles[trouble] };
      return { kind: 'stored', setting: await describe() };
    },
    async remove() {
      await settings.remove(installation, settingName);
      return describe();
    },
    async try(body) {
      const key = await keyFor(body);
      if (key === 'key_needed') return keyNeeded;
      const config = configOf({ base_url: body.base_url, model: body.model, api_key: key });
      return triedOf(await rehearseCall(config, { timeoutMs: tryMs, nowMs }));
    },
    isStored: async () => (await read()).value !== undefined,
    async current() {
      const { value } = await read();
      const chosen = value === undefined ? await routed() : configOf(value);
      return chosen === undefined ? fallback : { ...patienceOf(fallback), ...chosen };
    },
  };
}

function triedOf(rehearsed: Rehearsed): TriedModel {
  const { totalMs: latencyMs } = rehearsed;
  if (rehearsed.kind === 'answered') {
    const { text, firstMs: firstTokenMs, notes } = rehearsed;
    return { kind: 'tried', latencyMs, firstTokenMs, answer: text.slice(0, shownCharacters), error: null, notes };
  }
  const { code, sentence } = rehearsed;
  const error = failureSentence({ ...rehearsed, waitedMs: tryMs, serverWords: code === 'llm_refused' ? '' : sentence });
  return { kind: 'tried', latencyMs, firstTokenMs: null, answer: null, error, notes: [] };
}

const configOf = ({ base_url: baseUrl, model, api_key: apiKey }: Stored): LlmConfig => ({
  baseUrl,
  model,
  ...(apiKey === null ? {} : { apiKey }),
});

/** `LLM_FIRST_TOKEN_MS` and `LLM_TIMEOUT_MS` apply to every model. */
const patienceOf = ({ firstTokenTimeoutMs, totalTimeoutMs }: Partial<LlmConfig> = {}) => ({
  ...(firstTokenTimeoutMs === undefined ? {} : { firstTokenTimeoutMs }),
  ...(totalTimeoutMs === undefined ? {} : { totalTimeoutMs }),
});

/** Describes the model in use: the stored one, otherwise that of the model routing, otherwise the environment's. */
function settingJson(
  setting: ReadSetting,
  served: Pick<LlmConfig, 'model'> | undefined,
  fallback: LlmConfig | undefined,
): LanguageModelJson {
  const { value, updatedAt = null, trouble = null } = setting;
  if (value !== undefined) {
    const { base_url, model, api_key } = value;
    return {
      source: 'settings',
      base_url,
      model,
      has_api_key: api_key !== null,
      updated_at: updatedAt,
      trouble,
    };
  }
  // Its address is in the model routing.
  if (served !== undefined)
    return {
      source: 'model_routing',
      base_url: null,
      model: served.model,
      has_api_key: false,
      updated_at: null,
      trouble,
    };
  const { model = null, apiKey } = fallback ?? {};
  const source = fallback === undefined ? 'none' : 'environment';
  // Responses never contain addresses from the environment.
  return { source, base_url: null, model, has_api_key: apiKey !== undefined, updated_at: null, trouble };
}
