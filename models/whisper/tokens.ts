import { MediaFault } from '../../media/line/fault.ts';
import type { choices, ModelCard } from '../../media/recogniser/model-card.ts';

/** Ids of Whisper's special tokens. */
export interface SpecialTokens extends Readonly<ModelCardTokens> {
  readonly noSpeech: number;
}

type ModelCardTokens = ModelCard['special'];

/** Finds the special tokens in a Hugging Face `tokenizer.json`. Throws `model_unreadable`. */
export function specialTokensOf(tokenizer: unknown, vocabulary: number): SpecialTokens {
  const added = (tokenizer as { added_tokens?: { id: number; content: string }[] }).added_tokens ?? [];
  const ids = new Map(added.map(({ id, content }) => [content.replace(/^<\|(.*)\|>$/, '$1'), id]));
  const find = (...names: string[]): number => {
    for (const name of names) {
      const id = ids.get(name);
      if (id !== undefined) return id;
    }
    throw new MediaFault('model_unreadable', `the tokenizer has no token <|${names[0]}|>`);
  };
  // English-only models have 51,864 tokens, and their tokenizers list languages that the model cannot distinguish.
  const multilingual = vocabulary > 51_864;
  const languages = [...ids].filter(([name]) => multilingual && /^[a-z]{2,3}$/.test(name));
  return {
    start: find('startoftranscript'),
    end: find('endoftext'),
    transcribe: find('transcribe'),
    noSpeech: find('nospeech', 'nocaptions'),
    noTimestamps: find('notimestamps'),
    languages: Object.fromEntries(languages),
  };
}

export interface Suppression {
  readonly suppress_ids?: readonly number[];
  readonly suppress_ids_begin?: readonly number[];
}

/**
 * Returns the forbidden tokens of each kind of step: timestamps, control tokens except the end, and the sounds, notes
 * and brackets listed in the model's configuration; at the first step also blanks and the end; and everything but
 * languages when a language is requested.
 */
export function bannedTokens(
  config: Suppression,
  special: SpecialTokens,
  vocabulary: number,
): Readonly<Record<keyof typeof choices, readonly number[]>> {
  const all = Array.from({ length: vocabulary }, (_, id) => id);
  const control = all.filter((id) => id >= Math.min(special.start, special.end) && id !== special.end);
  const next = [...new Set([...(config.suppress_ids ?? []), ...control])].filter((id) => id !== special.end);
  const first = [...new Set([...next, ...(config.suppress_ids_begin ?? []), special.end])];
  const spoken = new Set(Object.values(special.languages));
  return { first, next, language: all.filter((id) => !spoken.has(id)) };
}
