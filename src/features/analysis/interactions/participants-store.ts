import { eq } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';

export interface Participants {
  readonly flowUuid: string | null;
  /** The agent that spoke; null for the agent of the flow. */
  readonly voiceAgentUuid?: string | null;
  /** The teammate who spoke instead of a voice agent. */
  readonly agentUserUuid: string | null;
}

/** Returns the agent of a conversation with their current name, and the language of its flow, else of the agent. */
export async function participantsIn(queries: TenantQueries, { tables }: Database, participants: Participants) {
  const { flows, users, voiceAgents } = tables;
  const { flowUuid, agentUserUuid } = participants;
  const flowColumns = { voiceAgentUuid: flows.voiceAgentUuid, languageCode: flows.languageCode };
  const [flow] = flowUuid === null ? [] : await queries.pick(flows, flowColumns, eq(flows.uuid, flowUuid));
  const voiceAgentUuid = agentUserUuid === null ? (participants.voiceAgentUuid ?? flow?.voiceAgentUuid ?? null) : null;
  const [agent] =
    voiceAgentUuid === null
      ? []
      : await queries.pick(
          voiceAgents,
          { name: voiceAgents.name, voiceConfig: voiceAgents.voiceConfig },
          eq(voiceAgents.uuid, voiceAgentUuid),
        );
  const [teammate] =
    agentUserUuid === null
      ? []
      : await queries.system
          .select({ name: users.name, email: users.email })
          .from(users)
          .where(eq(users.uuid, agentUserUuid));
  return {
    voiceAgentUuid,
    agentUserUuid,
    languageCode:
      flow?.languageCode ??
      (agent?.voiceConfig as { readonly language_code?: string } | undefined)?.language_code ??
      null,
    agentName: agent?.name ?? teammate?.name ?? teammate?.email ?? null,
  };
}
