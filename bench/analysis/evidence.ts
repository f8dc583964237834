import { analyse } from '../../src/analysis/analyse.ts';
import type { Analysis, Evidence, Field } from '../../src/analysis/types.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { facts } from './outcomes.ts';

/** Fields of every type, of the kind that people ask for. */
const commonFields: readonly Field[] = (
  [
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
  /** Values, scores, outcomes, sentiments and sentences that were given. */
  readonly given: number;
  readonly verified: number;
  /** Quotes that are not in the turn that they name. */
  readonly invented: number;
  readonly millisecondsMedian: number;
  readonly millisecondsMost: number;
  readonly seconds: number;
}

/** Analyses transcripts in turn until `most` are done, and looks up all that they cite. */
export function measureEvidence(transcripts: readonly Transcript[], most: number): EvidenceFigures {
  const counts = { given: 0, verified: 0, invented: 0 };
  const times: number[] = [];
  for (let index = 0; index < most && transcripts.length > 0; index += 1) {
    const transcript = transcripts[index % transcripts.length]!;
    const start = performance.now();
    const analysis = analyse(transcript, commonFields, facts);
    times.push(performance.now() - start);
    for (const { evidence, text } of givenBy(analysis)) {
      const isThere = evidence.length > 0 && evidence.every((each) => isIn(transcript, each));
      const isQuoted = text === undefined || evidence.every((each) => quoteOf(transcript, each) === text);
      counts.given += 1;
      counts.verified += isThere && isQuoted ? 1 : 0;
      counts.invented += isThere && isQuoted ? 0 : 1;
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  return {
    ...{ analyses: times.length, ...counts },
    millisecondsMedian: sorted[Math.floor(sorted.length / 2)] ?? 0,
    millisecondsMost: sorted.at(-1) ?? 0,
    seconds: times.reduce((sum, time) => sum + time, 0) / 1000,
  };
}

interface Given {
  readonly evidence: readonly Evidence[];
  readonly text?: string;
}

function givenBy({ fields, outcome, sentiment, summary }: Analysis): Given[] {
  const values = fields.filter(({ value }) => value !== null);
  const findings = [outcome, sentiment].filter((each) => each !== null);
  return [
    ...[...values, ...findings].map(({ evidence }) => ({ evidence })),
    ...summary.map(({ text, ...place }) => ({ evidence: [place], text })),
  ];
}

const quoteOf = (transcript: Transcript, { turn, start, end }: Evidence): string | undefined =>
  transcript[turn]?.text.slice(start, end);

function isIn(transcript: Transcript, { turn, start, end }: Evidence): boolean {
  const text = transcript[turn]?.text;
  return text !== undefined && start >= 0 && start < end && end <= text.length;
}
