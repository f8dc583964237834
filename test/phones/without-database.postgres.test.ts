import { expect, onTestFinished, test, vi } from 'vitest';
import { startSipServer } from '../../bench/trials/sip-server.ts';
import type { LegEnd } from '../../media/sip/leg.ts';
import { printSdp } from '../../media/sip/sdp.ts';
import { openSipServer } from '../../media/sip/server.ts';
import { onPostgres } from '../data/databases.ts';
import { throughProxy } from '../data/proxied-postgres.ts';
import { askAsOwner } from '../e2e/ask-server.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const [number, trunkNumber, lineHost] = ['+12025550148', '+12025550149', '127.0.0.2'];
const codecs = [{ payloadType: 0, name: 'PCMU', clockRate: 8000 }];
const at = { sessionId: '1', version: 1, address: lineHost, port: 40_000, ptimeMs: 20 } as const;
const sdp = printSdp({ ...at, codecs, direction: 'sendrecv' });

onPostgres('a trunk whose server has lost PostgreSQL', ({ place }) => {
  test('brings calls to numbers and extensions that nobody has called, and to its own number for any other', async () => {
    const { databaseUrl = '' } = await place();
    const { proxy, url } = await throughProxy(databaseUrl, onTestFinished);
    const env = {
      ...process.env,
      ADMISSION: 'off',
      LOG_LEVEL: 'info',
      DATABASE_URL: url,
      SESSION_SECRET: 's'.repeat(32),
    };
    const first = await startSipServer({ entry, env });
    const ask = await askAsOwner(() => first.server.baseUrl);
    const flow = { kind: 'inbound', status: 'active', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, name: 'Number', phone_number: number });
    await ask('POST', '/api/voice/flows', { ...flow, name: 'Own number', phone_number: trunkNumber });
    await ask('POST', '/api/voice/flows', { ...flow, name: 'Extension', extension: '305' });
    const trunk = { registrar: lineHost, register: false, allowed_addresses: [lineHost] };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'Line', from_number: trunkNumber });
    await first.server.close();
    const { server, sipPort, close } = await startSipServer({ entry, env, after: first });
    onTestFinished(close);
    await vi.waitFor(() => expect(server.output()).toContain('calls_remembered'), { timeout: 60_000 });
    proxy.silence();
    const health = async (): Promise<unknown> => (await fetch(`${server.baseUrl}/health`)).json();
    await vi.waitFor(async () => expect(await health()).toMatchObject({ database: { state: 'away' } }), {
      timeout: 60_000,
    });

    const peer = await openSipServer({
      host: lineHost,
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
    const dial = (to: string) =>
      new Promise<'answered' | LegEnd>((resolve) => {
        const leg = peer.dial({
          uri: `sip:${to}@127.0.0.1:${sipPort}`,
          from: `<sip:+12025550181@${lineHost}>`,
          contactUser: 'line',
          peer: { transport: 'udp', address: '127.0.0.1', port: sipPort },
          sdp,
          ringMs: 60_000,
          handlers: {
            onEstablished() {
              resolve('answered');
              leg.hangUp();
            },
            onEnd: resolve,
            onReoffer: () => ({ status: 488 }),
            onDigit() {},
            onRefer: () => undefined,
          },
        });
      });
    for (const to of [number, '305', '999']) expect([to, await dial(to)]).toEqual([to, 'answered']);
    await proxy.restore();
  }, 240_000);
});
