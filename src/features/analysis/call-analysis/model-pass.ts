import type { Analyst } from '../../../analysis/analyst.ts';
import { type Proposals, questionOf } from '../../../analysis/proposals.ts';
import type { Facts, Field } from '../../../analysis/types.ts';
import type { LanguageModel } from '../../../llm/index.ts';
import type { Log } from '../../../log.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';

export interface ModelPassOptions {
  /** Returns the model of the stage `custom_analysis`; undefined while the stage is off. */
  readonly model: (organisation: string) => Promise<Pick<LanguageModel, 'object'> | undefined>;
  readonly analyst: Pick<Analyst, 'analyse'>;
  readonly log: Log;
  readonly timeoutMs?: number;
}

/**
 * Asks a language model which turns contain values that the rules did not find. Returns null if its answer is unusable.
 */
export type ModelPass = (
  transcript: Transcript,
  fields: readonly Field[],
  facts: Facts,
  by: WorkOptions,
) => Promise<Proposals | null>;

const maxTokens = 2000;

export function createModelPass({ model, analyst, log, timeoutMs = 60_000 }: ModelPassOptions): ModelPass {
  return async (transcript, fields, facts, by) => {
    const llm = await model(by.organisation);
    if (llm === undefined) return null;
    const question = questionOf(transcript, fields, await analyst.analyse({ transcript, fields, facts }, by));
    if (question === null) return null;
    const { schema, instructions, text } = question;
    const answer = await llm.object({
      name: 'turns_of_a_call',
      schema,
      maxTokens,
      timeoutMs,
      ...(by.signal === undefined ? {} : { signal: by.signal }),
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: text },
      ],
    });
    if (answer.kind === 'done') return answer.value;
    log.warn({ code: answer.code }, 'language model returned no usable analysis');
    return null;
  };
}
