import { expect, test } from 'vitest';
import { createSupervisionHub, type ListenedCall, type Listener } from '../../media/call/server/supervision-hub.ts';
import type { Caption } from '../../media/line/wire.ts';
import { openScriptedCall, say, script } from './scripted-call.ts';

const asha = { userUuid: 'u1', name: 'Asha Rao' } as const;

/** A second of a loud voice, in pieces as a page sends them. */
const speech = (ms: number): Float32Array[] =>
  Array.from({ length: ms / 20 }, () => Float32Array.from({ length: 160 }, () => Math.random() - 0.5));

const audioSent = (call: { readonly sent: readonly { readonly type: string }[] }): number =>
  call.sent.filter(({ type }) => type === 'audio').length;

test('a call without listeners sends them nothing', async () => {
  const heard: number[] = [];
  const captions: Caption[] = [];
  const call = await openScriptedCall({
    brain: () => script(say('Hello there.')),
    supervision: {
      heard: (_, __, stereo) => heard.push(stereo.length),
      caption: (_, caption) => captions.push(caption),
    },
  });
  await call.pass(1000);
  expect(heard).toEqual([]);
  expect(captions).toEqual([]);
  await call.hangUp();
});

test('a listener gets both tracks without gaps, and the captions, until nobody listens', async () => {
  const pieces: Int16Array[] = [];
  const captions: Caption[] = [];
  const call = await openScriptedCall({
    brain: () => script(say('Hello there my friend.')),
    words: ['I have a question'],
    supervision: { heard: (_, __, stereo) => pieces.push(stereo), caption: (_, caption) => captions.push(caption) },
  });
  expect(call.call.supervised?.listen(true)).toBe(8000);
  await call.pass(1000);
  await call.pass(1000, 'speaking');
  await call.pass(1000);
  const stereo = pieces.flatMap((piece) => [...piece]);
  expect(stereo.length / 2).toBeGreaterThan(8000 * 2.5);
  const loud = (side: 0 | 1): boolean => stereo.some((sample, i) => i % 2 === side && Math.abs(sample) > 3000);
  expect(loud(0)).toBe(true);
  expect(loud(1)).toBe(true);
  expect(captions.some(({ speaker, text }) => speaker === 'agent' && text.includes('Hello'))).toBe(true);
  expect(
    captions.some(({ speaker, text, final }) => speaker === 'caller' && final && text === 'I have a question'),
  ).toBe(true);
  const before = pieces.length;
  call.call.supervised?.listen(false);
  await call.pass(500);
  expect(pieces.length).toBe(before);
  await call.hangUp();
});

