import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../media/agent/engine.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { AgentEvent, AgentRequest, LlmConfig } from '../../media/line/agent.ts';
import type { Engine, Session } from '../../media/line/engine.ts';
import { modelPath, testModelsDir } from '../models.ts';

export type Agent = Pick<Engine<AgentRequest, AgentEvent>, 'run'>;

const open = createOpenSession({ providers: ['cpu'] });
const opened: { agent?: Promise<Agent>; model?: Promise<Session> } = {};

/** A test of no timeout does not depend on how soon a busy machine answers. */
const patient = (llm: LlmConfig): LlmConfig => ({ firstTokenTimeoutMs: 120_000, totalTimeoutMs: 120_000, ...llm });

/**
 * Returns a brain with the real embedding model; with `llm`, every request names that language model. All brains of a
 * process are one engine with its indexes and vectors, which is closed with the process.
 */
export async function openAgent(llm?: LlmConfig): Promise<Agent> {
  modelPath('minilm-l6');
  opened.agent ??= createEngine({ modelsDir: testModelsDir }, open);
  const agent = await opened.agent;
  if (llm === undefined) return agent;
  return { run: (request, signal) => agent.run({ ...request, llm: request.llm ?? patient(llm) }, signal) };
}

/** Returns the embedding model, which all tests of a process share, and its tokenizer. */
export async function embeddingModel(): Promise<{ readonly session: Session; readonly tokenizer: object }> {
  const folder = modelPath('minilm-l6');
  opened.model ??= open(join(folder, 'model.onnx'));
  return { session: await opened.model, tokenizer: JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')) };
}

/** Opens an engine of its own, whose settings name a language model. */
export const openModelAgent = (llm: LlmConfig): Promise<Engine<AgentRequest, AgentEvent>> =>
  createEngine({ modelsDir: testModelsDir, llm: patient(llm) }, open);
