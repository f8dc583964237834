import { join } from 'node:path';
import { taskFolder } from '../../models/locate.ts';
import type { AgentConfig, AgentEvent, AgentRequest, LlmConfig } from '../line/agent.ts';
import type { CreateEngine } from '../line/engine.ts';
import { customerReply } from './customer/reply.ts';
import { createEmbeddedAgent, type EmbeddedAgent } from './embedded/agent.ts';
import { createEmbedder } from './embedding.ts';
import { embeddingModelAt } from './embedding-model.ts';
import { eventsOf } from './events.ts';
import { createKnowledge } from './knowledge.ts';
import type { ModelAgent, ModelAgentDeps } from './openai/agent.ts';
import { createVectorFiles } from './vector-files.ts';

/**
 * The agent engine: a language model if one is configured, with the embedded agent as the fallback for each reply that
 * the model fails to produce; otherwise the embedded agent alone. Throws `model_missing` or `model_unreadable` for the
 * embedding model.
 */
export const createEngine: CreateEngine<AgentConfig, AgentRequest, AgentEvent> = async (config, open) => {
  const folder = taskFolder(config.modelsDir, 'embedding');
  const embedder = createEmbedder(await embeddingModelAt(folder, open));
  const knowledge = createKnowledge(embedder);
  const embedded = createEmbeddedAgent({
    embedder,
    knowledge,
    vectorFiles: createVectorFiles(join(config.modelsDir, 'vectors'), join(folder, 'model.onnx')),
  });
  const modelOf = openModels({ embedded, knowledge });
  // Loads the configured model's client before the first call.
  await modelOf(config.llm);

  // Embeddings that are prepared while the greeting plays. The greeting's reply ends without waiting for them.
  const preparing = new Set<Promise<void>>();
  const prepare = (request: AgentRequest): void => {
    // A failed embedding fails again, and is reported, in the reply that needs it.
    const work = embedded.prepare(request).catch(() => {});
    preparing.add(work);
    void work.then(() => preparing.delete(work));
  };

  return {
    async *run(request, signal) {
      if (request.input.kind === 'opening' && request.plan.silentOpening === true) yield silence(request);
      else if (request.plan.customer !== undefined) return yield* customerReply(request.plan.customer, request);
      else {
        const model = await modelOf(request.llm ?? config.llm);
        yield* model === undefined ? embeddedReply(embedded, request) : model.reply(request, signal);
      }
      if (request.input.kind === 'opening' && !signal.aborted) prepare(request);
    },
    async close() {
      await embedded.close();
      await Promise.all(preparing);
      await embedder.close();
    },
  };
};

const silence = ({ memory }: AgentRequest): AgentEvent => ({ type: 'memory', memory });

/** Calls in progress keep their model after another one is selected. */
const mostModels = 64;

/** Keeps one client per model in use, so that connections are reused. The oldest is dropped above the limit. */
function openModels(deps: ModelAgentDeps) {
  const models = new Map<string, ModelAgent>();
  return async function open(llm: LlmConfig | undefined): Promise<ModelAgent | undefined> {
    if (llm === undefined) return undefined;
    const key = JSON.stringify(llm);
    const cached = models.get(key);
    if (cached !== undefined) return cached;
    // The client library takes several MB, so it is loaded only if a model is configured.
    const { createModelAgent } = await import('./openai/agent.ts');
    const next = await open(llm.fallback);
    const model = createModelAgent(llm, { ...deps, ...(next !== undefined && { next }) });
    models.set(key, model);
    const [oldest] = models.keys();
    if (models.size > mostModels && oldest !== undefined) models.delete(oldest);
    return model;
  };
}

async function* embeddedReply(embedded: EmbeddedAgent, request: AgentRequest): AsyncGenerator<AgentEvent> {
  const answer = await embedded.answer(request, request.memory?.embedded);
  yield* eventsOf(answer, { ...request.memory, embedded: answer.notes });
}
