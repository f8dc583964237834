import type { AgentAction, AgentPlan } from '../../media/line/agent.ts';
import { examplePlan } from './dental.ts';

export const plan = examplePlan('dental-receptionist');
const alone: AgentPlan = { ...plan, transferTargets: [] };

/** Hours without the sentence that sums them up. */
const onlyList: AgentPlan = {
  ...plan,
  knowledge: plan.knowledge.map((document) => ({
    ...document,
    text: document.text.replace(/^We open at 8 a\.m\. on weekdays.*$/m, ''),
  })),
};

export interface Dialogue {
  readonly name: string;
  readonly plan?: AgentPlan;
  /** What the caller says (`#12` presses keys), what the answer must be like, and what it must not. */
  readonly lines: readonly (readonly [caller: string, agent: RegExp, not?: RegExp])[];
  readonly last?: AgentAction['kind'] | { readonly kind: 'end'; readonly reason: string };
  /** Answers on record with the last line. */
  readonly slots?: Readonly<Record<string, string>>;
}

export const dialogues: readonly Dialogue[] = [
  {
    name: 'a telephone number with too many digits is asked for again, with one apology',
    lines: [
      ['I want to book a cleaning', /name\?/],
      ['John Smith', /day and time/],
      ['Tuesday at 3 p.m.', /right\?/],
      ['Yes', /number/],
      ['020 7946 0123', /number|digit/, /rest of the digits|sorry.*sorry/i],
      ['202 555 0143', /202-555-0143/],
    ],
  },
  {
    name: 'a booking in the words of a recogniser',
    lines: [
      ['uh hi i would like to uh book a cleaning', /name\?/],
      ['yeah its john smith', /day and time/],
      ['next tuesday around half past two', /Tuesday, November 24 at 2:30 p\.m\./],
      ['yep thats right', /phone number/],
      ['two oh two five five five oh one four three', /202-555-0143/],
      ['correct', /John Smith.*Tuesday, November 24 at 2:30 p\.m\..*202-555-0143.*\?$/],
    ],
    slots: { name: 'John Smith', when: '2026-11-24T14:30', phone: '+12025550143' },
  },
  {
    name: 'everything in one breath, then nothing is asked twice',
    lines: [
      [
        'Hi, can I come in tomorrow at three for a cleaning, name is John Smith',
        /Sunday, November 22 at 3 p\.m\./,
        /name\?/,
      ],
      ['yes', /phone number/],
      ["it's 202-555-0143", /202-555-0143/],
      ["that's right, thank you", /John Smith.*Sunday/],
      ["no that's all", /Goodbye/],
    ],
    last: { kind: 'end', reason: 'agent_goodbye' },
  },
  {
    name: 'a correction of the day keeps the hour, one of the number replaces it',
    lines: [
      ['I need to book an appointment', /name/],
      ['Peter Pan', /day and time/],
      ['Monday at nine thirty', /Monday, November 23 at 9:30 a\.m\./],
      ['no, Tuesday', /Tuesday, November 24 at 9:30 a\.m\./, /Monday/],
      ['yes but make it ten', /Tuesday, November 24 at 10 a\.m\./],
      ['right', /phone/],
      ["actually it's Peter Parker", /phone/],
      ['202 555 0188', /202-555-0188/],
      ['no it is 202 555 0189', /202-555-0189/, /0188/],
      ['yes', /Peter Parker.*0189/, /Pan/],
    ],
    slots: { name: 'Peter Parker', when: '2026-11-24T10:00', phone: '+12025550189' },
  },
  {
    name: 'questions in the middle of a script are answered, and the script goes on',
    lines: [
      ["I'd like to make an appointment", /name\?/],
      ['do you take delta dental', /Delta Dental.*name\?/],
      ['Maria Lopez', /day and time/],
      ['are you open on saturdays', /9 a\.m.*1 p\.m.*day and time/],
      ['what is the capital of france', /(don't|know|not something).*day and time/, /Paris/],
      ['saturday at ten', /Saturday, .* at 10 a\.m\./],
    ],
  },
  {
    name: 'a day and its hour said apart',
    lines: [
      ['I have to move my appointment, I can no longer make it on Thursday', /name/, /Thursday/],
      ['Ann Lee', /new day/],
      ['friday', /What time .*Friday, November 27\?/],
      ['eleven', /Friday, November 27 at 11 a\.m\./],
      ['yes', /Ann Lee.*Friday/],
    ],
    slots: { name: 'Ann Lee', when: '2026-11-27T11:00' },
  },
  {
    name: 'a day that is today, at an hour that is past',
    lines: [
      ['book a cleaning, my name is Al Green', /day and time/],
      ['saturday at nine', /Saturday, November 28 at 9 a\.m\./],
      ['no, today at nine', /again|which|right\?|day/i, /November 21 at 9/],
    ],
  },
  {
    name: 'the first free time, and no telephone',
    lines: [
      ['book a cleaning, my name is Al Green', /day and time/],
      ['the earliest you have', /first available time/],
      ['yes', /phone/],
      ['no phone', /Al Green.*the first available time/],
    ],
    slots: { name: 'Al Green', when: 'earliestTany' },
  },
  {
    name: 'a cancellation that names its day at once',
    lines: [
      ['I need to cancel my appointment on Friday', /name/],
      ['Bob Jones', /call you about a new date/, /which day/],
      ['no thanks', /Bob Jones.*Friday, November 27/],
    ],
    slots: { name: 'Bob Jones', day: '2026-11-27', rebook: 'no' },
  },
  {
    name: 'an emergency, with a number in two pieces',
    lines: [
      ['My crown fell off', /sorry to hear.*what happened/],
      ['um i bit on something hard and it came off last night', /name/],
      ["this is Sam O'Neil", /number/],
      ['my number is 202 555', /rest of the digits/],
      ['0143', /202-555-0143/],
      ['yes', /Sam O'Neil.*urgent.*911/],
    ],
    slots: {
      problem: 'um i bit on something hard and it came off last night',
      name: "Sam O'Neil",
      phone: '+12025550143',
    },
  },
  {
    name: 'a person, please',
    lines: [['can I speak to a real person', /put you through|connect you/]],
    last: 'transfer',
  },
  { name: 'key 0', lines: [['#0', /put you through|connect you/]], last: 'transfer' },
  {
    name: 'a person where there is none: a message',
    plan: alone,
    lines: [
      ['let me talk to somebody', /can't put you through.*name\?/],
      ['Kim Lee', /number/],
      ['#2025550111', /202-555-0111/],
      ['yes', /pass on/],
      [
        'please tell the dentist that I have to hold on my surgery until the lab results are in, thanks',
        /Kim Lee.*202-555-0111/,
      ],
    ],
  },
  {
    name: 'do not call',
    lines: [['please stop calling me', /do not call list/]],
    last: { kind: 'end', reason: 'dnc_request' },
  },
  {
    name: 'take me off your list',
    lines: [['take me off your calling list', /do not call list/]],
    last: { kind: 'end', reason: 'dnc_request' },
  },
  {
    name: 'wrong number',
    lines: [['oh sorry wrong number', /no problem/]],
    last: { kind: 'end', reason: 'wrong_number' },
  },
  {
    name: '"the wrong number" about a number that was read back is a correction',
    lines: [
      ['I want to book a cleaning on friday at two, my name is Al Green', /Friday/],
      ['yes', /phone/],
      ['202 555 0144', /0144/],
      ["that's the wrong number", /again/],
      ['202 555 0145', /0145/],
    ],
  },
  {
    name: 'repeat',
    lines: [
      ['how much is a crown', /\$1,150/],
      ['sorry, what was that?', /\$1,150/],
      ['book me in for a checkup please', /name\?/],
      ['pardon', /name\?/],
    ],
  },
  {
    name: 'small talk and honest answers about itself',
    lines: [
      ['hello', /help|do for you/],
      ['how are you today', /well/],
      ['am I talking to a robot', /automated/, /I'm a person\b/],
      ['who is this', /Ava/],
      ['hold on a second', /time|rush|wait/i],
      ['what can you do', /book a cleaning.*questions/],
      ['can you hear me', /Yes/],
    ],
  },
  {
    name: 'an agent of no named business does not name itself twice',
    plan: { ...alone, agentName: 'Morgan', businessName: 'Morgan' },
    lines: [
      ['who is this', /This is Morgan, a virtual assistant/, /of Morgan/],
      ['am I talking to a robot', /I'm Morgan, an automated assistant, not a person/, /for Morgan/],
    ],
  },
  {
    name: 'insults are answered calmly, then the call ends',
    lines: [
      ['you are a stupid robot', /polite|civil/],
      ['fuck you', /end the call/],
      ['shut up you idiot', /Goodbye/],
    ],
    last: { kind: 'end', reason: 'guardrail' },
  },
  {
    name: 'an answer that cannot be had is left out after three tries',
    plan: alone,
    lines: [
      ['book an appointment', /name/],
      ['Al Green', /day/],
      ['the thing over there', /which day/i],
      ['the other thing', /which day/i],
      ['well the thing', /phone/],
      ["I don't have a phone", /Al Green.*a time that suits you/],
    ],
  },
  {
    name: 'lists are read in parts',
    plan: onlyList,
    lines: [
      ['what are your opening hours', /Monday.*Tuesday.*go on\?/, /Sunday/],
      ['yes', /Sunday, closed.*\?$/],
      ['and saturday', /9 a\.m/],
    ],
  },
  {
    name: 'a goodbye ends, words like one do not',
    lines: [
      ['do you take care of children', /./],
      ['can I see you later today', /./],
      ['okay thanks bye', /Goodbye/],
    ],
    last: { kind: 'end', reason: 'caller_goodbye' },
  },
  {
    name: 'a summary is the answer, and a day of its list when that is asked for',
    lines: [
      ['what are your opening hours', /^We open at 8 a\.m\./, /go on\?/],
      ['and on friday', /8 a\.m\. to 3 p\.m\./],
      ['where are you', /418 Linden/],
    ],
  },
  {
    name: 'a goodbye after a never mind is a goodbye',
    lines: [['never mind, goodbye', /Goodbye/, /\?/]],
    last: { kind: 'end', reason: 'caller_goodbye' },
  },
  {
    name: 'a goodbye after a never mind ends a script too',
    lines: [
      ['I want to cancel my visit', /name/],
      ['oh forget it, have a nice day', /Goodbye/, /\?/],
    ],
    last: { kind: 'end', reason: 'caller_goodbye' },
  },
  {
    name: "changing one's mind",
    lines: [
      ['I want to cancel my visit', /name/],
      ['never mind', /\?$/],
      ["no I'm good", /Goodbye/],
    ],
    last: { kind: 'end', reason: 'agent_goodbye' },
  },
  {
    name: 'another wish in the middle of a script',
    lines: [
      ['I would like to book a cleaning', /name/],
      ['actually I need to cancel my appointment', /take that down.*name/],
    ],
  },
];
