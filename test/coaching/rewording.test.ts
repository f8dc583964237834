import { expect, onTestFinished, test } from 'vitest';
import { says as modelSays, openModelServer } from '../agent/model-server.ts';
import { onEachDatabase } from '../contacts/contacts-app.ts';
import { flowUuid } from '../http/test-app.ts';
import { openCoach } from './coach-app.ts';
import { judged, openJudge } from './judge-server.ts';
import { says, scriptedAgent } from './scripted-agent.ts';

const lines = ['Hello, how can I help you?', 'What is your budget?', 'Thank you. Goodbye.'];

async function openReworded(place: { dataDir: string; databaseUrl?: string | undefined }) {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  // The model would judge too.
  const judge = await openJudge([200, judged]);
  const env = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: 'usual', ...judge.env };
  const coach = await openCoach(place, { agent: scriptedAgent(says(...lines)), env });
  const { uuid } = await coach.scenario({ hidden_state: { budget: '400 euros' }, situation: 'You want a new lamp.' });
  const run = { scenario_uuid: uuid, target_uuid: flowUuid, mode: 'text', seed: 3, wait: true };
  const play = async (changes: object = {}) => (await coach.ask('POST', 'runs', { ...run, ...changes })).body;
  return { server, play };
}

const customerOf = (run: { transcript: { speaker: string; text: string }[] }): string[] =>
  run.transcript.flatMap(({ speaker, text }) => (speaker === 'customer' ? [text] : []));

onEachDatabase('rewording', ({ place }) => {
  test('a model rewords the lines of the policy, and a repeated run reuses them without a request', async () => {
    const { server, play } = await openReworded(await place());
    server.play(modelSays('Good day, I would want a new lamp, you see.'), modelSays('My limit would be 400 euros.'));
    const first = await play({ proxy_model: 'proxy' });
    expect(first).toMatchObject({ status: 'completed', error: null });
    expect(customerOf(first)[0]).toBe('Good day, I would want a new lamp, you see.');
    const asked = server.asked.length;
    expect(asked).toBeGreaterThan(0);
    expect(server.asked.every(({ body }) => body.model === 'proxy')).toBe(true);
    server.play(modelSays('Something else about a new lamp that I want.'));
    const again = await play({ proxy_model: 'proxy' });
    expect(again.transcript).toEqual(first.transcript);
    expect(server.asked).toHaveLength(asked);
    await play();
    expect(server.asked.at(-1)?.body.model).toBe('usual');
  });

  test('the original line is kept when the model changes a number, asks a question, or does not respond', async () => {
    const { server, play } = await openReworded(await place());
    server.play(modelSays('I want a new lamp for 77 euros.'));
    const invented = await play({ proxy_model: 'a' });
    expect(invented).toMatchObject({ status: 'completed', error: null });
    expect(JSON.stringify(invented.transcript)).not.toContain('77');
    expect(customerOf(invented).join(' ')).toContain('400 euros');
    server.play(modelSays('Would a new lamp be what I want?'));
    const asking = await play({ proxy_model: 'b' });
    server.play([{ do: 'fail', status: 500, body: '{}' }]);
    const failing = await play({ proxy_model: 'c' });
    expect(customerOf(asking)).toEqual(customerOf(invented));
    expect(customerOf(failing)).toEqual(customerOf(invented));
  });
});