test('a person speaks instead of the agent, which stays silent until the call is handed back', async () => {
  const call = await openScriptedCall({
    brain: (request) =>
      script(
        say(request.input.kind === 'opening' ? 'Hello, I will now say a very long greeting to you.' : 'An answer.'),
      ),
    words: ['is that a person', 'thank you', 'tell me more'],
  });
  await call.pass(600);
  expect(call.call.supervised?.takeOver('s1', asha)).toBe('taken');
  expect(call.sent.slice(-12)).toContainEqual({ type: 'clear' });
  await call.pass(400);
  const silentAt = audioSent(call);
  await call.pass(600);
  expect(audioSent(call)).toBe(silentAt);

  for (const piece of speech(1000)) {
    call.call.supervised?.voice('s1', piece);
    await call.pass(20);
  }
  expect(audioSent(call) - silentAt).toBeGreaterThanOrEqual(45);
  for (let ms = 0; ms < 1500; ms += 20) {
    call.call.supervised?.voice('s1', new Float32Array(160));
    await call.pass(20);
  }
  const line = call.events.find((event) => event.type === 'line' && event.line.spokenBy !== undefined);
  expect(line).toMatchObject({
    line: { speaker: 'agent', text: 'is that a person', spokenBy: { kind: 'supervisor', ...asha } },
  });

  const asked = call.requests.length;
  await call.pass(700, 'speaking');
  await call.pass(1500);
  expect(call.lines()).toContain('customer: thank you');
  expect(call.requests.length).toBe(asked);
  await call.pass(20_000);
  expect(call.requests.length).toBe(asked);

  call.call.supervised?.handBack('other', false);
  expect(call.events.some((event) => event.type === 'supervision' && event.act === 'handed_back')).toBe(false);
  call.call.supervised?.handBack('s1', false);
  await call.pass(4000);
  expect(call.lines()).toContain('agent: I am with you again. Please go on.');
  await call.pass(700, 'speaking');
  await call.pass(2500);
  expect(call.lines()).toContain('agent: An answer.');
  const history = call.requests.at(-1)?.history ?? [];
  expect(history).toContainEqual({ speaker: 'agent', text: 'is that a person' });
  expect(history).toContainEqual({ speaker: 'caller', text: 'thank you' });
  const acts = call.events.filter((event) => event.type === 'supervision');
  expect(acts.map(({ act, by }) => [act, by])).toEqual([
    ['taken_over', asha],
    ['handed_back', asha],
  ]);
  const others = call.events.filter((event) => event.type === 'line' && event.line.text !== 'is that a person');
  expect(others.some((event) => event.type === 'line' && event.line.spokenBy !== undefined)).toBe(false);
  await call.hangUp();
});

test('the agent resumes with a line when the stream of the person breaks', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')) });
  await call.pass(1500);
  expect(call.call.supervised?.takeOver('s1', asha)).toBe('taken');
  await call.pass(500);
  call.call.supervised?.handBack('s1', true);
  await call.pass(4000);
  expect(call.lines().at(-1)).toBe('agent: I am with you again. Please go on.');
  expect(call.events).toContainEqual(expect.objectContaining({ type: 'supervision', act: 'lost', supervision: 's1' }));
  call.call.supervised?.voice('s1', speech(20)[0] as Float32Array);
  await call.hangUp();
});

test('a second person, and one during a required disclosure, cannot speak now', async () => {
  const call = await openScriptedCall({
    brain: () => script(say('Hello.')),
    plan: { disclosureRequired: true },
  });
  await call.pass(1500);
  expect(call.call.supervised?.takeOver('s1', asha)).toBe('taken');
  expect(call.call.supervised?.takeOver('s2', asha)).toBe('not_now');
  expect(call.call.supervised?.takeOver('s1', asha)).toBe('taken');
  await call.hangUp();
  expect(call.call.supervised).toBeUndefined();
});

test('samples delayed by the network are dropped, so that the person is never heard late', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')) });
  await call.pass(1500);
  call.call.supervised?.takeOver('s1', asha);
  const before = audioSent(call);
  for (const piece of speech(5000)) call.call.supervised?.voice('s1', piece);
  await call.pass(3000);
  expect((audioSent(call) - before) * 20).toBeLessThan(600);
  await call.hangUp();
});

test('a person who says goodbye and ends the call is not followed by the farewell of the agent', async () => {
  const call = await openScriptedCall({ brain: () => script(say('Hello.')) });
  await call.pass(1500);
  call.call.supervised?.takeOver('s1', asha);
  call.call.end('operator');
  expect(call.closed()).toBe(true);
  await call.hangUp();
  expect(call.events.at(-1)).toMatchObject({ type: 'ended', reason: 'operator' });
});

