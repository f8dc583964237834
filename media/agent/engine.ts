import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrainConfig, BrainEvent, BrainRequest } from '../line/brain.ts';
import type { CreateEngine } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import { createEmbeddedBrain, type EmbeddedBrain } from './embedded/brain.ts';
import { createEmbedder } from './embedding.ts';
import { eventsOf } from './events.ts';
import { createKnowledge } from './knowledge.ts';
import { createOpenAiBrain } from './openai/brain.ts';

/**
 * The agent: a language model when one is configured, with the embedded brain behind it for each reply that the model
 * does not give; else the embedded brain. Throws `model_missing` or `model_unreadable` for the embedding model.
 */
export const createEngine: CreateEngine<BrainConfig, BrainRequest, BrainEvent> = async (config, open) => {
  const folder = join(config.modelsDir, 'minilm-l6');
  const embedder = createEmbedder({
    session: await open(join(folder, 'model.onnx')),
    tokenizer: await tokenizerAt(join(folder, 'tokenizer.json')),
  });
  const knowledge = createKnowledge(embedder);
  const embedded = createEmbeddedBrain({ embedder, knowledge });
  const model = config.llm === undefined ? undefined : createOpenAiBrain(config.llm, { embedded, knowledge });

  // While the greeting plays, beside the reply: a greeting is over when its words are out.
  const preparing = new Set<Promise<void>>();
  const prepare = (request: BrainRequest): void => {
    // What cannot be embedded now fails again, and is told, with the reply that needs it.
    const work = embedded.prepare(request).catch(() => {});
    preparing.add(work);
    void work.then(() => preparing.delete(work));
  };

  return {
    async *run(request, signal) {
      if (model !== undefined) yield* model.reply(request, signal);
      else yield* embeddedReply(embedded, request);
      if (request.input.kind === 'opening' && !signal.aborted) prepare(request);
    },
    async close() {
      await Promise.all(preparing);
      await embedder.close();
    },
  };
};

async function* embeddedReply(embedded: EmbeddedBrain, request: BrainRequest): AsyncGenerator<BrainEvent> {
  const answer = await embedded.answer(request, request.memory?.embedded);
  yield* eventsOf(answer, { ...request.memory, embedded: answer.notes });
}

async function tokenizerAt(path: string): Promise<object> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new MediaFault('model_missing', `there is no tokenizer at ${path}`);
  });
  try {
    return JSON.parse(text) as object;
  } catch (cause) {
    throw new MediaFault('model_unreadable', `the tokenizer at ${path} is not JSON`, { cause });
  }
}
