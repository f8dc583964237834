import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSipServer } from '../../bench/trials/sip-server.ts';
import { type CallRun, placePhoneCall } from '../../media/index.ts';
import type { LegEnd } from '../../media/sip/leg.ts';
import { printSdp, type SessionDescription } from '../../media/sip/sdp.ts';
import { openSipServer } from '../../media/sip/server.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { onPostgres } from '../data/databases.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const extension = '100';
const hosts = ['127.0.0.3', '127.0.0.4'] as const;

interface Phone {
  readonly extension: string;
  readonly sip_username: string;
  readonly sip_password: string;
}

onPostgres('a control server with telephones, and two media servers', ({ place }) => {
  async function openServers() {
    const { databaseUrl = '' } = await place();
    const env = {
      ...process.env,
      ADMISSION: 'off',
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '4',
      SESSION_SECRET: 's'.repeat(32),
      SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
      DISK_BALLAST_MB: '0',
    };
    const control = await startSipServer({ entry, env: { ...env, ROLE: 'control', DRAIN_SECONDS: '60' } });
    onTestFinished(control.close);
    const media: ServerChild[] = [];
    for (const [index, SIP_HOST] of hosts.entries()) {
      const dataDir = await mkdtemp(join(tmpdir(), 'parley-media-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const more = { ROLE: 'media', SIP_HOST, RTP_PORTS: `${24_000 + 200 * index}-${24_199 + 200 * index}` };
      const started = await startServerChild({
        entry,
        env: { ...env, ...more },
        dataDir,
        readyTimeoutMs: 120_000,
        namesItsStreams: true,
      });
      if (!started.ok) throw new Error(started.detail);
      media.push(started.server);
      onTestFinished(started.server.close);
    }
    const ask = await askAsOwner(() => control.server.baseUrl);
    const flow = { kind: 'inbound', status: 'active', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, name: 'Desk', extension });
    const phone: Phone = await ask('POST', '/api/voice/phones', { name: 'Phone', extension: '201' });
    await vi.waitFor(async () => expect(await mediaNodes(ask)).toHaveLength(2), { timeout: 60_000 });
    return { control, media, ask, phone };
  }

  type Servers = Awaited<ReturnType<typeof openServers>>;

  const mediaNodes = async (ask: Ask): Promise<unknown[]> => {
    const { cluster } = await ask('GET', '/health');
    return (cluster.nodes ?? []).filter(({ role }: { role: string }) => role === 'media');
  };

  const call = ({ control: { sipPort }, phone }: Servers): CallRun =>
    placePhoneCall({
      domain: `127.0.0.1:${sipPort}`,
      peer: { transport: 'udp', address: '127.0.0.1', port: sipPort },
      username: phone.sip_username,
      password: phone.sip_password,
      to: extension,
      codec: 'PCMU',
    });

  /** Dials without audio; resolves to the description of the answer, and to the end. */
  async function dial({ control: { sipPort }, phone }: Servers) {
    const peer = await openSipServer({
      host: '127.0.0.1',
      port: 0,
      transports: ['udp'],
      secret: 'a secret of the tests',
      log() {},
      ports: {
        accountOf: async () => undefined,
        trunkOf: () => undefined,
        onBindings() {},
        onCall: (leg) => leg.refuse(404),
      },
    });
    onTestFinished(peer.close);
    const codecs = [{ payloadType: 0, name: 'PCMU', clockRate: 8000 }];
    const at = { sessionId: '1', version: 1, address: '127.0.0.1', port: 40_000, ptimeMs: 20 } as const;
    const heard = { answer: (_: SessionDescription | undefined): void => {}, end: (_: LegEnd): void => {} };
    const answer = new Promise<SessionDescription | undefined>((resolve) => (heard.answer = resolve));
    const end = new Promise<LegEnd>((resolve) => (heard.end = resolve));
    const leg = peer.dial({
      uri: `sip:${extension}@127.0.0.1:${sipPort}`,
      from: `<sip:${phone.sip_username}@127.0.0.1>`,
      contactUser: 'phone',
      peer: { transport: 'udp', address: '127.0.0.1', port: sipPort },
      credentials: { username: phone.sip_username, password: phone.sip_password },
      sdp: printSdp({ ...at, codecs, direction: 'sendrecv' }),
      ringMs: 60_000,
      handlers: {
        onEstablished: heard.answer,
        onEnd: heard.end,
        onReoffer: () => ({ status: 488 }),
        onDigit() {},
        onRefer: () => undefined,
      },
    });
    return { leg, answer, end };
  }

  const liveCalls = async (ask: Ask) =>
    (await ask('GET', '/api/voice/calls/live')).calls as { uuid: string; server: { id: string } | null }[];

  test('a call has its signalling at one and its audio at the other, whose address stands in the description', async () => {
    const servers = await openServers();
    const { ask } = servers;
    const run = call(servers);
    expect(await run.opened, (await Promise.race([run.ended, Promise.resolve(undefined)]))?.reason).toBe(true);
    expect(await run.until(() => run.agentAudible.length > 0, 30_000), 'the greeting is heard').toBe(true);
    await vi.waitFor(async () => expect(await liveCalls(ask)).toHaveLength(1));
    const [live] = await liveCalls(ask);
    const ids = (await mediaNodes(ask)).map((node) => (node as { id: string }).id);
    expect(ids).toContain(live?.server?.id);
    await run.hangUp();
    await vi.waitFor(async () => {
      const stored = await ask('GET', `/v1/calls/${live?.uuid}`);
      expect(stored).toMatchObject({
        status: 'completed',
        end_reason: 'caller_hung_up',
        line: { audio: { codec: 'PCMU' } },
      });
      expect(stored.line.audio.packets_received).toBeGreaterThan(0);
    });
    const addresses = new Set<string | undefined>();
    for (let calls = 0; calls < 4; calls++) {
      const { leg, answer } = await dial(servers);
      addresses.add((await answer)?.audio?.address);
      leg.hangUp();
    }
    for (const address of addresses) expect(hosts).toContain(address);
  }, 240_000);

  test('the phone is hung up when the server of its audio dies', async () => {
    const servers = await openServers();
    const { answer, end } = await dial(servers);
    const { audio } = (await answer) ?? {};
    const index = hosts.indexOf(audio?.address as (typeof hosts)[number]);
    process.kill(servers.media[index]?.pid ?? 0, 'SIGKILL');
    expect(await end).toMatchObject({ by: 'remote' });
    const again = await dial(servers);
    expect((await again.answer)?.audio?.address).toBe(hosts[1 - index]);
    again.leg.hangUp();
  }, 240_000);

  test('a server that drains waits for its calls and refuses others', async () => {
    const servers = await openServers();
    const first = await dial(servers);
    await first.answer;
    const { pid } = servers.control.server;
    process.kill(pid, 'SIGTERM');
    // The end of the signal's path: from then on, calls are refused.
    await vi.waitFor(
      async () => {
        const next = await dial(servers);
        const refused = await Promise.race([next.end, next.answer.then(() => undefined)]);
        next.leg.hangUp();
        expect(refused).toMatchObject({ status: 503 });
      },
      { timeout: 30_000 },
    );
    expect(first.leg.isOver).toBe(false);
    first.leg.hangUp();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), { timeout: 30_000 });
  }, 240_000);
});
