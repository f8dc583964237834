import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clip, holdConversation, openSpeech, type SpeechService } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { signInFirst } from './shared-server.ts';
import { part, tracksOf } from './stereo.ts';

let server: RunningServer;
let speech: SpeechService;
let token = '';

interface Answered {
  readonly uuid: string;
  readonly flows: readonly { readonly uuid: string; readonly phone_number: string | null; readonly config: object }[];
}

const ask = async (method: string, path: string, body?: object) => {
  const response = await fetch(new URL(path, server.baseUrl), {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answered;
};

beforeAll(async () => {
  [server, speech] = await Promise.all([startServer(), openSpeech({ modelsDir: testModelsDir })]);
  token = await signInFirst(server.baseUrl);
});
afterAll(async () => {
  await Promise.all([server?.stop(), speech?.close()]);
});

const agentOf = (name: string, speaker: string) =>
  ask('POST', '/api/voice/agents', {
    name,
    greeting: `This is ${name}. What can I do for you?`,
    voice_config: { speaker },
  });

/** Returns the median pitch of the voiced parts of a clip in Hz, by autocorrelation of frames of 40 ms. */
function pitchOf({ samples, rateHz }: Clip): number {
  const length = Math.round(0.04 * rateHz);
  const lags = { shortest: Math.floor(rateHz / 350), longest: Math.ceil(rateHz / 70) };
  const pitches: number[] = [];
  for (let start = 0; start + length + lags.longest < samples.length; start += length) {
    const product = (lag: number): number => {
      let sum = 0;
      for (let i = start; i < start + length; i++) sum += (samples[i] ?? 0) * (samples[i + lag] ?? 0);
      return sum;
    };
    const energy = product(0);
    if (energy / length < 1e-4) continue;
    let best = { lag: 0, value: 0 };
    for (let lag = lags.shortest; lag <= lags.longest; lag++) {
      const value = product(lag);
      if (value > best.value) best = { lag, value };
    }
    if (best.value > 0.6 * energy) pitches.push(rateHz / best.lag);
  }
  return pitches.sort((a, b) => a - b)[pitches.length >> 1] ?? Number.NaN;
}

test('a call that is handed over to another agent continues with its voice and with the facts so far', async () => {
  const [desk, groups] = [await agentOf('Ava', 'ava'), await agentOf('Daniel', 'daniel')];
  const { flows } = await ask('GET', '/api/voice/flows?limit=100');
  const flow = flows.find(({ phone_number: number }) => number === '+12025550143');
  if (flow === undefined) throw new Error('no flow has the number');
  const goals = [
    {
      id: 'table',
      examples: ['I would like to book a table', 'A table for dinner please'],
      questions: [{ id: 'guests', kind: 'number', ask: 'How many people will come?' }],
      done: 'Noted.',
      next: [
        {
          when: [{ slot: 'guests', min: 9 }],
          say: 'Our events team looks after groups.',
          agent: groups.uuid,
          go: 'group',
        },
      ],
    },
    {
      id: 'group',
      examples: [],
      questions: [{ id: 'occasion', kind: 'text', ask: 'And what is the occasion of your party, if I may ask?' }],
      done: 'Thank you. I will send you a menu for {guests} guests.',
    },
  ];
  const cleared = Object.fromEntries(Object.keys(flow.config).map((key) => [key, null]));
  await ask('PATCH', `/api/voice/flows/${flow.uuid}`, { voice_agent_id: desk.uuid, config: { ...cleared, goals } });
  const [table, twelve, party] = await Promise.all(
    ['I would like to book a table.', 'Twelve people.', 'My mother turns eighty.'].map((text) =>
      speech.speak(text, { speaker: 'maya' }, 16_000),
    ),
  );
  const from = '+12025550177';
  const run = await server.dial('browser', from);
  // A reply of several sentences may pause between them on a busy machine.
  const script = [table, twelve, party].map((say) => ({ say: say as Clip, when: 'agent_done' as const }));
  const report = await holdConversation(run, script, { agentQuietMs: 3000 });
  expect(report).toMatchObject({ completed: true });
  const call = await server.finished(from);
  const lines = (call.events ?? []).flatMap(({ line }) => (line?.speaker === 'agent' ? [line] : []));
  const texts = lines.map(({ text }) => text);
  expect(texts.join(' ')).toMatch(/How many people will come\?.*Our events team.*Daniel.*occasion.*menu for 12 guests/);
  const { agent: track } = tracksOf(await server.recording(call.uuid));
  const pitchOfLine = (words: RegExp): number => {
    const index = texts.findIndex((text) => words.test(text));
    const { startMs = 0 } = lines[index] ?? {};
    return pitchOf(part(track, startMs, startMs + 2500));
  };
  const before = pitchOfLine(/How many people/);
  const after = pitchOfLine(/occasion/);
  expect(before).toBeGreaterThan(1.3 * after);
});
