import { t } from '../../../language/text.ts';
import type { Evidence, ExtractionField } from '../../../server/answers.ts';
import { readableKey } from '../../../shared/calls/value-text.ts';
import type { Proof } from '../../../shared/conversation/spoken-turns.ts';

export const nameOf = (key: string, fields: readonly ExtractionField[]): string =>
  fields.find((field) => field.key === key)?.name ?? readableKey(key);

/** Returns every value with the quotes that support it, labelled for the transcript. */
export function proofsOf(evidence: Evidence | undefined, fields: readonly ExtractionField[]): readonly Proof[] {
  if (evidence === undefined) return [];
  const { outcome, sentiment } = evidence;
  const all: Proof[] = [
    ...(outcome === null ? [] : [{ id: 'outcome', label: t('Outcome'), quotes: outcome.evidence }]),
    ...evidence.fields
      .filter(({ key }) => key !== 'outcome')
      .map(({ key, machine, evidence: quotes }) => ({
        id: `field:${key}`,
        label: nameOf(key, fields),
        quotes: machine?.evidence ?? quotes,
      })),
    ...(sentiment === null ? [] : [{ id: 'sentiment', label: t('Sentiment'), quotes: sentiment.evidence }]),
    ...(sentiment?.change ? [{ id: 'change', label: changeText(sentiment.change), quotes: [sentiment.change] }] : []),
  ];
  return all.filter(({ quotes }) => quotes.length > 0);
}

/** Returns the sentences of the summary, which the transcript does not label at each turn. */
export const sentencesOf = (evidence: Evidence | undefined): readonly Proof[] =>
  (evidence?.summary ?? []).map((quote, index) => ({ id: `summary:${index}`, label: quote.text, quotes: [quote] }));

export const changeText = ({ is_worse: isWorse }: { readonly is_worse: boolean }): string =>
  isWorse ? t('The mood became worse') : t('The mood became better');
