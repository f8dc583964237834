import type { Readings } from '../../features/documents/readings/index.ts';
import type { Platform } from '../platform/index.ts';
import type { ModuleList } from '../platform/module.ts';
import type { Voices } from '../voices/index.ts';
import { openAgentsModule } from './agents-module.ts';
import { textAgentOf } from './text-agents.ts';
import { openTextChatsModule } from './text-chats-module.ts';

export type Agents = ReturnType<typeof openAgents>;

export interface AgentsParts {
  readonly voices: Voices;
  readonly readings: Readings;
}

/** Opens voice agents, the flows that calls follow, and text tests. */
export function openAgents(list: ModuleList, platform: Platform, { voices, readings }: AgentsParts) {
  const { agents, flows, execute, rehearseTool, toolRefusal, onDocuments } = list.add(
    openAgentsModule({
      ...platform,
      readings,
      voices: voices.voicesOf,
      recognised: voices.recognised,
      voiceReasons: voices.reasons,
      recognisersOf: voices.recognisersOf,
    }),
  );
  const { textAgents, websiteChats } = list.add(
    openTextChatsModule({
      ...platform,
      agents,
      flows,
      openTextAgent: textAgentOf(platform.overrides.mediaPlane),
      languageModel: voices.languageModel.chosen,
      execute,
    }),
  );
  return { agents, flows, execute, rehearseTool, toolRefusal, onDocuments, textAgents, websiteChats };
}
