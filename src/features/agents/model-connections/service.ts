import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { CheckAddress } from './addresses.ts';
import { dialectIn, dialectToJson } from './dialect.ts';
import { type ConnectionJson, type ConnectionPatch, isLocal, maxConnections, type NewConnection } from './schema.ts';
import type { SealedPart, SealedParts } from './sealed-part.ts';
import type { ConnectionFields, ConnectionRow, ConnectionStore, RemoveResult } from './store.ts';

/** `refused`: the sentence names the field. `unsealed`: the secrets cannot be encrypted. */
export type Written =
  | { readonly kind: 'stored'; readonly connection: ConnectionJson }
  | { readonly kind: 'refused' | 'unsealed'; readonly detail: string }
  | { readonly kind: 'unknown' | 'too_many' };

export interface Asker {
  readonly organisation: OrganisationId;
  readonly isSuperadmin: boolean;
}

export interface ConnectionsOptions {
  readonly store: ConnectionStore;
  readonly sealed: SealedParts;
  readonly check: CheckAddress;
  readonly now: () => Date;
}

export type Connections = ReturnType<typeof createConnections>;

/** Language models that an organisation has connected. */
export function createConnections({ store, sealed, check, now }: ConnectionsOptions) {
  async function toJson(organisation: OrganisationId, row: ConnectionRow): Promise<ConnectionJson> {
    const part = await sealed.get(organisation, row.uuid);
    const isReadable = typeof part !== 'string';
    return {
      uuid: row.uuid,
      name: row.name,
      base_url: row.baseUrl,
      model: row.model,
      temperature: row.temperature,
      max_output_tokens: row.maxOutputTokens,
      has_api_key: isReadable && part.apiKey !== null,
      header_names: isReadable ? Object.keys(part.headers) : [],
      extra_body: row.extraBody as ConnectionJson['extra_body'],
      is_default: row.isDefault,
      learned: dialectToJson(dialectIn(row.learned)),
      last_error: row.lastError === null ? null : { at: row.lastErrorAt ?? row.createdAt, text: row.lastError },
      trouble: isReadable ? null : secretTroubles[part],
      created_at: row.createdAt,
    };
  }

  /** Returns the secrets after a change. Those of one server are never sent to another. */
  async function secretsAfter(
    { organisation }: Asker,
    row: ConnectionRow,
    { base_url: url = row.baseUrl, api_key: key, headers }: ConnectionPatch,
  ): Promise<SealedPart | { readonly refused: string } | undefined> {
    const part = await sealed.get(organisation, row.uuid);
    const before: SealedPart = typeof part === 'string' ? { apiKey: null, headers: {} } : part;
    if (key === undefined && headers === undefined && originOf(url) === originOf(row.baseUrl)) return undefined;
    if (originOf(url) !== originOf(row.baseUrl)) {
      const again = 'must be sent again because the address leads to another server.';
      if (key === undefined && before.apiKey !== null) return { refused: `body api_key: ${again}` };
      if (headers === undefined && Object.keys(before.headers).length > 0) return { refused: `body headers: ${again}` };
    }
    return {
      apiKey: key === undefined ? before.apiKey : key || null,
      headers: headers === undefined ? before.headers : (headers ?? {}),
    };
  }

  async function change(asker: Asker, uuid: string, patch: ConnectionPatch): Promise<Written> {
    const { organisation, isSuperadmin: bySuperadmin } = asker;
    const row = await store.get(organisation, uuid);
    if (row === undefined) return { kind: 'unknown' };
    const fields: Partial<ConnectionFields> = { ...fieldsOf(patch) };
    if (patch.base_url !== undefined && patch.base_url !== row.baseUrl) {
      const checked = await check({ baseUrl: patch.base_url, bySuperadmin, acceptedHost: row.acceptedHost });
      if (checked.kind === 'refused') return checked;
      fields.acceptedHost = checked.host;
    }
    const secrets = await secretsAfter(asker, row, patch);
    if (secrets !== undefined && 'refused' in secrets) return { kind: 'refused', detail: secrets.refused };
    const trouble = secrets && (await sealed.put(organisation, uuid, secrets));
    if (trouble !== undefined) return { kind: 'unsealed', detail: secretTroubles[trouble] };
    const isOther = (patch.base_url ?? row.baseUrl) !== row.baseUrl || (patch.model ?? row.model) !== row.model;
    if (isOther) Object.assign(fields, { learned: null, lastError: null, lastErrorAt: null });
    const changed = await store.change(organisation, uuid, fields);
    return changed === undefined
      ? { kind: 'unknown' }
      : { kind: 'stored', connection: await toJson(organisation, changed) };
  }

  return {
    async list(organisation: OrganisationId, page: { readonly limit: number; readonly offset: number }) {
      const { rows, total } = await store.list(organisation, page);
      return { total, connections: await Promise.all(rows.map((row) => toJson(organisation, row))) };
    },
    async get(organisation: OrganisationId, uuid: string): Promise<ConnectionJson | undefined> {
      const row = await store.get(organisation, uuid);
      return row && toJson(organisation, row);
    },
    async add({ organisation, isSuperadmin: bySuperadmin }: Asker, body: NewConnection): Promise<Written> {
      const checked = await check({ baseUrl: body.base_url, bySuperadmin, acceptedHost: null });
      if (checked.kind === 'refused') return checked;
      const uuid = randomUUID();
      const trouble = await sealed.put(organisation, uuid, {
        apiKey: body.api_key || null,
        headers: body.headers ?? {},
      });
      if (trouble !== undefined) return { kind: 'unsealed', detail: secretTroubles[trouble] };
      const row = {
        ...emptyRow,
        ...fieldsOf(body),
        name: body.name,
        baseUrl: body.base_url,
        model: body.model,
        isDefault: body.is_default,
        acceptedHost: checked.host,
        uuid,
        createdAt: now().toISOString(),
      };
      if (!(await store.add(organisation, row, maxConnections))) {
        await sealed.remove(organisation, uuid);
        return { kind: 'too_many' };
      }
      return { kind: 'stored', connection: await toJson(organisation, { ...row, organisationId: organisation }) };
    },
    change,
    async remove(organisation: OrganisationId, uuid: string): Promise<RemoveResult> {
      const result = await store.remove(organisation, uuid);
      if (result === 'removed') await sealed.remove(organisation, uuid);
      return result;
    },
  };
}

const emptyRow = {
  temperature: null,
  maxOutputTokens: null,
  extraBody: null,
  learned: null,
  lastError: null,
  lastErrorAt: null,
};

const originOf = (baseUrl: string): string => (isLocal(baseUrl) ? baseUrl : new URL(baseUrl).origin);

/** Returns the columns of the fields that are present. */
function fieldsOf(body: ConnectionPatch): Partial<ConnectionFields> {
  const columns = {
    name: body.name,
    baseUrl: body.base_url,
    model: body.model,
    temperature: body.temperature,
    maxOutputTokens: body.max_output_tokens,
    extraBody: body.extra_body,
    isDefault: body.is_default,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
