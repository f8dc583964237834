import { analyse } from '../../src/analysis/analyse.ts';
import { builtInKeys } from '../../src/analysis/built-in.ts';
import type { Field } from '../../src/analysis/types.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { quantile } from '../table.ts';
import { type Claim, claimsOf, servedOf } from './claims.ts';
import { type Flaw, flawOf } from './independent-evidence.ts';
import { facts } from './outcomes.ts';
import { variantOf } from './variations.ts';

/** Typical fields of every type. */
export const commonFields: readonly Field[] = (
  [
    ...builtInKeys.map((key) => [key, key.replace('_', ' '), 'text', []] as const),
    ['name', 'Customer name', 'text', []],
    ['email', 'Email', 'text', []],
    ['visit', 'Appointment date', 'date', []],
    ['people', 'Number of people', 'number', []],
    ['budget', 'Budget', 'number', []],
    ['insured', 'Has insurance', 'boolean', []],
    ['size', 'Size', 'enum', ['small', 'medium', 'large']],
    ['greeting', 'Greeting', 'score', []],
    ['script', 'Script', 'score', ['how can I help you', 'anything else I can do']],
  ] as const
).map(([key, name, type, options]) => ({ key, name, type, options, group: 'g', description: '' }));

export interface EvidenceFigures {
  readonly analyses: number;
  /** Number of transcripts varied from the originals. */
  readonly varied: number;
  readonly claims: Readonly<Record<Claim['kind'], number>>;
  readonly flaws: Readonly<Record<Flaw, number>>;
  /** Some claims with a flaw. */
  readonly examples: readonly { readonly flaw: Flaw; readonly claim: Claim }[];
  readonly milliseconds: { readonly p50: number; readonly p95: number; readonly p99: number; readonly most: number };
  readonly seconds: number;
}

/** Maximum examples per flaw and field. */
const mostExamples = 5;

/** Analyses `most` transcripts (the originals first, then variations) and checks every claim with independent code. */
export function measureEvidence(transcripts: readonly Transcript[], most: number, seed: number): EvidenceFigures {
  const claims = { value: 0, score: 0, outcome: 0, sentiment: 0, sentence: 0 };
  const flaws = { uncited: 0, invented: 0, unsupported: 0 };
  const examples: EvidenceFigures['examples'][number][] = [];
  const times: number[] = [];
  for (let index = 0; index < most; index += 1) {
    const transcript = variantOf(transcripts, index, seed);
    const start = performance.now();
    const analysis = analyse(transcript, commonFields, facts);
    times.push(performance.now() - start);
    const said = { turns: transcript, today: facts.calledAt.slice(0, 10) };
    for (const claim of claimsOf(servedOf(analysis, transcript), commonFields)) {
      claims[claim.kind] += 1;
      const flaw = flawOf(claim, said);
      if (flaw === undefined) continue;
      flaws[flaw] += 1;
      if (examples.filter((one) => one.flaw === flaw && one.claim.key === claim.key).length < mostExamples)
        examples.push({ flaw, claim });
    }
  }
  const at = (share: number): number => quantile(times, share) ?? 0;
  return {
    analyses: times.length,
    varied: Math.max(0, most - transcripts.length),
    claims,
    flaws,
    examples,
    milliseconds: { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) },
    seconds: times.reduce((sum, time) => sum + time, 0) / 1000,
  };
}
