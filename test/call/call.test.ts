import { expect, test } from 'vitest';
import { MediaFault } from '../../media/line/fault.ts';
import { agentPlan, openScriptedCall, say, script, steadyVoice } from './scripted-call.ts';

const echoAgent = async function* (request: { input: { kind: string; text?: string } }) {
  if (request.input.kind === 'opening') yield* say('Bright Dental here.');
  else yield* say(`You said ${request.input.text}.`);
};

test('a call greets, listens, answers, and records both sides in order', async () => {
  const call = await openScriptedCall({ brain: echoAgent, words: ['book a cleaning'] });
  await call.pass(1500);
  await call.pass(900, 'speaking');
  await call.pass(3000);
  await call.hangUp();
  expect(call.lines()).toEqual([
    'agent: Bright Dental here.',
    'customer: book a cleaning',
    'agent: You said book a cleaning.',
  ]);
  expect(call.requests.at(-1)?.history).toEqual([{ speaker: 'agent', text: 'Bright Dental here.' }]);
  const turn = call.events.find((event) => event.type === 'turn');
  expect(turn).toMatchObject({ turn: 1, latency: { estimated: false } });
  expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'caller_hung_up' });
});

test('a speculative reply is prepared during a pause, and never heard by a caller who continues', async () => {
  const call = await openScriptedCall({ brain: echoAgent, words: ['I want', 'I want two things'] });
  await call.pass(1500);
  await call.pass(600, 'speaking');
  await call.pass(200);
  await call.pass(600, 'speaking');
  await call.pass(3000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual(['customer: I want two things', 'agent: You said I want two things.']);
  expect(call.requests.map((request) => request.input)).toContainEqual(expect.objectContaining({ text: 'I want' }));
  expect(call.events.find((event) => event.type === 'speculation')).toMatchObject({
    speculation: {
      started: 2,
      redeemed: 1,
      dropped: 1,
      made: { characters: 'You said I want.You said I want two things.'.length, audioMs: 3000 },
      wasted: { characters: 'You said I want.'.length, audioMs: 1200 },
    },
  });
});

test('speech over a reply stops it; the transcript and the brain keep the heard part', async () => {
  const call = await openScriptedCall({
    brain: (request) =>
      script(
        request.input.kind === 'opening' ? say('one two three four five six seven eight nine ten') : say('Sorry.'),
      ),
    words: ['wait'],
  });
  await call.pass(1200);
  await call.pass(600, 'speaking');
  await call.pass(2500);
  await call.hangUp();
  const heard = call.lines()[0] as string;
  expect(heard).toMatch(/^agent: one two three/);
  expect(heard).not.toContain('seven');
  expect(call.sent.filter((command) => command.type === 'clear').length).toBeGreaterThan(0);
  expect(call.events.find((event) => event.type === 'barge_in')).toBeDefined();
  expect(call.requests.at(-1)?.history[0]).toEqual({ speaker: 'agent', text: heard.slice(7), interrupted: true });
  expect(call.lines().slice(1)).toEqual(['customer: wait', 'agent: Sorry.']);
});

test('the brain keeps what it understood if part of its reply was heard, otherwise forgets it', async () => {
  const call = await openScriptedCall({
    brain: async function* (request) {
      yield { type: 'memory', memory: { turn: request.turn } };
      yield* say('one two three four five six seven eight nine ten');
    },
    words: ['first', 'second'],
  });
  await call.pass(1200);
  await call.pass(600, 'speaking');
  await call.pass(1200);
  await call.pass(600, 'speaking');
  await call.pass(1500);
  await call.hangUp();
  expect(call.requests.map((request) => request.memory)).toEqual([null, { turn: 0 }, { turn: 1 }]);
});

test('an agent that may not be interrupted finishes, then answers', async () => {
  const greeting = 'This call is recorded and may be used for training purposes.';
  const call = await openScriptedCall({
    brain: (request) => script(request.input.kind === 'opening' ? say(greeting) : say('Yes.')),
    words: ['hello there'],
    plan: { turn: { allowInterruptions: false } },
  });
  await call.pass(300);
  await call.pass(500, 'speaking');
  await call.pass(4000);
  await call.hangUp();
  expect(call.lines()).toEqual(['customer: hello there', `agent: ${greeting}`, 'agent: Yes.']);
  expect(call.sent.some((command) => command.type === 'clear')).toBe(false);
});

test('without acknowledgements our clock estimates what was heard, and says so', async () => {
  const call = await openScriptedCall({ brain: echoAgent, words: ['hi'], deaf: true });
  await call.pass(3000);
  await call.pass(600, 'speaking');
  await call.pass(4000);
  await call.hangUp();
  expect(call.lines()).toEqual(['agent: Bright Dental here.', 'customer: hi', 'agent: You said hi.']);
  const line = call.events.find((event) => event.type === 'line');
  expect(line?.type === 'line' && line.line.words.every((word) => word.heard === 'estimated_yes')).toBe(true);
  expect(call.events.find((event) => event.type === 'turn')).toMatchObject({ latency: { estimated: true } });
});

test('a goodbye is played completely before the line closes', async () => {
  const call = await openScriptedCall({
    brain: (request) =>
      script(
        request.input.kind === 'opening'
          ? say('Hello.')
          : [...say('Goodbye and take care.'), { type: 'action', action: { kind: 'end', reason: 'caller_goodbye' } }],
      ),
    words: ['bye'],
  });
  await call.pass(1000);
  await call.pass(500, 'speaking');
  await call.pass(2500);
  await call.call.over;
  expect(call.lines().at(-1)).toBe('agent: Goodbye and take care.');
  expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'caller_goodbye' });
});

