import type { Analysis, Field } from '../../src/analysis/types.ts';
import { toEvidence } from '../../src/features/analysis/call-analysis/json.ts';
import type { InteractionRow } from '../../src/features/analysis/interactions/index.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

/** A position in a transcript with the words that the server returns for it. */
export interface Quote {
  readonly turn: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** One statement of an analysis about a conversation. */
export interface Claim {
  readonly kind: 'value' | 'score' | 'outcome' | 'sentiment' | 'sentence';
  readonly key: string;
  readonly value: unknown;
  readonly method: string;
  readonly quotes: readonly Quote[];
  /** Field of a value or score. */
  readonly field: Field | undefined;
}

type Finding = { readonly value: unknown; readonly method: string; readonly evidence: readonly Quote[] } | null;

/** Response of the evidence routes. */
export interface ServedEvidence {
  readonly fields: readonly {
    readonly key: string;
    readonly state: string;
    readonly value: unknown;
    readonly method: string;
    readonly evidence: readonly Quote[];
  }[];
  readonly outcome: Finding;
  readonly sentiment: Finding;
  readonly summary: readonly Quote[];
}

/** Returns an analysis as the server would serve it, with the quotes that the server looks up. */
export function servedOf(analysis: Analysis, transcript: Transcript): ServedEvidence {
  const row = { analysis: { ...analysis, groups: {} }, edits: {} } as unknown as InteractionRow;
  return toEvidence(row, transcript, new Map());
}

/** Returns every value, score, outcome, sentiment and summary sentence that is served. */
export function claimsOf({ fields, outcome, sentiment, summary }: ServedEvidence, asked: readonly Field[]): Claim[] {
  const byKey = new Map(asked.map((field) => [field.key, field]));
  return [
    ...fields
      .filter(({ state, value }) => state !== 'not_mentioned' || value !== null)
      .map(({ key, value, method, evidence }): Claim => {
        const field = byKey.get(key);
        const kind = field?.type === 'score' ? 'score' : 'value';
        return { kind, key, value, method, quotes: evidence, field };
      }),
    ...findingOf('outcome', outcome),
    ...findingOf('sentiment', sentiment),
    ...summary.map((quote): Claim => {
      const sentence = { kind: 'sentence', key: 'summary', method: 'verbatim' } as const;
      return { ...sentence, value: quote.text, quotes: [quote], field: undefined };
    }),
  ];
}

const findingOf = (kind: 'outcome' | 'sentiment', found: Finding): Claim[] =>
  found === null
    ? []
    : [{ kind, key: kind, value: found.value, method: found.method, quotes: found.evidence, field: undefined }];
