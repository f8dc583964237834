import { expect } from 'vitest';
import type { CallEvent, TranscriptLine } from '../../media/ports.ts';
import type { openCoach } from './coach-app.ts';

const line = (turn: number, speaker: TranscriptLine['speaker'], text: string): CallEvent => ({
  type: 'line',
  atMs: turn * 1000,
  line: { turn, speaker, text, startMs: turn * 1000, endMs: turn * 1000 + 900, words: [] },
});
const started: CallEvent = {
  type: 'started',
  atMs: 0,
  providerCallId: 'p',
  streamId: 's',
  wallMs: 0,
  format: { encoding: 'l16', rateHz: 16_000 },
};

/** Runs a whole live practice session in which the user says these sentences. Returns its judged run. */
export async function practise(
  { ask, fake }: Pick<Awaited<ReturnType<typeof openCoach>>, 'ask' | 'fake'>,
  scenario: string,
  said: readonly string[],
  as = 'mate',
) {
  const opened = await ask('POST', 'live/sessions', { scenario_uuid: scenario }, as);
  expect(opened.status).toBe(201);
  const { token, session_uuid: callUuid, run_uuid: run } = opened.body;
  const ports = fake.ports();
  await ports.plans.claim(token, 'browser');
  const lines = said.flatMap((text, index) => [
    line(2 * index + 1, 'customer', text),
    line(2 * index + 2, 'agent', 'I see.'),
  ]);
  for (const event of [
    started,
    ...lines,
    { type: 'ended', atMs: 9000, reason: 'caller_hung_up', wallMs: 9000 } as const,
  ])
    ports.log.append({ kind: 'practice', callUuid }, event);
  const found = async () => (await ask('GET', `runs/${run}`)).body;
  await expect.poll(async () => (await found()).status).toBe('completed');
  return found();
}
