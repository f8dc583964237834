import { join } from 'node:path';
import { taskFolder } from '../../models/locate.ts';
import type { BrainConfig, BrainEvent, BrainRequest, LlmConfig } from '../line/brain.ts';
import type { CreateEngine } from '../line/engine.ts';
import { customerReply } from './customer/reply.ts';
import { createEmbeddedBrain, type EmbeddedBrain } from './embedded/brain.ts';
import { createEmbedder } from './embedding.ts';
import { embeddingModelAt } from './embedding-model.ts';
import { eventsOf } from './events.ts';
import { createKnowledge } from './knowledge.ts';
import type { OpenAiBrain, OpenAiBrainDeps } from './openai/brain.ts';
import { createVectorFiles } from './vector-files.ts';

/**
 * The agent engine: a language model if one is configured, with the embedded brain as the fallback for each reply that
 * the model fails to produce; otherwise the embedded brain alone. Throws `model_missing` or `model_unreadable` for the
 * embedding model.
 */
export const createEngine: CreateEngine<BrainConfig, BrainRequest, BrainEvent> = async (config, open) => {
  const folder = taskFolder(config.modelsDir, 'embedding');
  const embedder = createEmbedder(await embeddingModelAt(folder, open));
  const knowledge = createKnowledge(embedder);
  const embedded = createEmbeddedBrain({
    embedder,
    knowledge,
    vectorFiles: createVectorFiles(join(config.modelsDir, 'vectors'), join(folder, 'model.onnx')),
  });
  const modelOf = openModels({ embedded, knowledge });
  // Loads the configured model's client before the first call.
  await modelOf(config.llm);

  // Embeddings that are prepared while the greeting plays. The greeting's reply ends without waiting for them.
  const preparing = new Set<Promise<void>>();
  const prepare = (request: BrainRequest): void => {
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

const silence = ({ memory }: BrainRequest): BrainEvent => ({ type: 'memory', memory });

/** Calls in progress keep their model after another one is selected. */
const mostModels = 4;

/** Keeps one client per model in use, so that connections are reused. The oldest is dropped above the limit. */
function openModels(deps: OpenAiBrainDeps) {
  const models = new Map<string, OpenAiBrain>();
  return async (llm: LlmConfig | undefined): Promise<OpenAiBrain | undefined> => {
    if (llm === undefined) return undefined;
    const key = JSON.stringify(llm);
    const known = models.get(key);
    if (known !== undefined) return known;
    // The client library takes several MB, so it is loaded only if a model is configured.
    const { createOpenAiBrain } = await import('./openai/brain.ts');
    const model = createOpenAiBrain(llm, deps);
    models.set(key, model);
    const [oldest] = models.keys();
    if (models.size > mostModels && oldest !== undefined) models.delete(oldest);
    return model;
  };
}

async function* embeddedReply(embedded: EmbeddedBrain, request: BrainRequest): AsyncGenerator<BrainEvent> {
  const answer = await embedded.answer(request, request.memory?.embedded);
  yield* eventsOf(answer, { ...request.memory, embedded: answer.notes });
}