test('an unacknowledged goodbye ends at its limit', async () => {
  const call = await openScriptedCall({
    deaf: true,
    brain: () => script([...say('Bye.'), { type: 'action', action: { kind: 'end', reason: 'agent_goodbye' } }]),
  });
  await call.pass(4000);
  await call.call.over;
  expect(call.events.at(-1)).toMatchObject({ reason: 'agent_goodbye' });
});

test('a failing brain is apologised for; repeated failures end the call with a goodbye', async () => {
  const call = await openScriptedCall({
    words: ['one', 'two', 'three'],
    brain: async function* (request) {
      if (request.input.kind === 'opening') yield* say('Hello.');
      else throw new MediaFault('brain_failed', 'no answer from the model');
    },
  });
  await call.pass(1500);
  for (let turn = 0; turn < 3; turn++) {
    await call.pass(500, 'speaking');
    await call.pass(6000);
  }
  await call.pass(4000);
  await call.call.over;
  expect(call.lines().filter((line) => line.includes('something went wrong')).length).toBe(3);
  expect(call.lines().at(-1)).toContain('Goodbye');
  expect(call.events.at(-1)).toMatchObject({ reason: 'fault' });
  expect(call.events).toContainEqual(expect.objectContaining({ type: 'alarm', code: 'brain_failed' }));
});

