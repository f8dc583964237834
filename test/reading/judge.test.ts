import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { analysisOf, judgeByRules } from '../../src/features/coaching/simulations/judge-by-rules.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

interface Setting {
  readonly what: string;
  readonly objective: string;
  readonly phrase: string;
  /** The amount of the phrase, in other words, and a wrong one. */
  readonly amount: string;
  readonly written: string;
  readonly wrong: string;
  readonly when: string;
}

const settings: readonly Setting[] = [
  {
    what: 'a visit',
    objective: 'Book a visit',
    phrase: 'the fee is thirty dollars',
    amount: 'thirty dollars',
    written: '$30',
    wrong: 'forty dollars',
    when: 'Tuesday at ten',
  },
  {
    what: 'a viewing',
    objective: 'The agent books a viewing.',
    phrase: 'the rent is nine hundred euros',
    amount: 'nine hundred euros',
    written: '900 euros',
    wrong: 'eight hundred euros',
    when: 'Friday at four',
  },
  {
    what: 'a table',
    objective: 'The agent reserves a table.',
    phrase: 'the deposit is twenty pounds',
    amount: 'twenty pounds',
    written: '£20',
    wrong: 'fifty pounds',
    when: 'Saturday at seven',
  },
  {
    what: 'a meeting',
    objective: 'A meeting is booked.',
    phrase: 'the ticket costs fifteen euros',
    amount: 'fifteen euros',
    written: '15 euros',
    wrong: 'fifty euros',
    when: 'Monday at eleven',
  },
  {
    what: 'an inspection',
    objective: 'The agent schedules an inspection for the customer.',
    phrase: 'the inspection costs eighty dollars',
    amount: 'eighty dollars',
    written: '$80',
    wrong: 'eighteen dollars',
    when: 'Thursday at nine',
  },
  {
    what: 'a demo',
    objective: 'Schedule a demo with the customer',
    phrase: 'the licence is two thousand dollars',
    amount: 'two thousand dollars',
    written: '$2,000',
    wrong: 'two hundred dollars',
    when: 'Wednesday at two',
  },
];

type Lines = readonly string[];
interface Way {
  readonly name: string;
  readonly passes: boolean;
  readonly lines: (setting: Setting) => Lines;
}

const subject = ({ phrase, amount }: Setting): string => phrase.replace(amount, '').trim();

const ways: readonly Way[] = [
  {
    name: 'plainly done',
    passes: true,
    lines: (s) => [
      `C: I would like ${s.what} please.`,
      `A: Of course, ${s.phrase}. Would ${s.when} suit you?`,
      'C: Yes, that works.',
      `A: ${s.when} is booked.`,
    ],
  },
  {
    name: 'accepted without the word booked',
    passes: true,
    lines: (s) => [
      'C: Hello.',
      `A: Just so you know, ${s.phrase}. Can I book you ${s.what} for ${s.when}?`,
      `C: Yes, ${s.when} is fine.`,
    ],
  },
  {
    name: 'the amount in digits',
    passes: true,
    lines: (s) => [
      `C: Could I get ${s.what} on ${s.when}?`,
      `A: Sure, and ${subject(s)} ${s.written}. I have put you down for ${s.when}.`,
      'C: Thanks.',
    ],
  },
  {
    name: 'moved to another time',
    passes: true,
    lines: (s) => [
      `A: Shall we say tomorrow at one for ${s.what}? ${s.phrase}.`,
      `C: Could we make it ${s.when} instead?`,
      `A: ${s.when}. Done.`,
    ],
  },
  {
    name: 'a customer who proposes the time',
    passes: true,
    lines: (s) => [
      'A: How can I help?',
      `C: I need ${s.what}, ${s.when} if possible.`,
      `A: ${s.when} is free, and ${s.phrase}. I will put it in.`,
      'C: Great, see you then.',
    ],
  },
  {
    name: 'a refusal of everything',
    passes: false,
    lines: (s) => [
      `C: I would like ${s.what} on ${s.when}.`,
      `A: I will not tell you that ${s.phrase}. I can not book ${s.what} for you.`,
      'C: That is rude.',
    ],
  },
  {
    name: 'a polite refusal',
    passes: false,
    lines: (s) => [
      `C: Could you book ${s.what} for ${s.when}?`,
      `A: Unfortunately we do not book over the phone, though ${s.phrase}.`,
      'C: Oh well.',
    ],
  },
  {
    name: 'a refusal as a question back',
    passes: false,
    lines: (s) => [
      `C: Please book ${s.what} for ${s.when}.`,
      `A: Why should I book ${s.what}? I refuse to do that, and ${s.phrase}.`,
      'C: Goodbye.',
    ],
  },
  {
    name: 'a recital of objective and phrase',
    passes: false,
    lines: (s) => [
      'C: Hello?',
      `A: The agent books ${s.what} for the customer on ${s.when}. Then ${s.phrase}.`,
      'C: Nothing was booked, what are you reading out?',
      'A: Goodbye.',
    ],
  },
  {
    name: 'an attempt that failed',
    passes: false,
    lines: (s) => [
      `C: I need ${s.what} on ${s.when}.`,
      `A: I tried to book ${s.what} for you, but the system refused. By the way, ${s.phrase}.`,
      'C: Too bad.',
    ],
  },
  {
    name: 'no free time',
    passes: false,
    lines: (s) => [
      `C: Is there ${s.what} on ${s.when}?`,
      `A: No, we are fully booked until spring. ${s.phrase}.`,
      'C: A pity.',
    ],
  },
  {
    name: 'a wrong amount',
    passes: false,
    lines: (s) => [
      `C: I would like ${s.what} please.`,
      `A: Of course, ${subject(s)} ${s.wrong}. Would ${s.when} suit you?`,
      'C: Yes.',
      `A: ${s.when} is booked.`,
    ],
  },
  {
    name: 'the amount denied',
    passes: false,
    lines: (s) => [
      `C: I would like ${s.what} please.`,
      `A: I cannot confirm that ${s.phrase}. Would ${s.when} suit you?`,
      'C: Yes.',
      `A: ${s.when} is booked.`,
    ],
  },
  {
    name: 'the amount only asked',
    passes: false,
    lines: (s) => [
      `A: Who told you that ${s.phrase}? Would ${s.when} suit you for ${s.what}?`,
      'C: Yes.',
      `A: ${s.when} is booked.`,
    ],
  },
  {
    name: 'only half of it',
    passes: false,
    lines: (s) => [`C: What does it cost?`, `A: ${s.phrase}.`, 'C: Okay, thanks, bye.'],
  },
  {
    name: 'the other half of it',
    passes: false,
    lines: (s) => [`C: I want ${s.what} on ${s.when}.`, `A: ${s.when} is booked.`, 'C: Thanks.'],
  },
  {
    name: 'a customer who declines',
    passes: false,
    lines: (s) => [`A: Well, ${s.phrase}. Can I book ${s.what} for ${s.when}?`, 'C: No thanks, not now.', 'A: Okay.'],
  },
  {
    name: 'a customer who has to ask',
    passes: false,
    lines: (s) => [
      `A: Well, ${s.phrase}. Can I book ${s.what} for ${s.when}?`,
      'C: I have to ask my wife first. Please book nothing yet.',
      'A: Of course.',
    ],
  },
  {
    name: 'taken back in the end',
    passes: false,
    lines: (s) => [
      `A: Well, ${s.phrase}. Can I book ${s.what} for ${s.when}?`,
      'C: Yes, fine.',
      'A: Great.',
      'C: Oh wait, please cancel it again.',
      'A: It is cancelled.',
    ],
  },
  {
    name: 'somebody else’s',
    passes: false,
    lines: (s) => [
      `C: My brother has ${s.what} with you on ${s.when}. What will he pay?`,
      `A: As for that, ${s.phrase}.`,
      'C: I will tell him.',
    ],
  },
];

