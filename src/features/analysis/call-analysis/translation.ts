import { z } from 'zod';
import type { Analysis, Evidence } from '../../../analysis/types.ts';
import type { LanguageModel } from '../../../llm/index.ts';
import type { Log } from '../../../log.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { Transcript } from '../../../transcripts/transcript.ts';

export interface TranslationOptions {
  /** Returns the model of the stage `translation`; undefined while the stage is off. */
  readonly model: (organisation: string) => Promise<Pick<LanguageModel, 'object'> | undefined>;
  readonly log: Log;
  readonly timeoutMs?: number;
}

/**
 * Translates a transcript to English, turn by turn. Returns null if it is English already, or if no model translates
 * it.
 */
export type Translate = (
  transcript: Transcript,
  languageCode: string | null,
  by: WorkOptions,
) => Promise<Transcript | null>;

/** Returns whether transcripts in a language are analysed in English, given a model that translates them. */
export const isTranslated = (languageCode: string | null): boolean =>
  languageCode !== null && !/^en\b/i.test(languageCode);

const schema = z.object({ turns: z.array(z.object({ turn: z.int(), english: z.string() })) });
const instructions =
  'Translate each turn of this telephone call to English. Keep names, numbers, dates and text in square brackets as they are. Return every turn with its number.';
const turnsAtOnce = 40;
const maxTokens = 4000;

export function createTranslation({ model, log, timeoutMs = 120_000 }: TranslationOptions): Translate {
  return async (transcript, languageCode, { organisation, signal }) => {
    if (!isTranslated(languageCode) || transcript.length === 0) return null;
    const llm = await model(organisation);
    if (llm === undefined) return null;
    const english = new Map<number, string>();
    for (let from = 0; from < transcript.length; from += turnsAtOnce) {
      const part = transcript.slice(from, from + turnsAtOnce);
      const text = part.map((turn, index) => `${from + index}. ${turn.speaker}: ${turn.text}`).join('\n');
      const answer = await llm.object({
        name: 'turns_in_english',
        schema,
        maxTokens,
        timeoutMs,
        signal,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: text },
        ],
      });
      if (answer.kind === 'failed') {
        log.warn({ code: answer.code }, 'language model did not translate a transcript');
        return null;
      }
      for (const { turn, english: englishText } of answer.value.turns) english.set(turn, englishText.trim());
    }
    // Word times and offsets belong to the original text.
    return transcript.map((turn, index) => ({ ...turn, text: english.get(index) || turn.text, words: [] }));
  };
}

/** Maps evidence found in a translation to whole turns of the original. */
export function onOriginal(analysis: Analysis, transcript: Transcript): Analysis {
  const whole = <T extends Evidence>(evidence: T): T => ({
    ...evidence,
    start: 0,
    end: transcript[evidence.turn]?.text.length ?? 0,
  });
  const { fields, outcome, sentiment, summary } = analysis;
  return {
    ...analysis,
    fields: fields.map((field) => ({ ...field, evidence: field.evidence.map(whole) })),
    outcome: outcome && { ...outcome, evidence: outcome.evidence.map(whole) },
    sentiment: sentiment && {
      ...sentiment,
      evidence: sentiment.evidence.map(whole),
      change: sentiment.change && whole(sentiment.change),
    },
    summary: summary.map(whole),
  };
}
