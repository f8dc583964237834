import { expect, test } from 'vitest';
import { holdConversation, openSpeech, placeCall, readWavChannels } from '../../media/index.ts';
import { testModelsDir } from '../models.ts';
import { openSharedServer } from './running-server.ts';
import { signInFirst } from './shared-server.ts';

const loudest = (samples: Float32Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

test('a simulated customer calls a flow by voice, and a person practises with it', async () => {
  const [server, speech] = await Promise.all([openSharedServer(), openSpeech({ modelsDir: testModelsDir })]);
  try {
    const token = await signInFirst(server.baseUrl);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const ask = async (method: string, path: string, body?: object): Promise<any> => {
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      const response = await fetch(new URL(path, server.baseUrl), init);
      expect([path, response.status, response.ok]).toEqual([path, response.status, true]);
      return response.headers.get('content-type')?.includes('json') ? response.json() : response.arrayBuffer();
    };
    const finished = (uuid: string) =>
      expect.poll(async () => (await ask('GET', `/api/pf-coach/runs/${uuid}`)).status, { interval: 300 });
    const persona = await ask('POST', '/api/pf-coach/personas', {
      name: 'Nora Field',
      speech_habits: { interrupts: 'often' },
      voice: { speaker: 'daniel' },
    });
    const scenario = await ask('POST', '/api/pf-coach/scenarios', {
      persona_uuid: persona.uuid,
      name: 'Hours',
      situation: 'You want to know the opening hours.',
      stop_conditions: { max_turns: 4, satisfied_when: 'the agent says "ten euros"' },
    });
    const flow = (await ask('GET', '/v1/campaigns?status=active')).campaigns[0].uuid as string;
    const of = { scenario_uuid: scenario.uuid, target_uuid: flow };
    const clips = [await say('Hello, how can I help you?'), await say('That costs ten euros.')];
    const spoken = { ...of, mode: 'voice', seed: 2 };
    const { uuid } = await ask('POST', '/api/pf-coach/runs', { ...spoken, clock: 'real' });
    const virtual = await ask('POST', '/api/pf-coach/runs', spoken);
    const session = await ask('POST', '/api/pf-coach/live/sessions', of);
    const format = { encoding: 'l16', rateHz: 16_000 } as const;
    const talk = await holdConversation(
      placeCall({ dialect: 'browser', url: session.ws_url, format }),
      clips.map((clip, index) => ({ say: clip, when: index === 0 ? ({ afterMs: 500 } as const) : 'agent_done' })),
      { greeting: false, awaitsHangUp: true, patienceMs: 60_000 },
    );
    expect(talk.ending).toMatchObject({ by: 'server', reason: 'customer_satisfied' });
    await finished(session.run_uuid).toBe('completed');
    await finished(uuid).toBe('completed');
    await finished(virtual.uuid).toBe('completed');
    const live = await ask('GET', `/api/pf-coach/runs/${session.run_uuid}`);
    expect(live).toMatchObject({ target_kind: 'human_rep', ended_reason: 'satisfied', has_audio: true });
    // A caller that gets too little of the processor may pause within a sentence, which is then two turns.
    const speakers: string[] = live.transcript.map(({ speaker }: { speaker: string }) => speaker);
    expect(speakers.filter((speaker, at) => speaker !== speakers[at - 1])).toEqual([
      'agent',
      'customer',
      'agent',
      'customer',
    ]);
    for (const [clock, one] of [
      ['real', uuid],
      ['virtual', virtual.uuid],
    ]) {
      const run = await ask('GET', `/api/pf-coach/runs/${one}`);
      expect(run.clock).toBe(clock);
      expect(run.transcript.length).toBeGreaterThanOrEqual(3);
      expect(run.metrics.response_latency_ms.median).toBeGreaterThan(100);
      expect(run.metrics.word_error_rate).toBeLessThan(0.5);
      const [customer, agent] = readWavChannels(new Uint8Array(await ask('GET', `/api/pf-coach/runs/${one}/audio`)));
      expect(Math.abs((customer?.samples.length ?? 0) / 16 - run.metrics.duration_ms)).toBeLessThan(50);
      for (const track of [customer, agent])
        expect(loudest(track?.samples ?? new Float32Array())).toBeGreaterThan(0.05);
    }

    async function say(text: string) {
      return speech.speak(text, { speaker: 'ava' }, 16_000);
    }
  } finally {
    await Promise.all([server.stop(), speech.close()]);
  }
});
