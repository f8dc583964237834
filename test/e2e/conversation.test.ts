import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clip, holdConversation, openSpeech, type SpeechService } from '../../media/index.ts';
import { wordErrors } from '../../media/text/word-error.ts';
import { testModelsDir } from '../models.ts';
import { openSharedServer, type RunningServer } from './running-server.ts';
import { part, tracksOf } from './stereo.ts';

let server: RunningServer;
let speech: SpeechService;
/** Spoken before anybody calls: it would take the cores from under the calls. */
let clips: Readonly<Record<keyof typeof sayings, Clip>>;

const sayings = {
  insurance: 'Do you accept Delta Dental insurance?',
  hours: 'What are your opening hours?',
  booking: 'I would like to book a cleaning.',
  place: 'Where are you located?',
};

beforeAll(async () => {
  [server, speech] = await Promise.all([openSharedServer(), openSpeech({ modelsDir: testModelsDir })]);
  const spoken = Object.entries(sayings).map(async ([name, text]) => [name, await speak(text)] as const);
  clips = Object.fromEntries(await Promise.all(spoken)) as Record<keyof typeof sayings, Clip>;
});
afterAll(async () => {
  await Promise.all([server?.stop(), speech?.close()]);
});

const speak = (text: string): Promise<Clip> => speech.speak(text, { speaker: 'daniel' }, 16_000);
const wrongShare = (reference: string, heard: string): number => {
  const { errors, words } = wordErrors(reference, heard);
  return errors / words;
};

/** All at once: what they wait for is each other's turns, not the machine. */
describe.concurrent.each(['telephony_a', 'telephony_b', 'browser'] as const)('a caller over %s', (dialect) => {
  const from = `+1202555${{ telephony_a: '0111', telephony_b: '0112', browser: '0113' }[dialect]}`;

  test('a caller is greeted, understood and answered aloud, and can interrupt', async () => {
    const run = await server.dial(dialect, from);
    const report = await holdConversation(run, [
      { say: clips.insurance, when: 'agent_done' },
      { say: clips.hours, when: 'agent_done' },
      { say: clips.booking, when: { overAgentAfterMs: 1500 } },
    ]);
    expect(report).toMatchObject({ completed: true, ending: { by: 'caller' } });
    expect(report.turns.every((turn) => turn.latencyMs !== undefined && !turn.cutIn)).toBe(true);
    expect(report.turns[2]?.bargeIn).toMatchObject({ outcome: 'stopped' });

    const call = await server.finished(from);
    expect(call).toMatchObject({ status: 'completed', end_reason: 'caller_hung_up' });
    const said = (speaker: string): string[] =>
      call.transcript.filter((line) => line.speaker === speaker).map((line) => line.text);
    expect(said('agent')[0]).toContain('Maple Grove Dental');
    expect(said('agent').join(' ')).toMatch(/Delta Dental/);
    expect(said('agent').at(-1)).toMatch(/name/i);
    expect(
      wrongShare([sayings.insurance, sayings.hours, sayings.booking].join(' '), said('customer').join(' ')),
    ).toBeLessThan(0.2);
    const cut = call.events?.find((event) => event.line?.interrupted === true)?.line;
    expect(cut?.words.some((word) => word.heard === 'estimated_no' || word.heard === 'no')).toBe(true);
    expect(cut?.words.some((word) => word.heard === 'yes' || word.heard === 'estimated_yes')).toBe(true);
    expect(call.latency.turns.length).toBeGreaterThanOrEqual(2);

    const tracks = tracksOf(await server.recording(call.uuid));
    expect(tracks.caller.samples.length).toBe(tracks.agent.samples.length);
    const line = call.events?.find((event) => event.line?.speaker === 'customer')?.line;
    const spokenMs = line?.startMs as number;
    const heardAgain = await speech.recognise(part(tracks.caller, spokenMs - 300, spokenMs + 3000));
    expect(wrongShare(sayings.insurance, heardAgain.text)).toBeLessThan(0.35);
    const greeting = await speech.recognise(part(tracks.agent, 0, spokenMs - 300));
    expect(wrongShare(said('agent')[0] as string, greeting.text)).toBeLessThan(0.25);
  });
});

describe.concurrent('a misbehaving connection', () => {
  test('ends alone; other calls continue', async () => {
    const good = await server.dial('telephony_a', '+12025550121');
    const bad = await server.dial('telephony_a', '+12025550122');
    const halfDead = await server.dial('telephony_a', '+12025550123');
    await Promise.all([good.opened, bad.opened, halfDead.opened]);
    halfDead.stopReading();
    // Fifty are ignored.
    for (let count = 0; count < 51; count += 1) bad.sendRaw('{"event": "media", "media": ');
    expect(await bad.ended).toMatchObject({ by: 'server' });
    const report = await holdConversation(good, [{ say: clips.place, when: 'agent_done' }]);
    expect(report.completed).toBe(true);
    expect((await server.finished('+12025550121')).transcript.map((line) => line.speaker)).toEqual([
      'agent',
      'customer',
      'agent',
    ]);
    expect((await server.finished('+12025550122')).end_reason).toBe('fault');
    halfDead.drop();
    expect((await server.finished('+12025550123')).end_reason).toBe('caller_hung_up');
  });

  test('a stream address works for one stream', async () => {
    const response = await fetch(`${server.baseUrl}/api/voice/webhooks/telephony_a/answer`, {
      method: 'POST',
      body: new URLSearchParams({ CallUUID: 'once', From: '+12025550131', To: '+12025550143' }),
    });
    const url = /wss?:[^<]+/.exec(await response.text())?.[0] as string;
    const { placeCall } = await import('../../media/index.ts');
    const first = placeCall({ dialect: 'telephony_a', url });
    expect(await first.opened).toBe(true);
    const second = placeCall({ dialect: 'telephony_a', url });
    expect(await second.opened).toBe(false);
    await first.hangUp();
  });
});
