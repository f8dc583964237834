import { describe, expect, test } from 'vitest';
import { type Answer, type AnswerInput, createAnswerDetector } from '../../media/voicemail/answer.ts';

type Said = readonly [fromMs: number, toMs: number, text: string];

/** The last of what is thought, after these utterances and a beep at its time. */
function judge(said: readonly Said[], options: { beepMs?: number; untilMs?: number } = {}): Answer {
  const inputs: (AnswerInput & { at: number })[] = [];
  for (const [fromMs, toMs, text] of said) {
    inputs.push({ type: 'speech_started', atMs: fromMs, at: fromMs });
    const words = text.split(' ');
    for (let n = 3; n < words.length; n += 3) {
      const at = fromMs + ((toMs - fromMs) * n) / words.length;
      inputs.push({ type: 'words', text: words.slice(0, n).join(' '), at });
    }
    inputs.push({ type: 'speech_ended', atMs: toMs, text, at: toMs + 600 });
  }
  const { beepMs, untilMs = (said.at(-1)?.[1] ?? 0) + 700 } = options;
  if (beepMs !== undefined) {
    const tone = { hz: 1000, startMs: beepMs, endMs: beepMs + 300, quietBefore: true, quietAfter: true };
    inputs.push({ type: 'tone', tone, at: beepMs + 400 });
  }
  for (let at = 0; at <= untilMs; at += 100) inputs.push({ type: 'tick', atMs: at, at });
  inputs.sort((a, b) => a.at - b.at);
  const detector = createAnswerDetector();
  let last: Answer | undefined;
  for (const { at: _, ...input } of inputs) last = detector.step(input);
  if (last === undefined) throw new Error('nothing was told');
  return last;
}

/** About as fast as people speak. */
const saying = (text: string, fromMs = 300): Said => [fromMs, fromMs + text.length * 65, text];

const machines = [
  "Hi, you've reached Susan. I can't come to the phone right now. Please leave a message after the tone.",
  "You've reached the voicemail of Daniel Reed. Leave your name and number and I'll get back to you.",
  'Your call has been forwarded to an automatic voice message system. 5 5 5 0 1 4 3 is not available. At the tone, please record your message.',
  'The person you are trying to reach is not available. Please leave your message after the beep.',
  'The mailbox is full and cannot accept any messages at this time. Goodbye.',
  'The number you have dialed is not in service. Please check the number and try again.',
  'The subscriber you have called is currently switched off. Please try again later.',
  'The Airtel customer you are trying to reach is busy. Please call after some time.',
  'The number you are calling is currently out of coverage area.',
  'The party you are trying to reach does not accept unidentified calls.',
  'Aap jis vyakti se sampark karna chahte hain, vah abhi uplabdh nahi hai.',
  'आप जिस व्यक्ति से संपर्क करना चाहते हैं वह अभी उपलब्ध नहीं है',
  'Hello. Kindly leave a short message at the tone and we will return your call.',
];

const people = [
  'Hello?',
  'Hi.',
  'Yes, hello.',
  'Hello, who is this?',
  'Susan speaking.',
  'Haan ji boliye.',
  'Thank you for calling Maple Grove Dental, this is Susan, how can I help you?',
  "He's not here, can I take a message?",
  'Good morning.',
  'Sorry, I was in the shower. Who is calling?',
  'Hold on, let me get her.',
  'Do you want to leave a message for him?',
];

/** Neither is certain. To treat a person as a machine is to hang up on them. */
const doubtful: readonly Said[][] = [
  [saying('Maple Grove Dental')],
  [
    saying(
      'So I was telling them on the way here that we really should have left much earlier because of all the traffic in town',
    ),
  ],
  [saying("She is not available right now, she's in a meeting.")],
  [
    saying(
      'Thank you for calling Maple Grove Dental. Your call is important to us. For opening hours press one. For appointments press two.',
    ),
  ],
  [[300, 12_000, '']],
  [],
];

describe('who answered', () => {
  test.each(machines)('a machine: %s', (text) => {
    expect(judge([saying(text)])).toMatchObject({ kind: 'machine' });
  });

  test.each(machines)('is detected before the greeting ends: %s', (text) => {
    const words = text.split(' ');
    const half = judge([saying(words.slice(0, Math.ceil(words.length * 0.95)).join(' '))]);
    expect(half.kind).not.toBe('human');
  });

  test.each(people)('a person: %s', (text) => {
    expect(judge([saying(text)], { untilMs: 300 + text.length * 65 + 1300 })).toMatchObject({ kind: 'human' });
  });

  test.each(doubtful.map((said) => [said.map(([, , text]) => text).join(' '), said] as const))(
    'in doubt it is not a machine: %s',
    (_, said) => {
      const { kind, confidence } = judge([...said], { untilMs: 15_000 });
      expect(kind).not.toBe('machine');
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThan(1);
    },
  );

  test('a short word and a wait is a person, even if the word was not recognised', () => {
    expect(judge([[300, 900, 'Mm']], { untilMs: 2100 }).kind).toBe('human');
  });

  test('a beep after a long opening is a machine, whatever the words', () => {
    const opening: Said = [300, 6000, 'unser Büro ist zur Zeit nicht besetzt'];
    expect(judge([opening], { untilMs: 8000 }).kind).toBe('unknown');
    expect(judge([opening], { beepMs: 7000, untilMs: 8000 })).toMatchObject({
      kind: 'machine',
      evidence: ['an opening of 5.7 s', 'a beep of 1000 Hz'],
    });
  });

  test('a beep alone is not enough', () => {
    expect(judge([], { beepMs: 500, untilMs: 4000 }).kind).toBe('unknown');
  });

  test('a person who picks up during the greeting is a person', () => {
    const tape = saying("You've reached Susan, please leave a message after the tone.");
    expect(judge([tape]).kind).toBe('machine');
    expect(judge([tape, [9000, 9800, 'Hello? Hello?']], { beepMs: 8000 }).kind).toBe('human');
  });

  test('a greeting that begins with hello is a machine in the end', () => {
    expect(
      judge([[300, 700, 'Hello.'], saying('You have reached Tom. Leave a message after the beep.', 1800)]).kind,
    ).toBe('machine');
  });

  test('some machines accept no message', () => {
    expect(judge([saying('The number you have dialed is not in service.')]).noMessage).toBe(true);
    expect(judge([saying('The mailbox is full. Goodbye.')]).noMessage).toBe(true);
    expect(
      judge([saying('The person you are calling is not available, please leave a message after the tone.')]).noMessage,
    ).toBe(false);
  });
});
