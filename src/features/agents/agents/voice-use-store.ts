import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

import type { Agent } from './schema.ts';

interface Named {
  readonly uuid: string;
  readonly name: string;
}

/** Agents, and campaigns that are not completed, which speak with one voice. */
export interface VoiceUse {
  readonly agents: readonly Named[];
  readonly campaigns: readonly Named[];
}

/** Returns a function that finds the agents and campaigns of a voice of the platform. */
export function createVoiceUse(database: Database) {
  const { voiceAgents, flows } = database.tables;
  return async (organisation: OrganisationId, speaker: string): Promise<VoiceUse> => {
    const { read } = forOrganisation(database, organisation);
    const named = ({ uuid, name }: Named): Named => ({ uuid, name });
    const agents = (await read.select(voiceAgents)).filter(({ voiceConfig }) => {
      const voice = voiceConfig as Agent['voice_config'];
      return voice.provider === 'platform' && voice.speaker === speaker;
    });
    const uuids = agents.map(({ uuid }) => uuid);
    const ofAgents = uuids.length === 0 ? undefined : inArray(flows.voiceAgentUuid, uuids);
    const ofPlatform = and(isNull(flows.voiceAgentUuid), eq(flows.provider, 'platform'), eq(flows.speaker, speaker));
    const campaigns = await read.select(flows, and(ne(flows.status, 'completed'), or(ofAgents, ofPlatform)));
    return { agents: agents.map(named), campaigns: campaigns.map(named) };
  };
}
