import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSipp } from '../../bench/trials/sip-calls.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';
import { answer, answered, description, hungUp, lineNumber, none, request, runSipp } from './sipp-scenario.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);

describe.skipIf(!(await hasSipp()))('a peer of a long call (needs the package sip-tester)', () => {
  let started: StartedSipServer;
  let ask: Ask;

  beforeAll(async () => {
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    ask = await askAsOwner(() => started.server.baseUrl);
    const trunk = { registrar: '127.0.0.1:9', register: false, allowed_addresses: ['127.0.0.1'] };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'Line', from_number: lineNumber });
    const flow = { kind: 'inbound', status: 'active', name: 'Desk', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, phone_number: lineNumber });
  });
  afterAll(() => started?.close());

  async function callAs(name: string, steps: readonly string[]): Promise<number> {
    const [port = 0] = await freePorts(1);
    const { over } = await runSipp(name, steps, { folder: started.dataDir, port, serverPort: started.sipPort });
    return over;
  }

  const inactive = description(4000, '0', 'a=inactive');
  const invite = (refresher: string): string =>
    request(
      {
        method: 'INVITE',
        number: 1,
        body: inactive,
        headers: ['Supported: timer', `Session-Expires: 90;refresher=${refresher}`],
      },
      false,
    );
  const acknowledge = request({ method: 'ACK', number: 1, body: none }, true);
  const goodbye = `${request({ method: 'BYE', number: 2, body: none }, true)}<recv response="200"></recv>`;

  test.concurrent('gets our refresh at half of the interval, and continues', { timeout: 120_000 }, async () => {
    const refreshed = answered('INVITE').replace(none, inactive);
    const steps = [invite('uas'), answer, acknowledge, refreshed, '<recv request="ACK"></recv>', goodbye];
    expect(await callAs('refreshed', steps)).toBe(0);
  });

  test.concurrent('is hung up if it does not refresh in time', { timeout: 120_000 }, async () => {
    expect(await callAs('expired', [invite('uac'), answer, acknowledge, hungUp])).toBe(0);
  });

  test.concurrent('that never acknowledges the answer gets it until we give up, and then a BYE', {
    timeout: 120_000,
  }, async () => {
    const repeated = '<recv response="200"></recv>'.repeat(9);
    expect(await callAs('unacknowledged', [invite('uac'), answer, repeated, hungUp])).toBe(0);
  });
});
