import { expect, test } from 'vitest';
import { migratedFolder } from '../http/test-app.ts';
import { openAnalysis, stereo } from './analysis-app.ts';

test('a recorded conversation is transcribed, split by channel and analysed', async () => {
  const { ask, settled } = await openAnalysis({ dataDir: migratedFolder() });
  const { status, body } = await ask('POST', '/api/uploads', { file: stereo });
  expect(status).toBe(202);
  await expect.poll(async () => (await ask('GET', `/api/calls/${body.id}`)).body.status).toMatch(/completed|failed/);
  const call = await settled(body.id);
  expect(call).toMatchObject({ status: 'completed', error: null });
  const [first, second] = call.transcript;
  expect([first.speaker, second.speaker].sort()).toEqual(['agent', 'customer']);
  expect(first.text.toLowerCase()).toContain('morning');
  // The other voice says the same, three seconds after the first has ended.
  expect(second.text.toLowerCase()).toContain('morning');
  expect(second.timestamp).toBeGreaterThan(first.timestamp + 3);
  const { body: evidence } = await ask('GET', `/api/calls/${body.id}/evidence`);
  for (const { turn, start, end, text } of evidence.summary)
    expect(call.transcript[turn].text.slice(start, end)).toBe(text);
});
