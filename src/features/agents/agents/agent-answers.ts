import type { OrganisationId } from '../../../data/index.ts';
import { unlessConflict } from '../../../http/edits.ts';
import { Problem } from '../../../http/problem.ts';
import type { VersionConflict } from '../../../versions/index.ts';
import type { Versions } from '../versions/index.ts';
import { measureOf, type UsedRecogniser } from './language-measures.ts';
import type * as schema from './schema.ts';
import type { Agents, Refused } from './service.ts';

export const unknownAgent = (uuid: string): Problem => new Problem('not_found', `Agent ${uuid} does not exist.`);

/** Returns the saved agent. Throws if it was refused. */
export function accepted(saved: schema.Agent | Refused | VersionConflict): schema.Agent {
  const result = unlessConflict(saved);
  if ('refused' in result) throw new Problem('bad_request', result.refused);
  return result;
}

export interface AgentRoutes {
  readonly agents: Agents;
  readonly versions: Versions;
  /** Returns a function that says what is wrong with a voice; null if it exists. */
  readonly voiceReasons: (
    organisation: OrganisationId,
  ) => Promise<(voice: schema.Agent['voice_config']) => string | null>;
  /** Returns the recognisers of calls with a voice of this provider, the preferred one first. */
  readonly recognisersOf: (provider: string) => Promise<readonly UsedRecogniser[]>;
  /** Returns the voices that an organisation may use. */
  readonly voices: (
    organisation: OrganisationId,
  ) => Promise<readonly { readonly provider: string; readonly languageCodes: readonly string[] }[]>;
}

/** The version that the `ETag` of an agent, or of its draft, names. */
export const tagVersion = ({ version, draft_version: draft }: schema.Agent, isDraft: boolean): number =>
  isDraft ? (draft ?? version) : version;

export async function shown(
  organisation: OrganisationId,
  routes: AgentRoutes,
  agent: schema.Agent,
): Promise<schema.AgentAnswer> {
  const [answer] = await allShown(organisation, routes, [agent]);
  return answer as schema.AgentAnswer;
}

export async function allShown(
  organisation: OrganisationId,
  { agents, voiceReasons, recognisersOf, voices }: AgentRoutes,
  all: readonly schema.Agent[],
): Promise<schema.AgentAnswer[]> {
  const reasonOf = await voiceReasons(organisation);
  const uuids = all.map(({ uuid }) => uuid);
  const troubles = await agents.troubles(organisation, uuids);
  const providers = [...new Set(all.map(({ voice_config: voice }) => voice.provider))];
  const used = new Map(await Promise.all(providers.map(async (name) => [name, await recognisersOf(name)] as const)));
  const embedded = (await voices(organisation)).filter(({ provider }) => provider === 'platform');
  const spoken = embedded.flatMap(({ languageCodes }) => languageCodes);
  return all.map((agent) => ({
    ...agent,
    language_measures: agent.languages.map((code) =>
      measureOf(code, { recognisers: used.get(agent.voice_config.provider) ?? [], spoken }),
    ),
    status_reason: reasonOf(agent.voice_config),
    model_trouble: troubles.get(agent.uuid) ?? null,
  }));
}
