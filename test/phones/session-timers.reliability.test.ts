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
    const config = { limits: { silence_prompt_seconds: 120 } };
    await ask('POST', '/api/voice/flows', { ...flow, config, phone_number: lineNumber });
  });
  afterAll(() => started?.close());

  async function callAs(name: string, steps: readonly string[]): Promise<number> {
    const [port = 0] = await freePorts(1);
    const { over } = await runSipp(name, steps, { folder: started.dataDir, port, serverPort: started.sipPort });
    return over;
  }

  const inactive = description(4000, '0', 'a=inactive');
  const invite = (refresher: string, body = inactive): string =>
    request(
      {
        method: 'INVITE',
        number: 1,
        body,
        headers: ['Supported: timer', `Session-Expires: 90;refresher=${refresher}`],
      },
      false,
    );
  const sending = description(4000, '0');
  const hungUpFor = (reason: string): string => {
    const found = `<ereg regexp="${reason}" search_in="hdr" header="Reason:" check_it="true" assign_to="1"/>`;
    return `${hungUp.replace('></recv>', `><action>${found}</action></recv>`)}<Reference variables="1"/>`;
  };
  const acknowledge = request({ method: 'ACK', number: 1, body: none }, true);

  test('gets our refresh, is hung up without its own, and gets the BYE of a lost call after the time for its ACK', {
    timeout: 200_000,
  }, async () => {
    const refreshed = answered('INVITE').replace(none, inactive);
    // Each takes a minute.
    const codes = await Promise.all([
      callAs('refreshed', [invite('uas'), answer, acknowledge, refreshed, '<recv request="ACK"></recv>']),
      callAs('expired', [invite('uac'), answer, acknowledge, hungUpFor('the session timer expired')]),
      callAs('unacknowledged', [invite('uac', sending), answer, hungUpFor('no audio arrived for 30 s')]),
    ]);
    expect(codes).toEqual([0, 0, 0]);
  });
});
