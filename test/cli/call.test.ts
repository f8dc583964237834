import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WaveFile } from 'wavefile';
import { readCallArguments } from '../../src/cli/call-arguments.ts';
import { main } from '../../src/cli/main.ts';
import { openToyAgent, type ToyAgent, type ToyAgentOptions } from '../emulator/toy-agent.ts';

let dir: string;
let line: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  line = join(dir, 'line.wav');
  const wav = new WaveFile();
  wav.fromScratch(
    1,
    16000,
    '16',
    Array.from({ length: 6400 }, (_, i) => Math.round(9000 * Math.sin(0.5 * i))),
  );
  await writeFile(line, wav.toBuffer());
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const agents: ToyAgent[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const agent of agents.splice(0)) await agent.close();
});

const run = async (...argv: string[]): Promise<{ status: number; out: string; err: string }> => {
  let out = '';
  let err = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  const status = await main(argv, { MODELS_DIR: dir, DATA_DIR: dir });
  vi.restoreAllMocks();
  return { status, out, err };
};

/** A server that greets each connection with half a second of sound. */
async function openAudioSocket(): Promise<{ port: number; received: () => Buffer }> {
  const chunks: Buffer[] = [];
  const frame = Buffer.alloc(323);
  frame.set([0x10, 0x01, 0x40]);
  for (let at = 0; at < 160; at++) frame.writeInt16LE(Math.round(9000 * Math.sin(0.5 * at)), 3 + 2 * at);
  const server = createServer((socket) => {
    socket.on('data', (bytes) => chunks.push(bytes)).on('error', () => {});
    for (let sent = 0; sent < 25; sent++) socket.write(frame);
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, received: () => Buffer.concat(chunks) };
}

const streamXml = (url: string): string =>
  `<Response><Stream bidirectional="true" contentType="audio/x-mulaw;rate=8000">${url.replaceAll('&', '&amp;')}</Stream></Response>`;

/** A server with a record of its last call, in which the agent was cut short. */
const record = {
  uuid: '00000000-0000-4000-8000-000000000001',
  status: 'completed',
  end_reason: 'caller_hung_up',
  recording_url: null,
  transcript: [],
  latency: { turns: [] },
  events: [
    { seq: 1, type: 'line', line: { turn: 0, speaker: 'agent', text: 'Hello.', startMs: 0, words: [] } },
    {
      seq: 2,
      type: 'line',
      line: { turn: 1, speaker: 'customer', text: 'I want a cleaning', startMs: 900, words: [] },
    },
    {
      seq: 3,
      type: 'line',
      line: {
        turn: 1,
        speaker: 'agent',
        text: 'Sure, on',
        startMs: 2000,
        words: [
          { text: 'Sure,', heard: 'yes' },
          { text: 'on', heard: 'yes' },
          { text: 'which', heard: 'no' },
          { text: 'day?', heard: 'estimated_no' },
        ],
      },
    },
  ],
};
const openServer = async (options: ToyAgentOptions = {}): Promise<string> => {
  let from = '';
  const agent = await openToyAgent({
    http: (path, streamUrl) => {
      if (path.endsWith('/telephony_a/answer')) return { body: streamXml(streamUrl) };
      if (path.startsWith('/v1/calls?')) {
        const calls = [{ uuid: record.uuid, from_number: from, created_at: new Date().toISOString() }];
        return { body: JSON.stringify({ calls }) };
      }
      if (path.startsWith('/v1/calls/')) return { body: JSON.stringify(record) };
      return { status: 404, body: '{"detail":"no such address"}' };
    },
    ...options,
  });
  from = '+12025550177';
  agents.push(agent);
  return agent.baseUrl;
};

describe('the command line', () => {
  test.each([
    [['--help'], 0, 'doctor'],
    [['--version'], 0, '0.'],
    [['call', '--help'], 0, '--barge-in'],
    [['doctor', '--help'], 0, '--url'],
  ])('%j', async (argv, status, text) => {
    const result = await run(...argv);
    expect(result.status).toBe(status);
    expect(result.out).toContain(text);
  });

  test.each([
    [['dance'], 'Unknown command "dance"'],
    [['call', '--sai', 'hello'], "'--sai'"],
    [['call', 'hello'], 'unexpected argument "hello"'],
    [
      ['call', '--dialect', 'sip'],
      '--dialect must be one of telephony_a, telephony_b, twilio, telnyx, vobiz, vonage, asterisk, browser, audiosocket',
    ],
    [['call', '--audiosocket-port', '9092'], '--audiosocket-port needs --dialect audiosocket'],
    [['call', '--dialect', 'audiosocket', '--audiosocket-port', '0'], '--audiosocket-port must be a port, not "0"'],
    [['call', '--dialect', 'audiosocket'], 'AUDIOSOCKET_PORT is not set here'],
    [['call', '--url', 'nowhere'], '--url must be an http:// or https:// URL, not "nowhere"'],
    [['call', '--to', 'Bob'], '--to must be a phone number'],
    [['call', '--barge-in', 'soon', '--say', 'a', '--say', 'b'], '--barge-in must be 0 to 60000 milliseconds'],
    [['call', '--barge-in', '500', '--say', 'a'], '--barge-in needs two lines'],
    [['call', '--over-greeting', '--say', 'a'], '--over-greeting requires --barge-in'],
    [['call', '--over-greeting', '--barge-in', '500'], '--over-greeting needs a line'],
    [['call', '--say', ' '], '--say needs words'],
    [['call', '--say'], '--say'],
    [['call', '--network', 'hail'], '--network: these conditions have no "hail"'],
    [['call', '--network', 'loss=150'], 'these conditions have no "loss=150"'],
    [['doctor', '--fix'], "'--fix'"],
    [['doctor', '--url', 'x y'], '--url is an address'],
    [['replay'], 'expected one call'],
    [['replay', 'one', 'two'], 'expected one call'],
    [['replay', 'one', '--fix'], "'--fix'"],
    [['replay', '00000000-0000-4000-8000-000000000001'], 'call 00000000-0000-4000-8000-000000000001 does not exist'],
    [['replay', '/nowhere'], 'there is no /nowhere/call.json'],
  ])('%j is refused with a reason', async (argv, reason) => {
    const result = await run(...argv);
    expect(result.status).toBe(2);
    expect(result.err).toContain(reason);
    expect(result.out).toBe('');
  });

  test('lines keep the order of the command line', () => {
    const { lines } = readCallArguments(
      ['--say', 'one', '--wav', 'two.wav', '--say', 'three'],
      'http://127.0.0.1:8080',
    );
    expect(lines).toEqual([
      { kind: 'text', text: 'one' },
      { kind: 'wav', path: 'two.wav' },
      { kind: 'text', text: 'three' },
    ]);
  });
});

describe('a WAV file that cannot be played is reported', () => {
  test.each([
    ['nothing there', async () => join(dir, 'absent.wav'), 'does not exist'],
    ['a folder', async () => dir, 'is not a file'],
    [
      'a text file',
      async () => {
        const path = join(dir, 'notes.wav');
        await writeFile(path, 'not a wav at all');
        return path;
      },
      'this is not a WAV file',
    ],
    [
      'an empty file',
      async () => {
        const path = join(dir, 'empty.wav');
        await writeFile(path, '');
        return path;
      },
      'this is not a WAV file',
    ],
  ])('%s', async (_, make, reason) => {
    const result = await run('call', '--url', 'http://127.0.0.1:1', '--wav', await make());
    expect(result.status).toBe(2);
    expect(result.err).toContain(reason);
  });
});

describe('a call', () => {
  test('is printed, measured and saved', async () => {
    const out = join(dir, 'sound');
    const url = await openServer();
    const result = await run('call', '--url', url, '--from', '+12025550177', '--wav', line, '--out', out);
    expect(result.err).toContain('line.wav');
    expect(result.err).toContain('answer audible after');
    expect(result.out).toContain('customer  I want a cleaning');
    expect(result.out).toContain('[not heard: which day?]');
    expect(result.out).toContain('caller_hung_up');
    expect(result.status).toBe(0);
    const [caller, agent, both] = await Promise.all(
      ['caller.wav', 'agent.wav', 'both.wav'].map(async (name) => new WaveFile(await readFile(join(out, name)))),
    );
    const format = (wav: WaveFile) => wav.fmt as { numChannels: number; sampleRate: number };
    expect(format(both!)).toMatchObject({ numChannels: 2, sampleRate: 8000 });
    const [left, right] = both!.getSamples(false, Int16Array) as unknown as [Int16Array, Int16Array];
    expect(left).toEqual(caller!.getSamples(false, Int16Array));
    expect(right).toEqual(agent!.getSamples(false, Int16Array));
    expect(left.some((sample) => Math.abs(sample) > 5000)).toBe(true);
    expect(right.some((sample) => Math.abs(sample) > 5000)).toBe(true);
  });

  test('prints JSON, and nothing else, to standard output', async () => {
    const url = await openServer();
    const result = await run('call', '--url', url, '--from', '+12025550177', '--wav', line, '--json');
    const told = JSON.parse(result.out) as Record<string, unknown>;
    expect(told).toMatchObject({ completed: true, underruns: [], rule_breaks: 0, ended: { by: 'caller' } });
    expect(told.turns).toHaveLength(1);
    expect(told.transcript).toContainEqual({ speaker: 'agent', text: 'Sure, on', not_heard: 'which day?' });
    expect(result.err).toBe('');
  });

  test('over AudioSocket begins with the UUID of the answer', async () => {
    const uuid = '00112233-4455-4677-8899-aabbccddeeff';
    const { port, received } = await openAudioSocket();
    const socket = ['call', '--dialect', 'audiosocket', '--audiosocket-port', String(port)];
    const answer = { ticket: 't', url: 'ws://127.0.0.1:9/media/asterisk?ticket=t', uuid };
    const url = await openServer({ http: () => ({ body: JSON.stringify(answer) }) });
    const result = await run(...socket, '--url', url);
    expect(result.err).toContain(`Calling +12025550143 over audiosocket through 127.0.0.1:${port}`);
    expect(result.status).toBe(0);
    expect(received().subarray(0, 19).toString('hex')).toBe(`010010${uuid.replaceAll('-', '')}`);

    const without = await openServer({ http: () => ({ body: JSON.stringify({ ...answer, uuid: undefined }) }) });
    const refused = await run(...socket, '--url', without);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('AudioSocket is off')]);
  });

  test('over AudioSocket names the port that does not answer', async () => {
    const answer = { ticket: 't', url: 'ws://127.0.0.1:9/media/asterisk?ticket=t', uuid: randomUUID() };
    const url = await openServer({ http: () => ({ body: JSON.stringify(answer) }) });
    const { status, err } = await run('call', '--dialect', 'audiosocket', '--audiosocket-port', '9', '--url', url);
    expect(status).toBe(1);
    expect(err).toContain('AudioSocket at 127.0.0.1:9 did not open');
    expect(err).toContain('Give the AUDIOSOCKET_PORT of the server with --audiosocket-port.');
  });

  test('that failed is over: the command does not wait for its record', async () => {
    let asked = 0;
    const url = await openServer({
      http: (path, streamUrl) => {
        if (path.endsWith('/telephony_a/answer')) return { body: streamXml(streamUrl) };
        const found = { ...record, from_number: '+12025550177', created_at: new Date().toISOString() };
        if (path.startsWith('/v1/calls?')) return { body: JSON.stringify({ calls: [found] }) };
        asked += 1;
        const status = asked === 1 ? 'in_progress' : 'failed';
        return { body: JSON.stringify({ ...record, status, events: [], end_reason: 'fault' }) };
      },
    });
    const result = await run('call', '--url', url, '--from', '+12025550177', '--json');
    expect(JSON.parse(result.out)).toMatchObject({ call_uuid: record.uuid, ended: { reason: 'fault' } });
    // While the call goes on it is asked for every second; afterwards five times a second for as long as it seems to last.
    expect(asked).toBeLessThan(10);
  });

  test('with a first line that interrupts the greeting', async () => {
    const url = await openServer({ replyMs: 3_000 });
    const words = ['--wav', line, '--barge-in', '400', '--over-greeting'];
    const result = await run('call', '--url', url, '--from', '+12025550177', ...words, '--json');
    expect(JSON.parse(result.out).turns).toMatchObject([{ kind: 'barge_in', barge_in: { outcome: 'stopped' } }]);
  });

  test('to a number without a flow', async () => {
    const url = await openServer({ http: () => ({ body: '<Response><Hangup reason="rejected"/></Response>' }) });
    const result = await run('call', '--url', url);
    expect(result.status).toBe(1);
    expect(result.err).toContain('the server rejected the call (rejected)');
    expect(result.err).toContain('--to');
  });

  test('to a server that is not Parley', async () => {
    const url = await openServer({ http: () => ({ body: '<html>hello</html>' }) });
    const result = await run('call', '--url', url);
    expect(result.status).toBe(1);
    expect(result.err).toContain('response is invalid');
  });

  test('to an unreachable server', async () => {
    for (const dialect of ['telephony_a', 'telephony_b', 'browser']) {
      const result = await run('call', '--url', 'http://127.0.0.1:1', '--dialect', dialect);
      expect(result.status).toBe(1);
      expect(result.err).toContain('npm start');
    }
  });

  test('to another machine only on request', async () => {
    const result = await run('call', '--url', 'http://192.0.2.1:8080');
    expect(result.status).toBe(2);
    expect(result.err).toContain('--allow-remote');
  });

  test('spoken lines need models', async () => {
    const result = await run('call', '--url', await openServer(), '--say', 'hello');
    expect(result.status).toBe(1);
    expect(result.err).toContain('npm run models');
  });

  test('an output folder that cannot be created fails before the call', async () => {
    const result = await run('call', '--url', 'http://127.0.0.1:1', '--out', join(line, 'inside-a-file'));
    expect(result.status).toBe(2);
    expect(result.err).toContain('ENOTDIR');
  });
});
