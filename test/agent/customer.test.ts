import { describe, expect, test } from 'vitest';
import {
  type AgentTurn,
  type CustomerPlan,
  createCustomer,
  type LogEntry,
  mistakeIn,
} from '../../media/agent/customer/index.ts';

const plan = (changes: Partial<CustomerPlan> = {}): CustomerPlan => ({
  seed: 7,
  languageCode: 'en-US',
  name: 'Nora Field',
  difficulty: 'medium',
  situation: ['You are looking for a new lamp for your office.', 'The old one flickers.'],
  open: [{ id: 'o', about: 'colour', value: 'green' }],
  hidden: [{ id: 'h', about: 'budget', value: '400 euros' }],
  objections: [],
  knowledge: [],
  maxTurns: 20,
  hangupTriggers: [],
  habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: 'none' },
  ...changes,
});

/** Plays the agent's turns; the lines of both, and how it ended. */
function play(own: CustomerPlan, turns: readonly (string | AgentTurn)[]) {
  const customer = createCustomer(own);
  let { first: state } = customer;
  const log: LogEntry[] = [];
  for (const given of turns) {
    const turn = typeof given === 'string' ? { text: given, ended: false } : given;
    log.push({ speaker: 'agent', ...turn });
    const step = customer.step(state, turn);
    state = JSON.parse(JSON.stringify(step.state));
    if (step.move.text !== null) log.push({ speaker: 'customer', text: step.move.text });
    if (step.move.end !== undefined) return { log, end: step.move.end, said: said(log) };
  }
  return { log, end: undefined, said: said(log) };
}
const said = (log: readonly LogEntry[]): string[] =>
  log.flatMap(({ speaker, text }) => (speaker === 'customer' ? [text] : []));

const help = 'Hello, how can I help you?';

