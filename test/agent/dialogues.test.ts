import { beforeAll, describe, expect, it } from 'vitest';
import type { AgentPlan } from '../../media/line/agent.ts';
import { createConversation } from './caller.ts';
import { examplePlan } from './dental.ts';
import { dialogues, plan } from './dialogues.ts';
import { type Agent, openAgent } from './open-agent.ts';

let brain: Agent;
beforeAll(async () => {
  brain = await openAgent();
});

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
