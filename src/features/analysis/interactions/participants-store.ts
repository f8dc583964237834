import { inArray } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';

export interface Participants {
  readonly flowUuid: string | null;
  /** The agent that spoke; null for the agent of the flow. */
  readonly voiceAgentUuid?: string | null;
  /** The teammate who spoke instead of a voice agent. */
  readonly agentUserUuid: string | null;
}

/**
 * Returns a function that returns the agent of each of these conversations with their current name, and the language of
 * its flow, else of the agent.
 */
export async function participantsIn(
  queries: TenantQueries,
  { tables: { flows, users, voiceAgents } }: Database,
  conversations: readonly Participants[],
) {
  const { uuid, voiceAgentUuid, languageCode } = flows;
  const flowUuids = present(conversations.map(({ flowUuid }) => flowUuid));
  const flowRows =
    flowUuids.length === 0
      ? []
      : await queries.pick(flows, { uuid, voiceAgentUuid, languageCode }, inArray(uuid, flowUuids));
  const flowOf = byUuid(flowRows);
  const agentOf = (conversation: Participants): string | null =>
    conversation.agentUserUuid === null
      ? (conversation.voiceAgentUuid ?? flowOf.get(conversation.flowUuid ?? '')?.voiceAgentUuid ?? null)
      : null;
  const agentUuids = present(conversations.map(agentOf));
  const { name, voiceConfig } = voiceAgents;
  const named = { uuid: voiceAgents.uuid, name, voiceConfig };
  const agents = byUuid(
    agentUuids.length === 0 ? [] : await queries.pick(voiceAgents, named, inArray(voiceAgents.uuid, agentUuids)),
  );
  const teammates = byUuid(await teammatesIn(queries, users, present(conversations.map((each) => each.agentUserUuid))));
  return (conversation: Participants) => {
    const { flowUuid, agentUserUuid } = conversation;
    const agentUuid = agentOf(conversation);
    const agent = agents.get(agentUuid ?? '');
    const teammate = teammates.get(agentUserUuid ?? '');
    return {
      voiceAgentUuid: agentUuid,
      agentUserUuid,
      languageCode:
        flowOf.get(flowUuid ?? '')?.languageCode ??
        (agent?.voiceConfig as { readonly language_code?: string } | undefined)?.language_code ??
        null,
      agentName: agent?.name ?? teammate?.name ?? teammate?.email ?? null,
    };
  };
}

async function teammatesIn({ system }: TenantQueries, users: Database['tables']['users'], uuids: readonly string[]) {
  if (uuids.length === 0) return [];
  const { uuid, name, email } = users;
  return system
    .select({ uuid, name, email })
    .from(users)
    .where(inArray(uuid, [...uuids]));
}

const present = (uuids: readonly (string | null)[]): string[] => [
  ...new Set(uuids.filter((uuid): uuid is string => uuid !== null)),
];

const byUuid = <T extends { readonly uuid: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.uuid, row]));
