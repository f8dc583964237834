/** A simulated customer with a situation, for any business that takes requests. */
export interface Example {
  readonly name: string;
  readonly profile: Readonly<Record<string, string>>;
  readonly objections: readonly { readonly text: string; readonly strength: number }[];
  readonly verbosity: 'terse' | 'normal' | 'talkative';
  readonly fillers: readonly string[];
  readonly interrupts: 'none' | 'some';
  readonly scenario: {
    readonly name: string;
    readonly situation: string;
    readonly objective: string;
    readonly difficulty: 'easy' | 'medium' | 'hard';
    readonly hiddenState: Readonly<Record<string, string>>;
    readonly maxTurns: number;
    readonly satisfiedWhen: string;
  };
}

/** From the hardest to the easiest: lists show the newest first. */
export const examples: readonly Example[] = [
  {
    name: 'Sam Ortiz',
    profile: { neighbourhood: 'the harbour' },
    objections: [
      { text: 'I would like to think about it first.', strength: 2 },
      { text: 'Another company offered me a lower price.', strength: 2 },
    ],
    verbosity: 'talkative',
    fillers: ['hmm'],
    interrupts: 'none',
    scenario: {
      name: 'Not ready to decide',
      situation: 'You are comparing offers. You do not want to decide today.',
      objective: 'Answer the concerns, and agree on a call later.',
      difficulty: 'hard',
      hiddenState: { other_offer: 'The other offer is ten percent lower' },
      maxTurns: 30,
      satisfiedWhen: 'the agent agrees to call back later',
    },
  },
  {
    name: 'Dana Moss',
    profile: { order_number: '4471' },
    objections: [{ text: 'I have already called about this twice.', strength: 2 }],
    verbosity: 'terse',
    fillers: [],
    interrupts: 'some',
    scenario: {
      name: 'Complain about an order',
      situation: 'Your order arrived two days late, and a part of it is missing. You want the missing part this week.',
      objective: 'Apologise, find out what is missing, and say what happens next.',
      difficulty: 'medium',
      hiddenState: { missing_part: 'The lid of the box is missing' },
      maxTurns: 30,
      satisfiedWhen: 'the agent says when the missing part arrives',
    },
  },
  {
    name: 'Robin Hale',
    profile: { neighbourhood: 'the old town' },
    objections: [{ text: 'I heard that you are quite expensive.', strength: 1 }],
    verbosity: 'normal',
    fillers: ['um', 'well'],
    interrupts: 'some',
    scenario: {
      name: 'Book a visit',
      situation: 'You would like to book a visit. You are new here.',
      objective: 'Take the request for the visit, so that it is resolved.',
      difficulty: 'easy',
      hiddenState: { deadline: 'It must be this month' },
      maxTurns: 30,
      satisfiedWhen: 'the agent has put in the request or the agent books the visit',
    },
  },
];
