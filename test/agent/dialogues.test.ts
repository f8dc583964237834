import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentAction, AgentPlan } from '../../media/line/agent.ts';
import { createConversation } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type Agent, openAgent } from './open-agent.ts';

let brain: Agent;
beforeAll(async () => {
  brain = await openAgent();
});

const plan = examplePlan('dental-receptionist');
const alone: AgentPlan = { ...plan, transferTargets: [] };

/** Hours without the sentence that sums them up. */
const onlyList: AgentPlan = {
  ...plan,
  knowledge: plan.knowledge.map((document) => ({
    ...document,
    text: document.text.replace(/^We open at 8 a\.m\. on weekdays.*$/m, ''),
  })),
};

interface Dialogue {
  readonly name: string;
  readonly plan?: AgentPlan;
  /** What the caller says (`#12` presses keys), what the answer must be like, and what it must not. */
  readonly lines: readonly (readonly [caller: string, agent: RegExp, not?: RegExp])[];
  readonly last?: AgentAction['kind'] | { readonly kind: 'end'; readonly reason: string };
  /** Answers on record with the last line. */
  readonly slots?: Readonly<Record<string, string>>;
}

const dialogues: readonly Dialogue[] = [
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

describe('a dialogue with a caller', () => {
  it.each(dialogues.map((dialogue) => [dialogue.name, dialogue] as const))('%s', async (_, dialogue) => {
    const call = createConversation(brain, dialogue.plan ?? plan);
    await call.give({ kind: 'opening' });
    for (const [i, [caller, agent, not]] of dialogue.lines.entries()) {
      const said = await (caller.startsWith('#')
        ? call.give({ kind: 'dtmf', digits: caller.slice(1) })
        : call.say(caller));
      expect(said.text, caller).toMatch(agent);
      if (not !== undefined) expect(said.text, caller).not.toMatch(not);
      const final = i === dialogue.lines.length - 1;
      if (!final) expect(said.actions, caller).toEqual([]);
      if (final && dialogue.last !== undefined) {
        expect(said.actions).toMatchObject([
          typeof dialogue.last === 'string' ? { kind: dialogue.last } : dialogue.last,
        ]);
      }
      if (final && dialogue.slots !== undefined) expect(said.trace.slots).toEqual(dialogue.slots);
    }
  });

  it('who is unintelligible is asked twice in different words, then offered a person', async () => {
    const call = createConversation(brain, plan);
    await call.give({ kind: 'opening' });
    const first = await call.say('mhrf gnn', 0.1);
    const second = await call.say('grrf', 0.1);
    const third = await call.say('hmpf', 0.1);
    expect(first.trace.intent).toBe('unclear');
    expect(second.text).not.toBe(first.text);
    expect(third.text).toMatch(/\?$/);
    expect((await call.say('yes', 0.9)).actions).toMatchObject([{ kind: 'transfer', target: 'front_desk' }]);
  });

  it('whose simple words have low confidence is understood', async () => {
    const call = createConversation(brain, plan);
    expect((await call.say('goodbye', 0.2)).actions).toEqual([{ kind: 'end', reason: 'caller_goodbye' }]);
  });

  it('who stays silent is prompted, then the call ends', async () => {
    const call = createConversation(brain, plan);
    await call.give({ kind: 'opening' });
    await call.say('I want to book a cleaning');
    const first = await call.give({ kind: 'silence', count: 1 });
    expect(first.text).toMatch(/name\?/);
    expect((await call.give({ kind: 'silence', count: 2 })).actions).toEqual([]);
    const third = await call.give({ kind: 'silence', count: 3 });
    expect(third.text).toMatch(/Goodbye/);
    expect(third.actions).toEqual([{ kind: 'end', reason: 'silence' }]);
  });
});

describe('a dialogue with a called person', () => {
  const reminder: AgentPlan = {
    ...examplePlan('appointment-reminder'),
    contact: { name: 'Jane', appointment: 'on Tuesday at 3 p.m.' },
  };
  const answered = async (...lines: readonly string[]) => {
    const call = createConversation(brain, reminder);
    const greeting = await call.give({ kind: 'opening' });
    expect(greeting.text).toMatch(/^Hi Jane, .*your visit on Tuesday at 3 p\.m\. This call may be recorded\. Will you/);
    let last = greeting;
    for (const line of lines) last = await call.say(line);
    return last;
  };

  it.each(['yes', 'yeah I will be there', 'yep that works', 'sure'])('and says "%s" is expected', async (line) => {
    expect((await answered(line)).text).toMatch(/see you on Tuesday at 3 p\.m\./);
  });

  it.each(['no', "no I can't make it", "sorry that doesn't work for me"])(
    'and says "%s" is given another time',
    async (line) => {
      const last = await answered(line, 'thursday at ten', 'yes');
      expect(last.text).toMatch(/Thursday, November 26 at 10 a\.m\./);
    },
  );

  it('who is somebody else, or wants no more calls', async () => {
    expect((await answered("there's no Jane here, you have the wrong number")).actions).toEqual([
      { kind: 'end', reason: 'wrong_number' },
    ]);
    expect((await answered('take me off your list')).actions).toEqual([{ kind: 'end', reason: 'dnc_request' }]);
  });

  it('who begins with a question', async () => {
    expect((await answered('who is this')).text).toMatch(/Daniel/);
    expect((await answered('where are you located again')).text).toMatch(/418 Linden.*able to make it\?$/);
    expect((await answered('what a strange machine', 'yes')).text).toMatch(/see you/);
    expect((await answered('huh well I dunno maybe')).text).not.toMatch(/see you/);
  });

  it('which is an answering machine', async () => {
    const said = await answered("You've reached Jane, please leave a message after the tone.");
    expect(said.text).toMatch(/reminder of your visit on Tuesday/);
    expect(said.actions).toEqual([{ kind: 'end', reason: 'voicemail' }]);
  });

  it('without a known contact gets a generic greeting', async () => {
    const greeting = await createConversation(brain, { ...reminder, contact: {} }).give({ kind: 'opening' });
    expect(greeting.text).toMatch(/^Hi, this is Daniel.*your visit\. This call/);
  });
});

describe('an interrupted reply', () => {
  it('does not count the question as asked when the caller did not hear it', async () => {
    const call = createConversation(brain, plan);
    await call.say('I want to cancel my appointment on Friday, my name is Bob Jones');
    expect(call.history.at(-1)?.text).toMatch(/new date\?$/);
    call.heardOnly(4);
    const next = await call.say('yes');
    expect(next.trace.slots).not.toHaveProperty('rebook');
    expect(next.text).toMatch(/new date\?/);
    expect((await call.say('yes')).trace.slots).toMatchObject({ rebook: 'yes' });
  });

  it('does not count words as read back when the caller did not hear them', async () => {
    const call = createConversation(brain, plan);
    await call.say('book a cleaning for Friday at two, my name is Al Green');
    call.heardOnly(0);
    expect((await call.say('okay')).text).toMatch(/Friday, November 27 at 2 p\.m\./);
    expect((await call.say('okay')).text).toMatch(/phone/);
  });

  it('is answered by information that the caller volunteers', async () => {
    const call = createConversation(brain, plan);
    await call.say('I want to book a cleaning');
    call.heardOnly(3);
    const next = await call.say('tuesday at four, my name is Jo March');
    expect(next.trace.slots).toMatchObject({ name: 'Jo March', when: '2026-11-24T16:00' });
  });

  it('does not count a bare yes as accepting an unheard offer', async () => {
    const call = createConversation(brain, plan);
    await call.say('what is the capital of france');
    call.heardOnly(2);
    expect((await call.say('yes')).actions).toEqual([]);
  });
});

describe('events beside the conversation', () => {
  it('a failed transfer leads to a message, or back to the script', async () => {
    const call = createConversation(brain, plan);
    await call.say('a person please');
    expect((await call.give({ kind: 'transfer_result', result: 'no_answer' })).text).toMatch(
      /nobody.*message.*name\?/i,
    );
    const other = createConversation(brain, plan);
    await other.say('I want to book a cleaning');
    await other.say('can I talk to a person');
    expect((await other.give({ kind: 'transfer_result', result: 'busy' })).text).toMatch(/busy.*name\?/);
  });

  const bookable: AgentPlan = { ...plan, tools: [{ name: 'book', description: 'Books a visit.', parameters: {} }] };
  async function booked() {
    const call = createConversation(brain, bookable);
    await call.say('book a cleaning for Friday at two, my name is Al Green');
    await call.say('yes');
    await call.say('202 555 0144');
    return { call, last: await call.say('yes') };
  }

  it('a tool named like a goal receives the answers, and its result is spoken', async () => {
    const { call, last } = await booked();
    expect(last.actions).toEqual([
      { kind: 'tool', name: 'book', arguments: { name: 'Al Green', when: '2026-11-27T14:00', phone: '+12025550144' } },
    ]);
    expect(last.text).not.toMatch(/put in your request/);
    const done = await call.give({ kind: 'tool_result', name: 'book', ok: true, result: '{"id":17}' });
    expect(done.text).toMatch(/Al Green.*Friday/);
    expect(done.text).not.toMatch(/17/);
  });

  it('a failing tool is admitted to the caller', async () => {
    const { call } = await booked();
    const failed = await call.give({
      kind: 'tool_result',
      name: 'book',
      ok: false,
      result: 'That time is already taken',
    });
    expect(failed.text).toMatch(/sorry.*That time is already taken\..*\?$/i);
    expect(failed.text).not.toMatch(/put in your request/);
  });

  it('a voicemail greeting gets the plan’s message once, at the start', async () => {
    const outbound = { ...plan, voicemailMessage: 'This is Ava with a reminder. Please call us back.' };
    const greeting = "Hi, you've reached Jane. I can't come to the phone, please leave a message after the beep.";
    const said = await createConversation(brain, outbound).say(greeting);
    expect(said.text).toBe(outbound.voicemailMessage);
    expect(said.actions).toEqual([{ kind: 'end', reason: 'voicemail' }]);
    expect(await createConversation(brain, plan).say(greeting)).toMatchObject({
      text: '',
      actions: [{ reason: 'voicemail' }],
    });
  });
});
