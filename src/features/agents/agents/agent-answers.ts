import type { OrganisationId } from '../../../data/index.ts';
import { unlessConflict } from '../../../http/edits.ts';
import { Problem } from '../../../http/problem.ts';
import type { VersionConflict } from '../../../versions/index.ts';
import type { Versions } from '../versions/index.ts';
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
  { agents, voiceReasons }: AgentRoutes,
  all: readonly schema.Agent[],
): Promise<schema.AgentAnswer[]> {
  const reasonOf = await voiceReasons(organisation);
  const uuids = all.map(({ uuid }) => uuid);
  const troubles = await agents.troubles(organisation, uuids);
  return all.map((agent) => ({
    ...agent,
    status_reason: reasonOf(agent.voice_config),
    model_trouble: troubles.get(agent.uuid) ?? null,
  }));
}