test('a text is said in the next gap, and guidance reaches the engine with the next request', async () => {
  const call = await openScriptedCall({
    brain: (request) =>
      script(say(request.input.kind === 'opening' ? 'Hello, this is a rather long greeting.' : 'Yes.')),
    words: ['well'],
  });
  await call.pass(600);
  expect(call.call.supervised?.tell({ kind: 'say', text: 'We have an offer.', person: asha })).toBe(true);
  expect(call.call.supervised?.tell({ kind: 'guide', text: 'Be brief.', person: asha })).toBe(true);
  await call.pass(6000);
  expect(call.lines()).toEqual(['agent: Hello, this is a rather long greeting.', 'agent: We have an offer.']);
  const spokenBy = { kind: 'supervisor', ...asha, through: 'agent' };
  expect(call.events.flatMap((event) => (event.type === 'line' ? [event.line.spokenBy] : []))).toEqual([
    undefined,
    spokenBy,
  ]);
  const captions = call.sent.flatMap((command) => (command.type === 'transcript' ? [command.caption] : []));
  for (const { text, person } of captions)
    expect([text, person]).toEqual([
      text,
      text.includes('offer') ? { name: 'Asha Rao', throughAgent: true } : undefined,
    ]);
  expect(captions.some(({ person }) => person !== undefined)).toBe(true);
  await call.pass(700, 'speaking');
  await call.pass(1500);
  expect(call.requests.at(-1)?.plan.guidance).toEqual(['Be brief.']);
  for (let i = 0; i < 5; i++)
    call.call.supervised?.tell({ kind: 'say', text: `Text ${i} of many words that take long.`, person: asha });
  await call.hangUp();
});

function openHub(limits = { perCall: 2, inAll: 3 }) {
  const acts: string[] = [];
  const callOf = (callUuid: string): ListenedCall | undefined =>
    callUuid.startsWith('gone')
      ? undefined
      : {
          async listen(on) {
            acts.push(`${callUuid} listen ${on}`);
            return 8000;
          },
          takeOver: async () => 'taken',
          handBack: (id, lost) => void acts.push(`${callUuid} back ${id} ${lost}`),
          voice: (id, samples) => void acts.push(`${callUuid} voice ${id} ${samples.length}`),
        };
  const listener = (id: string): Listener => ({
    heard: (stereo) => void acts.push(`${id} heard ${stereo.length}`),
    caption: ({ text }) => void acts.push(`${id} reads ${text}`),
    speaks: (on) => void acts.push(`${id} speaks ${on}`),
    end: (reason) => void acts.push(`${id} ends ${reason}`),
  });
  return { hub: createSupervisionHub(callOf, limits), acts, listener };
}

test('the hub bounds listeners, and ends them with their call', async () => {
  const { hub, acts, listener } = openHub();
  expect(await hub.join('a', 'one', listener('a'))).toBe(8000);
  expect(await hub.join('b', 'one', listener('b'))).toBe(8000);
  expect(await hub.join('c', 'one', listener('c'))).toBe('full');
  expect(await hub.join('c', 'two', listener('c'))).toBe(8000);
  expect(await hub.join('d', 'three', listener('d'))).toBe('full');
  expect(await hub.join('d', 'gone', listener('d'))).toBe('gone');
  acts.length = 0;
  hub.heard('one', 8000, new Int16Array(4));
  hub.callOver('one');
  expect(acts).toEqual(['a heard 4', 'b heard 4', 'a ends call_over', 'b ends call_over']);
  expect(hub.listeners).toBe(1);
});

test('the hub hands the call back when the stream of the person who speaks is gone', async () => {
  const { hub, acts, listener } = openHub();
  await hub.join('a', 'one', listener('a'));
  await hub.join('b', 'one', listener('b'));
  expect(await hub.takeOver('nobody', asha)).toBe('gone');
  expect(await hub.takeOver('a', asha)).toBe('taken');
  expect(await hub.takeOver('b', asha)).toBe('not_now');
  acts.length = 0;
  hub.voice('b', new Float32Array(2));
  hub.voice('a', new Float32Array(3));
  hub.leave('a', true);
  hub.voice('a', new Float32Array(3));
  expect(acts).toEqual(['one voice a 3', 'one back a true']);
  expect(await hub.takeOver('b', asha)).toBe('taken');
  expect(hub.handBack('a')).toBe(false);
  expect(hub.handBack('b')).toBe(true);
  hub.leave('b', false);
  expect(acts.at(-1)).toBe('one listen false');
});
