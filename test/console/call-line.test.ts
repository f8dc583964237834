import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { looksRight } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { storedRecord } from './stored-record.ts';
import { stub } from './stubs.ts';

const uuid = '7b1f7f0e-58b1-4c3c-8f0a-000000000002';

const audio = {
  codec: 'PCMU',
  packets_sent: 500,
  packets_received: 490,
  packets_lost: 10,
  packets_foreign: 0,
  jitter_ms: 4,
  round_trip_ms: 12,
  peer_loss_share: 0.025,
  peer_jitter_ms: 3,
  silent_direction: null,
};

describe.skipIf(whyNoPages !== undefined)('the page of a telephone call', () => {
  let server: PageServer;
  let session: string;
  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  async function visit(line: object, change: object = {}) {
    const { page } = await openBrowser({ session });
    await stub(page, { [`*/v1/calls/${uuid}*`]: () => Response.json(storedRecord(uuid, { line, ...change })) });
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await page.getByRole('heading', { level: 2, name: 'Details' }).waitFor();
    return page;
  }

  test('shows the raw line of a call that was refused', async () => {
    const refused = { ended_by: 'remote', end_line: '486 Busy Here (Q.850 17)', audio: null };
    const page = await visit(refused, { status: 'busy', end_reason: 'busy', outcome: 'no-answer' });
    await page.getByText('486 Busy Here (Q.850 17)').waitFor();
    expect(await page.getByText('Packets').count()).toBe(0);
    await looksRight(page);
  });

  test('shows how the audio travelled, and warns if a direction carried none', async () => {
    const page = await visit({ ended_by: 'remote', end_line: 'BYE', audio });
    await page.getByText('490 received, 10 lost').waitFor();
    await page.getByText('2.5%').waitFor();
    expect(await page.getByText('No audio').count()).toBe(0);
    const silent = { ...audio, packets_received: 0, silent_direction: 'from_peer' };
    const warned = await visit({ ended_by: 'remote', end_line: 'BYE', audio: silent });
    await warned.getByText('No audio arrived from the other end').waitFor();
    await looksRight(warned);
  });
});