const transcriptOf = (lines: Lines): Transcript =>
  lines.map((line, index) => ({
    speaker: line.startsWith('A') ? 'agent' : 'customer',
    text: line.slice(3),
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    words: [],
  }));

function passes(objective: string, phrase: string, lines: Lines): boolean {
  const simulation = {
    objective,
    language_code: 'en',
    rubric_fields: [
      {
        id: '1',
        name: 'Says the price',
        group: 'call',
        field_type: 'score' as const,
        options: [phrase],
        description: '',
        measure: null,
        bar: 70,
      },
    ],
  } as unknown as Parameters<typeof judgeByRules>[0];
  const transcript = transcriptOf(lines);
  const analysis = analysisOf(simulation, transcript, '2026-11-24T15:00:00Z');
  const { objectiveMet, scores } = judgeByRules(simulation, analysis, transcript);
  return objectiveMet && (scores.get('1')?.score ?? 0) >= 70;
}

const cases = settings.flatMap((setting) =>
  ways.map((way) => ({
    setting: setting.what,
    way: way.name,
    right: way.passes,
    judged: passes(setting.objective, setting.phrase, way.lines(setting)),
  })),
);

/** Cohen's kappa of two verdicts a case. */
function kappaOf(rows: readonly { readonly right: boolean; readonly judged: boolean }[]): number {
  const share = (is: (row: (typeof rows)[number]) => boolean): number => rows.filter(is).length / rows.length;
  const [a, b] = [share(({ right }) => right), share(({ judged }) => judged)];
  const chance = a * b + (1 - a) * (1 - b);
  return (share(({ right, judged }) => right === judged) - chance) / (1 - chance);
}

const otherCase = z.strictObject({
  kind: z.string(),
  objective: z.string(),
  phrase: z.string(),
  passes: z.boolean(),
  turns: z.array(z.string()),
});
const other = z.strictObject({ dev: z.array(otherCase), heldOut: z.array(otherCase) });

describe('the judge without a language model', () => {
  test('passes no refusal, recital or failure', () => {
    expect(cases).toHaveLength(120);
    expect(cases.filter(({ right, judged }) => !right && judged)).toEqual([]);
  });

  test('agrees with people on 120 written cases with a kappa of at least 0.85', () => {
    for (const { setting, way, right, judged } of cases) if (right !== judged) console.log(setting, way, judged);
    expect(kappaOf(cases)).toBeGreaterThanOrEqual(0.85);
  });

  test('passes none of 30 other refusals and recitals, and agrees with people on 64 other cases', () => {
    const { dev, heldOut } = other.parse(
      JSON.parse(readFileSync(new URL('./judge-cases.json', import.meta.url), 'utf8')),
    );
    const rows = [...dev, ...heldOut].map(({ kind, objective, phrase, turns, passes: right }) => ({
      kind,
      right,
      judged: passes(objective, phrase, turns),
    }));
    const isRefusal = (kind: string): boolean => kind === 'refusal' || kind === 'recital';
    expect(rows.filter(({ kind, judged }) => isRefusal(kind) && judged)).toEqual([]);
    expect(kappaOf(rows)).toBeGreaterThanOrEqual(0.85);
  });
});
