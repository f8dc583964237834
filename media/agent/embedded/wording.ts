/** What the agent says of its own accord, in the voice of the telephone: short, plain, and not always the same. */
const variants = {
  got_it: ['Got it.', 'Okay.', 'Thanks.', 'All right.'],
  clarify: [
    "Sorry, I didn't catch that. Could you say it again?",
    'Sorry, the line was a bit unclear. What was that?',
    'I missed that, sorry. Could you repeat it?',
  ],
  clarify_again: [
    "I'm still having trouble hearing you. Could you say it once more, a little slower?",
    'Sorry, that still came through unclear. One more time, please?',
  ],
  answer_again: ["Sorry, I didn't get that.", 'Sorry, I missed that.', "I'm sorry, I didn't quite follow."],
  take_time: ['Of course, take your time.', "Sure, no rush. I'm right here.", "No problem, I'll wait."],
  unknown: [
    "I'm sorry, I don't have that information.",
    "I'm afraid I don't know that one.",
    "That's not something I have information on, sorry.",
  ],
  unsure: [
    "Sorry, I'm not sure how to help with that.",
    "I'm not quite sure I understood.",
    "Hmm, I don't think I can help with that one.",
  ],
  anything_else: [
    'Is there anything else I can help with?',
    'Anything else I can do for you?',
    'Can I help with anything else?',
  ],
  how_can_i_help: ['What can I help you with?', 'How can I help?', 'What can I do for you?'],
  welcome: ["You're welcome.", 'My pleasure.', 'Happy to help.'],
  connecting: ["Sure, I'll put you through. One moment, please.", 'Of course. One moment while I connect you.'],
  offer_person: [
    'Would you like me to put you through to someone who can help?',
    'Should I connect you with someone at the office?',
  ],
  offer_message: ['Would you like to leave a message instead?', 'Shall I take a message for the team?'],
  resume: ['Now, back to where we were.', 'So, to carry on.', 'Okay, where were we.'],
  sorry_wrong: ['Sorry about that.', 'My mistake.', 'Okay, let me fix that.'],
  still_there: ['Are you still there?', 'Hello, are you there?', "I'm still here if you are."],
  cannot_hear: ["I can't hear anything on the line.", "I'm not hearing you, I'm afraid."],
  polite: [
    "I'm here to help, but please let's keep it polite.",
    "I understand you're upset. Let's keep it civil so I can help.",
  ],
  warn: ['I want to help, but if this goes on I will have to end the call.'],
  dropped: ["No problem, I've dropped that.", 'Sure, never mind that.'],
  moving_on: ["That's all right, we can sort that out later.", "No worries, let's leave that for now."],
  moment: ['One moment, please.', 'Just a moment.', 'Let me check that for you.'],
  entering: ['One moment while I put that in.', 'Let me enter that, one moment.'],
} as const;

export type Wording = keyof typeof variants;

/** The same call and turn always choose the same words. */
export function say(key: Wording, seed: string): string {
  const choices = variants[key];
  return choices[hash(`${seed}:${key}`) % choices.length] as string;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}

/** "a, b or c" */
export const listed = (items: readonly string[], word: 'and' | 'or'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
