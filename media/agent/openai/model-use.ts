import { isDeepStrictEqual } from 'node:util';
import { type ChatDialect, openDialect } from '../../kit/chat/index.ts';
import type { LlmConfig, ModelUse } from '../../line/agent.ts';

/** Counts what one reply asks of a model. */
export interface OpenUse {
  requested(): void;
  /** The tokens of the latest request. A server may report them several times. */
  reported(tokens: { readonly promptTokens: number; readonly completionTokens: number }): void;
  soFar(): ModelUse;
  /** The result, with what the server was found to accept. */
  ended(failure: Pick<ModelUse, 'failure' | 'refusal'>): ModelUse;
}

const noTokens = { promptTokens: 0, completionTokens: 0 };

/** Returns a function that begins to count for a reply. */
export function createModelUses(config: LlmConfig, dialect: () => ChatDialect): () => OpenUse {
  const { connection, model, learned: stored = openDialect } = config;
  const whose = connection === undefined ? { name: model } : { connection: connection.uuid, name: connection.name };
  return () => {
    const tokens: (typeof noTokens | undefined)[] = [];
    const soFar = (): ModelUse => ({
      ...whose,
      requests: tokens.length,
      reported: tokens.filter((each) => each !== undefined).length,
      promptTokens: tokens.reduce((sum, each) => sum + (each?.promptTokens ?? 0), 0),
      completionTokens: tokens.reduce((sum, each) => sum + (each?.completionTokens ?? 0), 0),
    });
    return {
      requested() {
        tokens.push(undefined);
      },
      reported({ promptTokens, completionTokens }) {
        tokens[tokens.length - 1] = { promptTokens, completionTokens };
      },
      soFar,
      ended(failure) {
        const learned = dialect();
        const isNew = connection !== undefined && !isDeepStrictEqual(learned, stored);
        return { ...soFar(), ...failure, ...(isNew && { learned }) };
      },
    };
  };
}
