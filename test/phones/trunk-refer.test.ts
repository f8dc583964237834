import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasSipp } from '../../bench/trials/sip-calls.ts';
import { type StartedSipServer, startSipServer } from '../../bench/trials/sip-server.ts';
import { freePorts } from '../../src/cli/server-child.ts';
import { type Ask, askAsOwner } from '../e2e/ask-server.ts';
import { answer, answered, description, hungUp, lineNumber, none, request, runSipp } from './sipp-scenario.ts';

const entry = new URL('../../dist/bench/trials/scripted-server.js', import.meta.url);
const teammate = '+12025550109';

/** An answer of sipp's side to the request that it received last. */
const respond = (status: string): string =>
  answered('REFER')
    .replace(/^.*?<send>/s, '<send>')
    .replace('200 OK', status);
const received = (method: string): string => `<recv request="${method}"></recv>`;

/** How the new call goes, as the trunk tells us. */
const told = (number: number, line: string): string =>
  request(
    {
      method: 'NOTIFY',
      number,
      headers: ['Event: refer', `Subscription-State: ${line.includes('100') ? 'active' : 'terminated'}`],
      body: `Content-Type: message/sipfrag
      Content-Length: [len]

      ${line}
      `,
    },
    true,
  );
const ok = '<recv response="200"></recv>';

/** The teammate hears the brief for a moment and accepts. */
const accepts = (end: readonly string[]): readonly string[] => [
  `<recv request="INVITE" rrs="true"><action>
     <ereg regexp=".*" search_in="hdr" header="From:" assign_to="us"/>
   </action></recv>`,
  answered('INVITE')
    .replace(/^.*?<send>/s, '<send retrans="500">')
    .replace('[last_To:]', '[last_To:];tag=[call_number]')
    .replace(none, description(40_100, '0')),
  received('ACK'),
  '<pause milliseconds="1500"/>',
  `<send><![CDATA[
      INFO [next_url] SIP/2.0
      Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
      From: <sip:${teammate}@[local_ip]>;tag=[call_number]
      To:[$us]
      Call-ID: [call_id]
      CSeq: 2 INFO
      Max-Forwards: 70
      Content-Type: application/dtmf-relay
      Content-Length: [len]

      Signal=1
      Duration=160

    ]]></send>`,
  ok,
  ...end,
];

describe.skipIf(!(await hasSipp()))('a trunk that connects its calls itself (needs the package sip-tester)', () => {
  let started: StartedSipServer;
  let ask: Ask;
  let trunkPort = 0;

  beforeAll(async () => {
    [trunkPort = 0] = await freePorts(1);
    started = await startSipServer({ entry, env: { ...process.env, ADMISSION: 'off' } });
    ask = await askAsOwner(() => started.server.baseUrl);
    const trunk = { registrar: `127.0.0.1:${trunkPort}`, register: false, allowed_addresses: ['127.0.0.1'] };
    await ask('POST', '/api/voice/sip-trunks', { ...trunk, name: 'PBX', from_number: lineNumber, transfers: 'refer' });
    const flow = { kind: 'inbound', status: 'active', name: 'Desk', provider: 'platform', speaker: 'ava' };
    await ask('POST', '/api/voice/flows', { ...flow, phone_number: lineNumber });
    const { members } = await ask('GET', '/api/auth/members');
    await ask('PUT', `/api/voice/agents/phone-numbers/${members[0].user_uuid}`, { phone_number: teammate });
    await ask('PUT', '/api/voice/agents/me/availability', { available: true });
    await ask('POST', '/api/voice/queues', { name: 'sales', members: [members[0].user_uuid] });
  });
  afterAll(() => started?.close());

  const run = (name: string, steps: readonly string[], port: number, more: readonly string[]) =>
    runSipp(name, steps, { folder: started.dataDir, port, serverPort: started.sipPort, more });

  const traced = (name: string): Promise<string> => readFile(join(started.dataDir, `${name}.log`), 'utf8');
  const trace = (name: string): string[] => ['-trace_msg', '-message_file', join(started.dataDir, `${name}.log`)];

  /** Runs a call that is transferred. Returns the codes of both ends. */
  async function transferred(name: string, caller: readonly string[], person: readonly string[]) {
    const [port = 0] = await freePorts(1);
    const teammateOver = await run(`${name}-person`, accepts(person), trunkPort, trace(`${name}-person`));
    const steps = [
      request({ method: 'INVITE', number: 1, body: description(40_000, '0') }, false),
      answer,
      request({ method: 'ACK', number: 1, body: none }, true),
      ...caller,
    ];
    const callerOver = await run(name, steps, port, trace(name));
    const newest = async () => (await ask('GET', '/v1/calls')).calls[0];
    await expect.poll(async () => (await newest())?.status).toBe('in_progress');
    const { uuid } = await newest();
    await ask('POST', `/api/voice/calls/${uuid}/transfer`, { target: 'sales', agent_brief: 'Wants a quote.' });
    const codes = await Promise.all([callerOver.over, teammateOver.over]);
    await expect
      .poll(() => ask('GET', `/v1/calls/${uuid}`))
      .toMatchObject({ status: 'completed', end_reason: 'transferred' });
    return codes;
  }

  test('gets a REFER that names the call of the teammate, and both legs end once it has connected them', async () => {
    const codes = await transferred(
      'referred',
      [
        received('REFER'),
        respond('202 Accepted'),
        told(2, 'SIP/2.0 100 Trying'),
        ok,
        told(3, 'SIP/2.0 200 OK'),
        ok,
        hungUp,
      ],
      [hungUp],
    );
    expect(codes).toEqual([0, 0]);
    const refer = /^Refer-To: (.*)$/im.exec(await traced('referred'))?.[1]?.trim() ?? '';
    const person = await traced('referred-person');
    const [callId, localTag] = [/^Call-ID: (\S+)/im, /^From: .*;tag=(\S+)/im].map((header) => header.exec(person)?.[1]);
    expect(refer).toBe(
      `<sip:${teammate}@127.0.0.1:${trunkPort}?Replaces=${encodeURIComponent(`${callId};to-tag=1;from-tag=${localTag}`)}>`,
    );
  });

  test('that ends the call of the teammate and tells nothing has connected them', async () => {
    const bye = request({ method: 'BYE', number: 2, body: none }, true);
    const theirs = `<send><![CDATA[
      BYE [next_url] SIP/2.0
      Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
      From: <sip:${teammate}@[local_ip]>;tag=[call_number]
      To:[$us]
      Call-ID: [call_id]
      CSeq: 3 BYE
      Max-Forwards: 70
      ${none}

    ]]></send>`;
    const codes = await transferred(
      'silent',
      [received('REFER'), respond('202 Accepted'), '<pause milliseconds="1000"/>', bye, ok],
      ['<pause milliseconds="1500"/>', theirs, ok],
    );
    expect(codes).toEqual([0, 0]);
  });

  test('that refuses has them connected by this server, and the end of one is that of the other', async () => {
    const codes = await transferred(
      'refused',
      [
        received('REFER'),
        respond('603 Decline'),
        '<pause milliseconds="1500"/>',
        request({ method: 'BYE', number: 2, body: none }, true),
        ok,
      ],
      [hungUp],
    );
    expect(codes).toEqual([0, 0]);
  });
});
