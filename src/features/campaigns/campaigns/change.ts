import type { Agent } from '../../agents/index.ts';
import type { FlowChange, FlowRow } from './definition-store.ts';
import { phoneKey } from './phone-key.ts';
import { badRequest, type Refusal } from './refusal.ts';
import { type CampaignPatchBody, configTooLarge, maxConfigBytes, withoutNulls } from './schema.ts';

const standardLanguage = 'en-US';

/**
 * Returns the change that a request body makes. Omitted fields are unchanged; null clears a field. Excludes the status,
 * which has separate rules.
 */
export function changeOf(
  row: Omit<FlowRow, 'organisationId'>,
  body: CampaignPatchBody,
  agent: Agent | undefined,
): FlowChange | Refusal {
  const change: FlowChange = {
    ...changed('kind', body.kind),
    ...changed('name', body.name),
    ...changed('provider', body.provider),
    ...changed('voiceAgentUuid', body.voice_agent_id),
    ...(body.voice_agent_id && agent ? { speaker: agent.voice_config.speaker } : {}),
    ...changed('languageCode', languageOf(body, agent)),
    ...(body.phone_number === undefined ? {} : numberOf(body.phone_number)),
    ...changed('extension', body.extension),
    ...changed('branches', body.branches === null ? [] : body.branches && [...new Set(body.branches)]),
    ...changed('startDate', body.start_date),
    ...changed('endDate', body.end_date),
    ...changed('timeWindow', body.time_window),
    ...changed('config', body.config === undefined ? undefined : configOf(row.config, body.config)),
  };
  return refusalOf({ ...row, ...change }) ?? change;
}

const changed = <K extends keyof FlowChange>(key: K, value: FlowChange[K] | undefined): FlowChange =>
  value === undefined ? {} : { [key]: value };

function languageOf({ language_code: code }: CampaignPatchBody, agent: Agent | undefined): string | undefined {
  return code === null ? (agent?.voice_config.language_code ?? standardLanguage) : code;
}

const numberOf = (number: string | null): FlowChange => ({
  phoneNumber: number,
  phoneKey: (number && phoneKey(number)) ?? null,
});

/** Merged key by key, so that a client can set one key and keep the others. */
const configOf = (was: unknown, set: Readonly<Record<string, unknown>> | null): Record<string, unknown> =>
  set === null ? {} : withoutNulls({ ...(was as Record<string, unknown>), ...set });

function refusalOf({ startDate, endDate, config }: Pick<FlowRow, 'startDate' | 'endDate' | 'config'>) {
  if (startDate !== null && endDate !== null && endDate < startDate)
    return badRequest('body end_date: must not be before start_date.');
  if (Buffer.byteLength(JSON.stringify(config)) > maxConfigBytes) return badRequest(`body config: ${configTooLarge}.`);
  return undefined;
}
