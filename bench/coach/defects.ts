import type { AgentPlan } from '../../media/ports.ts';

/** A defect of an agent, the call in which it shows, and what the correct agent says there. */
export interface Defect {
  readonly name: string;
  readonly situation: string;
  /** Phrase that the correct agent says in this call. */
  readonly says: string;
  breakAgent(plan: AgentPlan): AgentPlan;
}

type Goal = AgentPlan['goals'][number];

const goalSituations: Readonly<Record<string, string>> = {
  book: 'You would like to book a cleaning. You are a new patient.',
  reschedule: 'You need to reschedule your appointment. Something came up at work.',
  cancel: 'You need to cancel your appointment.',
  emergency: 'You have terrible tooth pain.',
};

const withGoal = (plan: AgentPlan, id: string, change: (goal: Goal) => Goal): AgentPlan => ({
  ...plan,
  goals: plan.goals.map((goal) => (goal.id === id ? change(goal) : goal)),
});

/** The agent never asks one of its questions. */
const unasked = (goal: string, question: string, says: string): Defect => ({
  name: `${goal}: does not ask for ${question}`,
  situation: goalSituations[goal] as string,
  says,
  breakAgent: (plan) =>
    withGoal(plan, goal, (one) => ({ ...one, questions: one.questions.filter(({ id }) => id !== question) })),
});

/** The agent does not read an answer back. */
const unconfirmed = (goal: string, question: string, says: string): Defect => ({
  name: `${goal}: does not read ${question} back`,
  situation: goalSituations[goal] as string,
  says,
  breakAgent: (plan) =>
    withGoal(plan, goal, (one) => ({
      ...one,
      questions: one.questions.map((each) => {
        const { confirm: _, ...rest } = each as typeof each & { confirm?: string };
        return each.id === question ? (rest as typeof each) : each;
      }),
    })),
});

/** The agent ends a request with the wrong words. */
const undone = (goal: string, says: string): Defect => ({
  name: `${goal}: does not say what happens next`,
  situation: goalSituations[goal] as string,
  says,
  breakAgent: (plan) => withGoal(plan, goal, (one) => ({ ...one, done: 'Thank you. That is noted.' })),
});

const unintroduced = (goal: string, says: string): Defect => ({
  name: `${goal}: begins without a word`,
  situation: goalSituations[goal] as string,
  says,
  breakAgent: (plan) => withGoal(plan, goal, (one) => ({ ...one, intro: '' })),
});

/** The agent knows a wrong fact. */
const wrong = (name: string, situation: string, [right, other, says]: readonly [string, string, string]): Defect => ({
  name: `tells a wrong ${name}`,
  situation,
  says,
  breakAgent: (plan) => ({
    ...plan,
    knowledge: plan.knowledge.map((document) => ({ ...document, text: document.text.replaceAll(right, other) })),
  }),
});

