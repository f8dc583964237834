import { z } from 'zod';
import type { Analyst } from '../../../analysis/analyst.ts';
import type { OpenQuestions } from '../../../analysis/open-questions.ts';
import type { Proposals } from '../../../analysis/proposals.ts';
import type { Evidence, Facts, Field } from '../../../analysis/types.ts';
import type { LanguageModel } from '../../../llm/index.ts';
import type { Log } from '../../../log.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';

export interface ModelPassOptions {
  /** Returns the model of the stage `custom_analysis`; undefined while the stage is off. */
  readonly model: (organisation: string) => Promise<Pick<LanguageModel, 'object'> | undefined>;
  readonly analyst: Pick<Analyst, 'openQuestions'>;
  readonly log: Log;
  readonly timeoutMs?: number;
}

/**
 * Asks a language model what the rules left open. Returns null if that is nothing, or if the answer is unusable.
 */
export type ModelPass = (
  transcript: Transcript,
  fields: readonly Field[],
  facts: Facts,
  by: WorkOptions,
) => Promise<Proposals | null>;

const longestText = 120;
const maxTokens = 600;

export function createModelPass({ model, analyst, log, timeoutMs = 60_000 }: ModelPassOptions): ModelPass {
  return async (transcript, fields, facts, by) => {
    const llm = await model(by.organisation);
    if (llm === undefined) return null;
    const questions = await analyst.openQuestions({ transcript, fields, facts }, by);
    if (questions === null) return null;
    const answer = await llm.object({
      name: 'answers_about_a_call',
      schema: schemaOf(questions),
      maxTokens,
      timeoutMs,
      ...(by.signal === undefined ? {} : { signal: by.signal }),
      messages: [
        { role: 'system', content: questions.instructions },
        { role: 'user', content: questions.text },
      ],
    });
    if (answer.kind === 'done') return proposalsOf(questions, answer.value);
    log.warn({ code: answer.code }, 'language model returned no usable analysis');
    return null;
  };
}

type Answers = Readonly<Record<string, number | string>>;

/** The number of one of the readings, 0 for none, or a text: an answer has few tokens and cannot name what nobody said. */
function schemaOf({ fields, isOutcomeOpen }: OpenQuestions): z.ZodType<Answers> {
  const choice = (count: number) => z.literal(Array.from({ length: count + 1 }, (_, index) => index));
  const answers = fields.map(({ field: { key }, readings }) => [
    key,
    readings === undefined ? z.string().max(longestText) : choice(readings.length),
  ]);
  const shape: Record<string, z.ZodType<number | string>> = Object.fromEntries(answers);
  return z.strictObject(isOutcomeOpen ? { ...shape, outcome: choice(2) } : shape);
}

function proposalsOf({ fields }: OpenQuestions, answers: Answers): Proposals {
  const places: Record<string, Evidence> = {};
  const texts: Record<string, string> = {};
  for (const { field, readings } of fields) {
    const answer = answers[field.key];
    const reading = readings?.[Number(answer) - 1];
    if (reading !== undefined) places[field.key] = { turn: reading.turn, start: reading.start, end: reading.end };
    else if (typeof answer === 'string') texts[field.key] = answer;
  }
  const decided = { 1: 'interested', 2: 'no_interest' } as const;
  return { places, texts, outcome: decided[answers.outcome as 1 | 2] ?? null };
}
