import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSpeech } from '../../bench/speech-folder.ts';
import { type Clip, placeCall, readWav } from '../../media/index.ts';
import type { CallEvent, VoicemailPlan } from '../../media/ports.ts';
import { joined, silence, tone } from '../voicemail/line-audio.ts';
import { openPlannedServer, outboundPlan, type PlannedServer, patienceMs } from './planned-server.ts';

const recorded = findSpeech(undefined);
const rateHz = 8000;
const message = 'Hello {name}, this is Maple Grove Dental. Please call us back about your visit on {day}.';
const spokenMessage = 'Hello Susan Miller, this is Maple Grove Dental. Please call us back about your visit.';

interface Held {
  readonly events: CallEvent[];
  /** How much of what the far end plays it had played when it heard the agent; undefined if it heard none. */
  readonly playedMs: number | undefined;
  readonly endedBy: string | undefined;
}

let server: PlannedServer;

beforeAll(async () => {
  server = await openPlannedServer();
});
afterAll(() => server?.close());

const speak = async (text: string, speaker = 'daniel'): Promise<Float32Array> =>
  (await server.speech.speak(text, { speaker }, rateHz)).samples;

/** The agent asks whether somebody is there after 8 s of silence. */
const limits = { maxCallSeconds: 120, silencePromptSeconds: 8, maxSilencePrompts: 2, goodbyeDrainMs: 3000 };

const agentLines = (events: readonly CallEvent[]) =>
  events.flatMap((event) => (event.type === 'line' && event.line.speaker === 'agent' ? [event.line] : []));

/** An outbound call whose far end plays this. A machine waits for us to end it; a person hangs up once spoken to. */
async function answerWith(
  name: string,
  samples: Float32Array,
  voicemail: VoicemailPlan,
  isPerson = false,
): Promise<Held> {
  const events = server.add(outboundPlan(name, { voicemail, limits }));
  const run = placeCall({
    dialect: 'telephony_a',
    url: `ws://127.0.0.1:${server.port}/media/telephony_a/${name}`,
    identity: { from: '+15550100', to: '+15550101' },
    comfortNoiseDbfs: -60,
  });
  await run.opened;
  const clip: Clip = { rateHz, samples };
  const { startSample } = run.say(clip).clip;
  // On a busy machine the agent may pause within its greeting.
  await run.until(() => isPerson && agentLines(events).length > 0 && !run.agentBusy, patienceMs);
  const ending = await run.hangUp();
  await expect.poll(() => events.some(({ type }) => type === 'ended'), { timeout: 60_000 }).toBe(true);
  const heard = run.agentAudible[0];
  return {
    events,
    playedMs: heard === undefined ? undefined : ((heard.startSample - startSample) * 1000) / rateHz,
    endedBy: ending.by,
  };
}

const verdicts = ({ events }: Held): string[] =>
  events.flatMap((event) => (event.type === 'voicemail' ? [event.kind] : []));
const reason = ({ events }: Held): unknown =>
  events.flatMap((event) => (event.type === 'ended' ? [event.reason] : []))[0];
const agentSaid = ({ events }: Held): string[] => agentLines(events).map(({ text }) => text);

describe('an outbound call over a real socket', () => {
  const leaving: VoicemailPlan = { action: 'leave_message', message };

  test('distinguishes machines from people, and leaves its message after the beep', async () => {
    const tape = await speak(
      "Hi, you've reached Susan Miller. I can't take your call right now. Please leave a message after the tone.",
    );
    const withBeep = joined(silence(600), tape, silence(900), tone([1000], 350), silence(200));
    const beepEndMs = (withBeep.length / rateHz) * 1000 - 200;
    const announcements = recorded.kind === 'found' ? ['ss-noservice.wav', 'privacy-unident.wav'] : [];
    const networks = announcements.map((file) => {
      const { samples } = readWav(readFileSync(join(recorded.kind === 'found' ? recorded.dir : '', file)));
      return answerWith(file.replace('.', '-'), joined(silence(500), samples), { action: 'hangup' });
    });
    const [machine, carrier, person, office] = await Promise.all([
      answerWith('machine', withBeep, leaving),
      answerWith(
        'carrier',
        joined(
          silence(400),
          await speak('The subscriber you have called is currently switched off. Please try again later.', 'leo'),
        ),
        leaving,
      ),
      answerWith('person', joined(silence(700), await speak('Hello?')), leaving, true),
      answerWith(
        'office',
        joined(silence(500), await speak('Thank you for calling Birch Lane Flowers, how can I help you?')),
        { action: 'hangup' },
        true,
      ),
    ]);

    expect(verdicts(machine)).toEqual(['machine']);
    expect(agentSaid(machine).join(' ')).toBe(spokenMessage);
    expect(machine.playedMs).toBeGreaterThan(beepEndMs - 50);
    expect(reason(machine)).toBe('voicemail');

    expect(verdicts(carrier)).toEqual(['machine']);
    expect(agentSaid(carrier)).toEqual([]);
    expect(reason(carrier)).toBe('voicemail');

    for (const network of await Promise.all(networks)) expect(reason(network)).toBe('voicemail');

    for (const human of [person, office]) {
      expect(verdicts(human)).not.toContain('machine');
      expect(agentSaid(human)[0]).toContain('Maple Grove');
      expect(reason(human)).toBe('caller_hung_up');
    }
  });
});
