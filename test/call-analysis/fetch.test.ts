import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mono, onEachDatabase, openAnalysis, scriptedTranscriber } from './analysis-app.ts';

/** Serves a recording at `/call.wav`, half of it at `/half.wav`; `reached` are the paths that were asked for. */
async function openReceiver() {
  const reached: string[] = [];
  const halves: ServerResponse[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    if (request.url === '/moved') return response.writeHead(302, { location: 'http://10.0.0.1/call.wav' }).end();
    if (request.url === '/half.wav') {
      halves.push(response);
      return response.write(mono.subarray(0, mono.length / 2));
    }
    if (request.url === '/text') return response.end('no sound');
    if (request.url !== '/call.wav') return response.writeHead(404).end();
    return response.end(mono);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const finish = () => halves.splice(0).map((response) => response.end(mono.subarray(mono.length / 2)));
  return { reached, finish, port: (server.address() as AddressInfo).port };
}

const url = '/api/v1/sales/calls';

onEachDatabase('a recording at an address', ({ place }) => {
  test('on this machine is refused, also where webhooks may reach it, and fetched if the setting allows it', async () => {
    const { reached, port } = await openReceiver();
    const body = { recording_url: `http://127.0.0.1:${port}/call.wav`, agent_name: 'Ravi' };
    const webhooks = await openAnalysis(await place(), undefined, { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
    expect((await webhooks.ask('POST', url, { body })).status).toBe(400);
    expect(reached).toEqual([]);
    const env = { RECORDING_ALLOWED_HOSTS: `127.0.0.1:${port}` };
    const recordings = await openAnalysis(await place(), scriptedTranscriber().transcriber, env);
    const { status, body: call } = await recordings.ask('POST', url, { body });
    expect(status).toBe(202);
    await recordings.settled(call.id);
    expect(reached).toEqual(['/call.wav']);
  });

  test('is fetched, transcribed and analysed once for one key', async () => {
    const { script, transcriber } = scriptedTranscriber();
    script.hear = async () => [[0, 'Hello there.']];
    const { reached, port } = await openReceiver();
    const opened: string[] = [];
    const app = await openAnalysis(
      await place(),
      transcriber,
      {},
      {
        resolve: async () => ['8.8.8.8'],
        open(_target, address) {
          opened.push(address);
          return connect(port, '127.0.0.1');
        },
      },
    );
    const body = { recording_url: 'http://files.example.com/call.wav?secret=1234567890', agent_name: 'Ravi' };
    const plain = { ...body, recording_url: 'http://files.example.com/call.wav' };
    const post = () => app.ask('POST', url, { body: plain, headers: { 'idempotency-key': 'one' } });
    const first = await post();
    expect(first).toMatchObject({ status: 202, body: { status: 'awaiting_recording' } });
    expect((await post()).body.uuid).toBe(first.body.uuid);
    expect(await app.settled(first.body.id)).toMatchObject({ status: 'completed', agent: { name: 'Ravi' } });
    expect([reached, opened]).toEqual([['/call.wav'], ['8.8.8.8']]);
    const call = (await app.ask('GET', `/api/calls/${first.body.id}`)).body;
    const recording = new URL(call.recording_url, 'http://localhost');
    const query = { ...Object.fromEntries(recording.searchParams), format: 'wav' };
    expect(
      (await app.ask('GET', recording.pathname, { query, headers: { authorization: '' } })).body.equals(mono),
    ).toBe(true);
    const lost = await app.ask('POST', url, { body });
    const failed = await app.settled(lost.body.id);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('404') });
    expect(JSON.stringify([failed, app.logged])).not.toContain('1234567890');
    expect((await app.ask('POST', `/api/calls/${lost.body.id}/retry`)).body.status).toBe('awaiting_recording');
    expect((await app.settled(lost.body.id)).status).toBe('failed');
    const text = await app.ask('POST', url, { body: { recording_url: 'http://files.example.com/text' } });
    expect((await app.settled(text.body.id)).error).toContain('Unsupported file type');
  });

  test('is rejected without opening a socket when the address is not public', async () => {
    const { reached, port } = await openReceiver();
    const opened: string[] = [];
    let resolved = ['8.8.8.8'];
    const { ask, settled } = await openAnalysis(
      await place(),
      undefined,
      {},
      {
        resolve: async () => resolved,
        open(_target, address) {
          opened.push(address);
          return connect(port, '127.0.0.1');
        },
      },
    );
    for (const recording_url of [
      'http://127.0.0.1/a.wav',
      'http://[::1]/a.wav',
      'http://169.254.169.254/latest/meta-data',
      'http://10.1.2.3/a.wav',
      'http://[::ffff:127.0.0.1]/a.wav',
      'http://2130706433/a.wav',
      'http://localhost/a.wav',
      'file:///etc/passwd',
      'ftp://example.com/a.wav',
      'a.wav',
      '',
    ]) {
      if (recording_url.includes('localhost')) resolved = ['127.0.0.1'];
      const { status, body } = await ask('POST', url, { body: { recording_url } });
      expect([status, typeof body.detail], recording_url).toEqual([400, 'string']);
    }
    for (const body of [{}, { recording_url: 7 }, { recording_url: 'http://a.example.com/x', transcript: [] }])
      expect((await ask('POST', url, { body })).status).toBe(400);
    expect(opened).toEqual([]);
    // A name that leads elsewhere once it was accepted.
    resolved = ['8.8.8.8'];
    const later = await ask('POST', url, { body: { recording_url: 'http://moved.example.com/call.wav' } });
    expect(later.status).toBe(202);
    const answer = await ask('POST', url, { body: { recording_url: 'http://files.example.com/moved' } });
    resolved = ['127.0.0.1'];
    for (const { body } of [later, answer]) {
      await expect.poll(async () => (await ask('GET', `/api/calls/${body.id}`)).body.status).not.toBe('pending');
    }
    expect(opened.filter((address) => address !== '8.8.8.8')).toEqual([]);
    expect(reached.filter((path) => path.includes('latest'))).toEqual([]);
    void settled;
  });

  test('of one organisation leaves slots to others, and arrives in the file store', async () => {
    const { script, transcriber } = scriptedTranscriber();
    script.hear = async () => [[0, 'Hello there.']];
    const { reached, finish, port } = await openReceiver();
    const where = await place();
    const { ask, settled } = await openAnalysis(
      where,
      transcriber,
      {},
      { resolve: async () => ['8.8.8.8'], open: () => connect(port, '127.0.0.1') },
    );
    const post = async (path: string, as: 'admin' | 'stranger') =>
      (await ask('POST', url, { as, body: { recording_url: `http://files.example.com/${path}` } })).body;
    const slow = [];
    for (let index = 0; index < 5; index++) slow.push(await post('half.wav', 'admin'));
    await expect.poll(() => reached.length, { timeout: 60_000 }).toBe(2);
    const other = await post('call.wav', 'stranger');
    const status = async () => (await ask('GET', `/api/calls/${other.id}`, { as: 'stranger' })).body.status;
    await expect.poll(status, { timeout: 60_000 }).toBe('completed');
    expect(reached.filter((path) => path === '/half.wav')).toHaveLength(2);
    const incoming = await readdir(join(where.dataDir, 'files', 'incoming'));
    expect(incoming.filter((name) => name.includes('.part.'))).toHaveLength(2);
    const finishing = setInterval(finish, 20);
    onTestFinished(() => clearInterval(finishing));
    for (const { id } of slow) expect((await settled(id)).status).toBe('completed');
  });
});
