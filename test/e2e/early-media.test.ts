import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasSipp } from '../../bench/trials/sip-calls.ts';
import { encodeMulaw } from '../../media/codec/g711.ts';
import { openSpeech } from '../../media/index.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { testModelsDir } from '../models.ts';
import { hungUp } from '../phones/sipp-scenario.ts';
import { joined, silence, tone } from '../voicemail/line-audio.ts';
import { type Ask, askAsOwner } from './ask-server.ts';
import { type RunningServer, startServer } from './running-server.ts';

const number = '+12025550161';

/** Headers that sipp fills in from the request. */
const headers = `[last_Via:]
      [last_From:]
      [last_To:];tag=[call_number]
      [last_Call-ID:]
      [last_CSeq:]
      Contact: <sip:[local_ip]:[local_port]>`;

const description = `Content-Type: application/sdp
      Content-Length: [len]

      v=0
      o=pbx 1 1 IN IP4 [local_ip]
      s=-
      c=IN IP4 [media_ip]
      t=0 0
      m=audio [rtpstream_audio_port] RTP/AVP 0
      a=rtpmap:0 PCMU/8000`;

const response = (line: string, body: string): string => `<send><![CDATA[
      SIP/2.0 ${line}
      ${headers}
      ${body}

    ]]></send>`;

const accepted = '200 OK';

interface Line {
  /** Raw mu-law that is played before the answer. */
  readonly file: string;
  readonly playedMs: number;
  /** The last response. */
  readonly final: string;
  /** Whether the final response has the description too; some gateways send it only once. */
  readonly isDescribedAgain: boolean;
}

/** A line that plays a file over a provisional response, and is hung up if it answers. */
const scenarioOf = ({ file, playedMs, final, isDescribedAgain }: Line): string => `<?xml version="1.0"?>
<scenario name="early media">
  <recv request="INVITE"></recv>
  ${response('183 Session Progress', description)}
  <nop><action><exec rtp_stream="${file},1,0"/></action></nop>
  <pause milliseconds="${playedMs}"/>
  ${response(final, isDescribedAgain ? description : 'Content-Length: 0')}
  <recv request="ACK"></recv>
  ${final === accepted ? hungUp : ''}
</scenario>`;

describe.skipIf(!(await hasSipp()))('what a line plays before it answers (needs the package sip-tester)', () => {
  let server: RunningServer;
  let ask: Ask;
  let folder: string;
  let port: number;
  let campaign: string;
  let announced: Float32Array;
  let asked: Float32Array;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-early-'));
    const speech = await openSpeech({ modelsDir: testModelsDir });
    const speak = async (text: string) => (await speech.speak(text, { speaker: 'daniel' }, 8000)).samples;
    announced = await speak("You've reached Tom. Please leave a message after the tone.");
    asked = await speak('Hello? Who is this?');
    await speech.close();
    const [sipPort = 0, linePort = 0] = await freePorts(2);
    port = linePort;
    server = await startServer({
      SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
      SIP_PORT: String(sipPort),
      SIP_HOST: '127.0.0.1',
    });
    ask = await askAsOwner(() => server.baseUrl);
    const trunk = { registrar: `127.0.0.1:${port}`, register: false, allowed_addresses: ['127.0.0.1'] };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'Line', from_number: number });
    const flow = { kind: 'outbound', name: 'Reminders', provider: 'platform', speaker: 'ava', phone_number: number };
    const config = { greeting: 'Hello from Maple.', voicemail: { action: 'hangup' } };
    campaign = (await ask('POST', '/api/voice/flows', { ...flow, config })).uuid;
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Calls the line. */
  async function call(samples: Float32Array, answer: Pick<Line, 'final' | 'isDescribedAgain'>) {
    const file = join(folder, `${Math.random()}.ulaw`);
    await writeFile(file, encodeMulaw(samples, new Uint8Array(samples.length)));
    await writeFile(`${file}.xml`, scenarioOf({ ...answer, file, playedMs: samples.length / 8 }));
    const line: ChildProcess = spawn(
      'sipp',
      ['-sf', `${file}.xml`, '-i', '127.0.0.1', '-p', String(port), '-m', '1', '-nostdin', '-timeout', '90s'],
      { cwd: folder, stdio: 'ignore' },
    );
    const over = once(line, 'exit');
    // The next line takes the same port.
    onTestFinished(async () => {
      line.kill('SIGKILL');
      await over;
    });
    const to = `+1202555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
    const { call_uuid: uuid } = await ask('POST', '/v1/calls', { to, campaign_id: campaign });
    const stored = () => ask('GET', `/v1/calls/${uuid}`);
    return {
      stored,
      end: () => ask('POST', `/api/voice/calls/${uuid}/end`, { reason: 'workflow_close' }),
      /** Returns the call once it is over at both ends. */
      async ended() {
        expect(await over).toEqual([0, null]);
        await expect.poll(async () => (await stored()).status).toMatch(/completed|busy|failed/);
        return stored();
      },
    };
  }

  test('a greeting of voicemail is known when the line answers at its end', async () => {
    const placed = await call(joined(silence(1000), announced, silence(400)), {
      final: accepted,
      isDescribedAgain: true,
    });
    expect(await placed.ended()).toMatchObject({
      answered_by: 'machine',
      outcome: 'voicemail',
      end_reason: 'voicemail',
    });
  });

  test('a ringing tone and words of a person do not count, and the answer may stand in the first response', async () => {
    const ringing = joined(tone([440, 480], 1000), silence(1000), asked);
    const { stored, end, ended } = await call(ringing, { final: accepted, isDescribedAgain: false });
    await expect.poll(async () => (await stored()).transcript[0]).toMatchObject({ speaker: 'agent' });
    await end();
    expect(await ended()).toMatchObject({ answered_by: 'unknown', status: 'completed' });
  });

  test('a line that announces and refuses is busy, without a recording or an alarm', async () => {
    const placed = await call(announced, { final: '486 Busy Here', isDescribedAgain: false });
    expect(await placed.ended()).toMatchObject({
      status: 'busy',
      answered_by: null,
      line: { end_line: '486 Busy Here', audio: null },
    });
  });
});
