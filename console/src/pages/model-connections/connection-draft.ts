import { t } from '../../language/text.ts';
import type { ModelConnection, NewModelConnection } from '../../server/model-connections.ts';
import { objectIn } from '../../shared/form/json-object.ts';
import type { Prepared } from '../../shared/form/use-draft.ts';

export interface HeaderRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** An unsaved connection. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  /** Empty: the stored key, if there is one and `forgetsKey` is false. */
  readonly apiKey: string;
  readonly forgetsKey: boolean;
  /** Undefined: the stored headers. */
  readonly headers: readonly HeaderRow[] | undefined;
  readonly temperature: number | string;
  readonly maxOutputTokens: number | string;
  readonly extraBody: string;
  readonly isDefault: boolean;
}

export const newConnectionDraft: ConnectionDraft = {
  name: '',
  baseUrl: '',
  model: '',
  apiKey: '',
  forgetsKey: false,
  headers: undefined,
  temperature: '',
  maxOutputTokens: '',
  extraBody: '',
  isDefault: false,
};

export const draftOf = (connection: ModelConnection): ConnectionDraft => ({
  ...newConnectionDraft,
  name: connection.name,
  baseUrl: connection.base_url,
  model: connection.model,
  temperature: connection.temperature ?? '',
  maxOutputTokens: connection.max_output_tokens ?? '',
  extraBody: connection.extra_body === null ? '' : JSON.stringify(connection.extra_body, null, 2),
  isDefault: connection.is_default,
});

/** The fields that the form can mark. */
export const connectionFields = [
  ...['name', 'base_url', 'model', 'api_key', 'headers', 'temperature', 'max_output_tokens', 'extra_body'],
];

const longestName = 120;

/** Returns the request body, without the secrets that are to stay as they are. */
export function bodyOf(draft: ConnectionDraft): Prepared<NewModelConnection> {
  const extraBody = draft.extraBody.trim() === '' ? null : objectIn(draft.extraBody);
  if (extraBody === undefined)
    return { ok: false, trouble: undefined, faults: { extra_body: t('This is not a JSON object.') } };
  const key = draft.apiKey.trim();
  const body: NewModelConnection = {
    name: draft.name.trim() || draft.model.trim().slice(0, longestName),
    base_url: draft.baseUrl.trim(),
    model: draft.model.trim(),
    temperature: numberOf(draft.temperature),
    max_output_tokens: numberOf(draft.maxOutputTokens),
    extra_body: extraBody,
    is_default: draft.isDefault,
    ...(key !== '' ? { api_key: key } : draft.forgetsKey && { api_key: null }),
    ...(draft.headers !== undefined && {
      headers: Object.fromEntries(draft.headers.map(({ name, value }) => [name.trim(), value])),
    }),
  };
  return { ok: true, body };
}

const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));
