import { z } from 'zod';

/** Above this, keywords and names of most answers are lost. */
const poorPercent = 30;

/** Languages in which intents and the analysis of calls have been measured. */
const measuredIntents: ReadonlySet<string> = new Set(['en', 'hi']);

export const languageMeasure = z.object({
  language_code: z.string(),
  recogniser: z.string().nullable().meta({ description: 'The engine that recognises the calls; null if none does.' }),
  word_error_percent: z.number().nullable().meta({
    description: 'Words per 100 that are wrong, missing or added, as measured; null if it was not measured.',
  }),
  intents_measured: z.boolean().meta({ description: 'Whether intents and analysis were measured in the language.' }),
  embedded_voice: z.boolean().meta({ description: 'Whether a voice of this installation speaks the language.' }),
  warning: z.string().nullable().meta({ description: 'What callers will notice, and what to do; null if nothing.' }),
});
export type LanguageMeasure = z.output<typeof languageMeasure>;

/** A recogniser that calls may use. */
export interface UsedRecogniser {
  readonly engine: string;
  readonly isEmbedded: boolean;
  readonly languages: readonly string[];
  /** Words per 100 that are wrong, missing or added, by language, where they were measured. */
  readonly wordErrors: Readonly<Record<string, number>>;
}

const primary = (code: string): string => code.toLowerCase().split('-')[0] as string;

/**
 * Returns what was measured in a language. `recognisers`: those of the calls, the preferred one first. `spoken`:
 * languages of the embedded voices.
 */
export function measureOf(
  languageCode: string,
  { recognisers, spoken }: { readonly recognisers: readonly UsedRecogniser[]; readonly spoken: readonly string[] },
): LanguageMeasure {
  const language = primary(languageCode);
  const used = recognisers.find(({ languages }) => languages.map(primary).includes(language));
  const wordError = used?.wordErrors[language] ?? null;
  return {
    language_code: languageCode,
    recogniser: used?.engine ?? null,
    word_error_percent: wordError,
    intents_measured: measuredIntents.has(language),
    embedded_voice: spoken.map(primary).includes(language),
    warning: warningOf(languageCode, { used, wordError }),
  };
}

function warningOf(
  code: string,
  { used, wordError }: { readonly used: UsedRecogniser | undefined; readonly wordError: number | null },
): string | null {
  const advice = 'Connect a speech server that recognises the language.';
  if (used === undefined) return `No engine of this installation recognises ${code}. ${advice}`;
  if (wordError !== null && wordError > poorPercent)
    return `${used.engine} recognises ${code} with ${wordError} wrong words per 100. ${advice}`;
  if (wordError === null && used.isEmbedded)
    return `Recognition of ${code} by ${used.engine} was not measured. Make test calls first.`;
  return null;
}