describe('a simulated customer', () => {
  test('says what it wants in the first person when it is asked', () => {
    expect(play(plan(), [help]).said[0]).toContain('I am looking for a new lamp for my office.');
  });

  test('tells a hidden fact when a question asks for it, and not before', () => {
    const { said: lines } = play(plan(), [
      help,
      'We have many lamps.',
      'What colour do you like?',
      'What is your budget?',
    ]);
    expect(lines.slice(0, 3).join(' ')).not.toContain('400');
    expect(lines[2]).toMatch(/green/i);
    expect(lines[3]).toContain('400 euros');
  });

  test('is found to have ended early when it was satisfied while the agent asked to confirm', () => {
    const own = plan({ satisfiedWhen: 'the agent says "booked it"' });
    const log = (last: string): LogEntry[] => [
      { speaker: 'agent', text: help },
      { speaker: 'customer', text: 'Hi. I am looking for a new lamp for your office.' },
      { speaker: 'agent', text: last },
    ];
    expect(mistakeIn(own, log('I booked it for Monday. Is that correct?'), 'satisfied')).toContain(
      'waited for an answer',
    );
    expect(mistakeIn(own, log('I booked it for Monday. Goodbye.'), 'satisfied')).toBeUndefined();
  });

  test('adds a sentence of its story to an answer when it is talkative, and says the least when it is terse', () => {
    const turns = [help, 'What colour do you like?'];
    const of = (verbosity: CustomerPlan['habits']['verbosity'], seed: number) =>
      play(plan({ seed, habits: { ...plan().habits, verbosity } }), turns);
    for (const seed of [1, 2, 3, 4]) {
      const talkative = of('talkative', seed);
      expect(talkative.said[1]).toMatch(/green.*The old one flickers/i);
      expect(mistakeIn(plan(), talkative.log, 'max_turns')).not.toContain('cannot know');
      expect(of('normal', seed).said[1]).not.toContain('flickers');
      expect(of('terse', seed).said).toEqual(of('terse', 1).said);
    }
    expect(of('terse', 1).said[0]).toMatch(/^Hi\. /);
  });

  test('tells a hidden fact sooner when an answer won its trust, and later when it was let down', () => {
    const hard = plan({
      difficulty: 'hard',
      objections: [{ text: 'It is too dear.', strength: 1, answeredBy: ['half price'] }],
    });
    const asked = 'What is your budget?';
    const toldAt = (turns: readonly string[]): number =>
      play(hard, turns).said.findIndex((line) => line.includes('400 euros'));
    const won = [help, 'We have lamps.', 'It is half price.', asked, asked];
    expect(toldAt(won)).toBe(3);
    const neutral = plan({ difficulty: 'hard' });
    const lines = play(neutral, [help, asked, `Tell me: ${asked}`]).said;
    expect(lines.findIndex((line) => line.includes('400 euros'))).toBe(2);
    const let_down = play(neutral, [
      help,
      'I cannot help you with that.',
      asked,
      `Tell me: ${asked}`,
      `Please: ${asked}`,
    ]).said;
    expect(let_down.findIndex((line) => line.includes('400 euros'))).toBe(4);
  });

  test('wants to be asked again for a hidden fact when it is hard', () => {
    const asked = 'What is your budget?';
    const { said: lines } = play(plan({ difficulty: 'hard' }), [help, asked, `Please tell me: ${asked}`]);
    expect(lines[1]).not.toContain('400');
    expect(lines[2]).toContain('400 euros');
  });

  test('repeats an objection until an answer fits', () => {
    const own = plan({ objections: [{ text: 'Your lamps are too expensive.', answeredBy: ['two years warranty'] }] });
    const { said: lines } = play(own, [
      help,
      'We have the Orion.',
      'It is nice.',
      'You get two years warranty with it.',
    ]);
    expect(lines[1]).toContain('too expensive');
    expect(lines[2]).toContain('too expensive');
    expect(lines[3]).not.toContain('too expensive');
  });

  test('is satisfied by a statement, and not by a question or a denial', () => {
    const own = plan({ satisfiedWhen: 'the agent confirms the delivery of the lamp' });
    const asks = play(own, [
      help,
      'Shall I arrange the delivery of the lamp?',
      'The delivery of the lamp is not possible.',
    ]);
    expect(asks.end).toBeUndefined();
    const confirms = play(own, [help, 'I have arranged the delivery of the lamp.']);
    expect(confirms.end).toBe('satisfied');
    const awaited = play(own, [help, 'I have noted the delivery of the lamp. Is that right?']);
    expect(awaited.end).toBeUndefined();
  });

  test('hangs up before it is satisfied when a trigger also holds', () => {
    const own = plan({ satisfiedWhen: '"deal"', hangupTriggers: ['the agent asks for "card number"'] });
    expect(play(own, [help, 'Deal. Give me your card number.']).end).toBe('hangup');
  });

  test('ends with the agent, and at the most turns', () => {
    expect(play(plan(), [help, { text: 'Goodbye.', ended: true }]).end).toBe('agent_ended');
    expect(play(plan({ maxTurns: 4 }), [help, 'One lamp is here.', 'Another is there.']).end).toBe('max_turns');
  });

  test('loses patience with an agent that repeats itself', () => {
    expect(play(plan(), [help, ...Array.from({ length: 8 }, () => 'Please wait.')]).end).toBe('hangup');
  });

  test('corrects a day that is read back wrongly', () => {
    const [first, ask] = [help, 'What day and time would suit you?'];
    const told = play(plan(), [first, ask]).said[1] ?? '';
    const day = /Tuesday|Wednesday|Thursday|Friday/.exec(told)?.[0];
    expect(play(plan(), [first, ask, 'That is Sunday at noon. Is that right?']).said[2]).toContain(day);
    expect(play(plan(), [first, ask, `That is ${day} at noon. Is that right?`]).said[2]).toMatch(/right|correct/i);
  });

  test('does the same for the same seed, and words differ by seed', () => {
    const turns = [help, 'What is your name?', 'What day would suit you?', 'All right.', 'Anything else?'];
    const of = (seed: number) => play(plan({ seed }), turns).said.join('\n');
    expect(of(1)).toBe(of(1));
    expect(new Set(Array.from({ length: 20 }, (_, seed) => of(seed))).size).toBeGreaterThan(5);
  });
});

describe('the validator', () => {
  const agent = (text: string, ended = false): LogEntry => ({ speaker: 'agent', text, ended });
  const customer = (text: string): LogEntry => ({ speaker: 'customer', text });

  test('passes what a customer said by itself', () => {
    const { log } = play(plan(), [help, 'What is your budget?', { text: 'Goodbye.', ended: true }]);
    expect(mistakeIn(plan(), log, 'agent_ended')).toBeUndefined();
  });

  test('names a hidden fact that nobody asked for', () => {
    const log = [agent(help), customer('My limit is 400 euros.'), agent('Bye.', true)];
    expect(mistakeIn(plan(), log, 'agent_ended')).toContain('budget');
  });

  test('names a thing that the customer cannot know, and lets pass what the agent said', () => {
    const log = [agent(help), customer('My code is 9912.'), agent('Bye.', true)];
    expect(mistakeIn(plan(), log, 'agent_ended')).toContain('9912');
    const told = [agent('Your code is 9912. Right?'), customer('Yes, 9912.'), agent('Bye.', true)];
    expect(mistakeIn(plan(), told, 'agent_ended')).toBeUndefined();
  });

  test('names an early end and a loop', () => {
    const own = plan({ satisfiedWhen: 'the agent confirms the delivery' });
    expect(mistakeIn(own, [agent(help)], 'satisfied')).toContain('before');
    expect(mistakeIn(plan(), [agent(help)], 'hangup')).toContain('without a reason');
    const loop = Array.from({ length: 6 }, (_, at) => [agent(`Line ${at}`), customer('Okay.')]).flat();
    expect(mistakeIn(plan(), [...loop, agent('Bye.', true)], 'agent_ended')).toContain('same');
  });
});
