import { createEngine } from '../../media/agent/engine.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { AgentEvent, AgentRequest, LlmConfig } from '../../media/line/agent.ts';
import type { Engine } from '../../media/line/engine.ts';
import { modelPath, testModelsDir } from '../models.ts';

/** Opens a brain with the real embedding model. */
export function openAgent(llm?: LlmConfig): Promise<Engine<AgentRequest, AgentEvent>> {
  modelPath('minilm-l6');
  const open = createOpenSession({ providers: ['cpu'] });
  return createEngine({ modelsDir: testModelsDir, ...(llm !== undefined && { llm }) }, open);
}