test('a caller who waits for a slow brain is asked for a moment', async () => {
  const call = await openScriptedCall({
    words: ['hello'],
    brain: async function* (request, signal) {
      if (request.input.kind === 'opening') return yield* say('Hello.');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.pass(5000);
  await call.hangUp();
  expect(call.lines().at(-1)).toBe('agent: One moment please.');
});

test('a failing synthesiser loses one sentence only', async () => {
  let broken = false;
  const call = await openScriptedCall({
    words: ['one', 'two'],
    brain: echoAgent,
    speech: {
      run(job, signal) {
        if (broken && job.text.includes('one')) throw new MediaFault('engine_died', 'gone');
        return steadyVoice.run(job, signal);
      },
    },
  });
  await call.pass(1500);
  broken = true;
  await call.pass(500, 'speaking');
  await call.pass(6000);
  await call.pass(500, 'speaking');
  await call.pass(4000);
  await call.hangUp();
  expect(call.lines().filter((line) => line.startsWith('agent'))).toEqual([
    'agent: Bright Dental here.',
    expect.stringContaining('something went wrong'),
    'agent: You said two.',
  ]);
});

test('silence is prompted, then the call ends', async () => {
  const call = await openScriptedCall({
    brain: (request) => script(request.input.kind === 'silence' ? say('Are you there?') : say('Hello.')),
  });
  await call.pass(60_000);
  await call.call.over;
  expect(call.lines().filter((line) => line === 'agent: Are you there?').length).toBe(3);
  expect(call.events.at(-1)).toMatchObject({ reason: 'silence' });
});

test('a call ends at its limit', async () => {
  const call = await openScriptedCall({
    brain: echoAgent,
    plan: { limits: { maxCallSeconds: 5, silencePromptSeconds: 60, maxSilencePrompts: 2, goodbyeDrainMs: 1000 } },
  });
  await call.pass(9000);
  await call.call.over;
  expect(call.lines().at(-1)).toContain('Goodbye');
  expect(call.events.at(-1)).toMatchObject({ reason: 'max_duration' });
});

test('keys become numbers; tools and transfers return results', async () => {
  const call = await openScriptedCall({
    brain: (request) => {
      switch (request.input.kind) {
        case 'dtmf':
          return script([
            ...say('Looking.'),
            { type: 'action', action: { kind: 'tool', name: 'find', arguments: { id: request.input.digits } } },
          ]);
        case 'tool_result':
          return script([
            ...say(`Found: ${request.input.result}.`),
            { type: 'action', action: { kind: 'transfer', target: 'desk', brief: 'hi' } },
          ]);
        case 'transfer_result':
          return script(say(`They are ${request.input.result}.`));
        default:
          return script(say('Hello.'));
      }
    },
    ports: {
      tools: { run: async (_uuid, name, args) => ({ ok: true, result: `${name} ${args.id}` }) },
      transfers: { transfer: async () => 'busy' },
    },
  });
  await call.pass(1500);
  for (const digit of '42#') await call.receive({ type: 'dtmf', digit });
  await call.pass(6000);
  await call.hangUp();
  expect(call.lines().slice(1)).toEqual(['agent: Looking.', 'agent: Found: find 42.', 'agent: They are busy.']);
});

test('another agent continues with its plan and its voice; without one, the first continues', async () => {
  const voices: string[] = [];
  const asked: unknown[] = [];
  const handing = (agent: string) =>
    script([...say('One moment.'), { type: 'action', action: { kind: 'hand_over', agent, go: 'next' } }]);
  const call = await openScriptedCall({
    brain: ({ input, plan }) => {
      if (input.kind === 'opening') return handing('gone');
      if (input.kind !== 'hand_over_result') return script(say('Hm.'));
      asked.push(input);
      return input.ok ? script(say(`${plan.agentName} here.`)) : handing('kim');
    },
    speech: {
      run(job, signal) {
        voices.push(`${job.voice.pace ?? 1}: ${job.text}`);
        return steadyVoice.run(job, signal);
      },
    },
    ports: {
      handOvers: {
        handOver: async (_session, agentUuid) =>
          agentUuid === 'kim'
            ? { agentUuid, brain: { ...agentPlan, agentName: 'Kim' }, voice: { speaker: 'asha', pace: 1.2 } }
            : undefined,
      },
    },
    plan: { voice: { speaker: 'ava' } },
  });
  await call.pass(12_000);
  await call.hangUp();
  const from = agentPlan.agentName;
  expect(asked).toEqual([
    { kind: 'hand_over_result', ok: false, from, go: 'next' },
    { kind: 'hand_over_result', ok: true, from, go: 'next' },
  ]);
  expect(call.lines().slice(0, 3)).toEqual(['agent: One moment.', 'agent: One moment.', 'agent: Kim here.']);
  expect(voices.find((spoken) => spoken.includes('Kim'))).toMatch(/^1\.2: /);
  expect(voices[0]).toMatch(/^1: /);
});

test.each([
  ['en-US', "I'm still trying to reach them.", 'Thanks for holding, just a moment more.'],
  ['hi-IN', 'मैं अब भी उनसे संपर्क करने की कोशिश कर रही हूँ।', 'इंतज़ार करने के लिए धन्यवाद, बस एक क्षण और।'],
])(
  'a caller who is being put through in %s is not left in silence, and the agent takes them back',
  async (languageCode, first, second) => {
    let settle = (_result: 'no_answer'): void => {};
    const result = new Promise<'no_answer'>((resolve) => {
      settle = resolve;
    });
    const call = await openScriptedCall({
      brain: ({ input }) =>
        input.kind === 'opening'
          ? script([
              ...say('One moment.'),
              { type: 'action', action: { kind: 'transfer', target: 'desk', brief: 'hi' } },
            ])
          : script(say(input.kind === 'transfer_result' ? `They are ${input.result}.` : 'Hm.')),
      ports: { transfers: { transfer: () => result } },
      plan: { brain: { ...agentPlan, languageCode }, voice: { speaker: 'asha' } },
    });
    await call.pass(24_000);
    settle('no_answer');
    await call.pass(6000);
    await call.hangUp();
    const said = call.lines();
    expect(said.slice(0, 3)).toEqual(['agent: One moment.', `agent: ${first}`, `agent: ${second}`]);
    expect(said.at(-1)).toBe('agent: They are no_answer.');
  },
);

test('words said during hang-up are kept', async () => {
  const call = await openScriptedCall({ brain: echoAgent, words: ['never mind then'] });
  await call.pass(1500);
  await call.pass(500, 'speaking');
  await call.hangUp();
  expect(call.lines().at(-1)).toBe('customer: never mind then');
});

test('a full disk raises one alarm and the call continues', async () => {
  const call = await openScriptedCall({
    brain: echoAgent,
    words: ['hello'],
    ports: { recordings: { write: async () => false, finish: async () => {} } },
  });
  await call.pass(4000);
  await call.pass(500, 'speaking');
  await call.pass(3000);
  await call.hangUp();
  expect(call.events.filter((event) => event.type === 'alarm')).toEqual([
    expect.objectContaining({ code: 'recording_failed' }),
  ]);
  expect(call.lines().at(-1)).toBe('agent: You said hello.');
});

test('a stream that never starts is closed', async () => {
  const call = await openScriptedCall({ brain: echoAgent });
  await call.pass(12_000, 'none');
  await call.hangUp();
  expect(call.events.at(-1)).toMatchObject({ type: 'ended' });
});