/** Fifty defects of the agent in examples/dental-receptionist. */
export const defects: readonly Defect[] = [
  unasked('book', 'name', 'Can I have your first and last name?'),
  unasked('book', 'when', 'What day and time would suit you?'),
  unasked('book', 'phone', 'What is the best phone number to reach you?'),
  unasked('reschedule', 'name', 'What name is the appointment under?'),
  unasked('reschedule', 'when', 'What new day and time would you like?'),
  unasked('cancel', 'name', 'What name is the appointment under?'),
  unasked('cancel', 'day', 'And which day is it on?'),
  unasked('cancel', 'rebook', 'Would you like us to call you about a new date?'),
  unasked('emergency', 'problem', 'Can you tell me in a few words what happened?'),
  unasked('emergency', 'name', 'And your name, please?'),
  unasked('emergency', 'phone', 'What number can the dentist call you on?'),
  unconfirmed('book', 'phone', 'Is that correct?'),
  unconfirmed('reschedule', 'when', 'The new time would be, is that right?'),
  unconfirmed('emergency', 'phone', 'Is that correct?'),
  undone('book', 'the front desk will call to confirm'),
  undone('reschedule', 'the front desk will confirm it'),
  undone('emergency', 'marked this as urgent, someone will call'),
  unintroduced('book', 'I can set that up for you'),
  unintroduced('reschedule', 'No problem, we can move it'),
  unintroduced('cancel', 'Sure, I can take that down'),
  unintroduced('emergency', "let's get you help quickly"),
  {
    name: 'greets without the name of the practice',
    situation: goalSituations.book as string,
    says: 'this is Ava, the virtual receptionist',
    breakAgent: (plan) => ({ ...plan, greeting: 'Hello, how can I help you today?' }),
  },
  {
    name: 'says goodbye without thanks',
    situation: 'You want to know how much a cleaning costs.',
    says: 'Thanks for calling Maple Grove Dental',
    breakAgent: (plan) => ({ ...plan, goodbye: 'Goodbye!' }),
  },
  wrong('price of a cleaning', 'You want to know how much an adult cleaning costs.', ['$120', '$180', '$120']),
  wrong('price for a child', 'You want to know what a cleaning for your child costs.', ['$85', '$95', '$85']),
  wrong('price of an exam', 'You want to know the price of an exam with x-rays.', ['$145', '$205', '$145']),
  wrong('price of a crown', 'You want to know how much a porcelain crown is.', ['$1,150', '$1,450', '$1,150']),
  wrong('price of an extraction', 'You want to know how much a simple extraction costs.', ['$220', '$260', '$220']),
  wrong('price of whitening', 'You want to know how much teeth whitening costs.', ['$375', '$475', '$375']),
  wrong('price of a night guard', 'You want to know the price of a night guard.', ['$425', '$525', '$425']),
  wrong('price of a filling', 'You want to know how much a tooth-colored filling costs.', ['$190', '$290', '$190']),
  wrong('price of laughing gas', 'You want to know what laughing gas costs.', ['$60', '$90', '$60']),
  wrong('price of the membership', 'You want to know what the discount plan for patients without insurance costs.', [
    '$29',
    '$49',
    '$29',
  ]),
  wrong('fee', 'You want to know what the fee for a missed visit is.', ['$50.', '$75.', '$50']),
  wrong('notice', 'You want to know how much notice you must give to cancel a visit.', [
    '24 hours',
    '48 hours',
    '24 hours',
  ]),
  wrong('time of arrival', 'You want to know how early to arrive for your first visit.', [
    '15 minutes early',
    '30 minutes early',
    '15 minutes',
  ]),
  wrong('length of a cleaning', 'You want to know how long a cleaning takes.', [
    '45 minutes',
    '90 minutes',
    '45 minutes',
  ]),
  wrong('train station', 'You want to know which train station is near.', [
    'Fairhaven Central',
    'Ashford North',
    'Fairhaven Central',
  ]),
  wrong('insurance', 'You want to know whether you accept Medicaid.', [
    'We do not accept Medicaid.',
    'Ask your insurer.',
    'we do not accept Medicaid',
  ]),
  wrong('price of parking', 'You want to know where you can park.', [
    'Parking is free',
    'Parking costs 5 dollars',
    'Parking is free',
  ]),
  wrong('bus', 'You want to know which bus stops near the practice.', ['number 14', 'number 22', 'number 14']),
  wrong('payment plan', 'You want to know whether there is a payment plan for treatment.', [
    'six months',
    'three months',
    'six months',
  ]),
  wrong('reminder', 'You want to know whether you get a reminder before a visit.', [
    'two days before',
    'one week before',
    'two days before',
  ]),
  wrong('waiting time', 'You want to know how soon a routine cleaning can be booked.', [
    'two weeks',
    'six weeks',
    'two weeks',
  ]),
  {
    name: 'does not say that calls are recorded',
    situation: goalSituations.book as string,
    says: 'this call may be recorded',
    breakAgent: ({ recordingDisclosure: _, ...plan }) => plan,
  },
  wrong('way to pay', 'You want to know how you can pay.', [
    'cash, check, debit card',
    'bank transfer',
    'cash, check, debit card',
  ]),
  wrong('list of holidays', 'You want to know on which holidays you are closed.', [
    'Memorial Day, ',
    '',
    'Memorial Day',
  ]),
  wrong('answer about wheelchairs', 'You want to know whether the building is wheelchair accessible.', [
    'wheelchair accessible',
    'upstairs',
    'wheelchair accessible',
  ]),
  wrong('train', 'You want to know how far the train station is.', [
    'ten minute walk',
    'forty minute drive',
    'ten minute walk',
  ]),
  wrong('list of hygienists', 'You want to know who the dental hygienists are.', [
    'Priya Nair and Tom Beckett',
    'two colleagues',
    'Priya Nair and Tom Beckett',
  ]),
];
