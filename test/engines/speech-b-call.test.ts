import { expect, test } from 'vitest';
import { callerAt, openSpeechB } from './speech-b-line.ts';

test('a call is recognised and spoken by speech_b alone, in a language of its own, and can be interrupted', async () => {
  const { server, line, embedded, close } = await openSpeechB({
    languages: ['de'],
    heard: ['Wo ist meine Bestellung', 'Moment, eine andere Frage', 'danke'],
  });
  const reply =
    'Ihre Bestellung hat heute Morgen das Lager verlassen und kommt voraussichtlich am Freitag bei Ihnen an.';
  const call = line.hold({
    voice: { speaker: 'alloy', provider: 'speech_b' },
    languageCode: 'de-DE',
    caller: callerAt([2500, 3700], [6000, 7500]),
    agent: ({ input, turn }) => [
      {
        type: 'phrase',
        text: input.kind !== 'said' ? 'Guten Tag.' : turn === 1 ? reply : 'Gern, was möchten Sie wissen?',
      },
    ],
  });
  await line.pass(11_000);
  await close();
  const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line] : []));
  expect(lines.map(({ speaker, text }) => `${speaker}: ${text.slice(0, 12)}`)).toEqual([
    'agent: Guten Tag.',
    'customer: Wo ist meine',
    'agent: Ihre Bestell',
    'customer: Moment, eine',
    'agent: Gern, was mö',
  ]);
  expect(lines[2]).toMatchObject({ interrupted: true });
  expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
  const asked = server.seen.filter(({ path }) => path === 'transcriptions').map(({ voice }) => voice);
  expect(new Set(asked)).toEqual(new Set(['de']));
  // The embedded voice prepares sentences for when the server fails, and says nothing of the call.
  expect(embedded.filter((text) => /[äöü]|Guten|Bestellung/.test(text))).toEqual([]);
  expect(server.complaints).toEqual([]);
});

test.each([undefined, 'openai', 'vllm', 'speaches'] as const)(
  'a call follows a caller who speaks Hindi, with the dialect %s of /realtime',
  async (realtime) => {
    const { server, line, close } = await openSpeechB({
      languages: ['en', 'hi'],
      heard: ['where is my order', 'हाँ ठीक है', 'हाँ ठीक है'],
      spoken: (text) => (/[\u0900-\u097F]/.test(text) ? 'hindi' : 'english'),
      ...(realtime === undefined ? {} : { realtime }),
    });
    const call = line.hold({
      voice: { speaker: 'alloy', provider: 'speech_b' },
      languageCode: 'en-IN',
      languages: ['en-IN', 'hi-IN'],
      caller: callerAt([2000, 3200], [5000, 6200], [8000, 9200]),
      agent: ({ plan, input }) => [
        { type: 'phrase', text: `${input.kind === 'said' ? 'Yes' : 'Hello'} ${plan.languageCode}` },
      ],
    });
    await line.pass(11_000);
    await close();
    const lines = call.events.flatMap((event) => (event.type === 'line' ? [event.line.text] : []));
    expect(lines).toEqual([
      ...['Hello en-IN', 'where is my order', 'Yes en-IN', 'हाँ ठीक है', 'Yes en-IN', 'हाँ ठीक है', 'Yes hi-IN'],
    ]);
    expect(call.events.filter(({ type }) => type === 'language')).toMatchObject([{ languageCode: 'hi-IN' }]);
    expect(call.events.filter(({ type }) => type === 'alarm')).toEqual([]);
    expect(server.complaints).toEqual([]);
  },
);
