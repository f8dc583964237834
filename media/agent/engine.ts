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
 * The agent: a language model when one is configured, with the embedded brain behind it for each reply that the model
 * does not give; else the embedded brain. Throws `model_missing` or `model_unreadable` for the embedding model.
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
  // A model of the engine's own settings is ready before the first call.
  await modelOf(config.llm);

  // While the greeting plays, beside the reply: a greeting is over when its words are out.
  const preparing = new Set<Promise<void>>();
  const prepare = (request: BrainRequest): void => {
    // A failed embedding fails again, and is reported, with the reply that needs it.
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

/** Calls in progress keep their model when another one is chosen. */
const mostModels = 4;

/** One client for each model in use, so that its connections are reused; the oldest one goes when there are more. */
function openModels(deps: OpenAiBrainDeps) {
  const models = new Map<string, OpenAiBrain>();
  return async (llm: LlmConfig | undefined): Promise<OpenAiBrain | undefined> => {
    if (llm === undefined) return undefined;
    const key = JSON.stringify(llm);
    const known = models.get(key);
    if (known !== undefined) return known;
    // The client of its API takes some MB, which are not spent where nobody configured one.
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
