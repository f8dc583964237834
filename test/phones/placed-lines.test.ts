import { expect, test } from 'vitest';
import type { RtpAgreement, RtpLine } from '../../media/index.ts';
import type { BusReply } from '../../src/cluster/bus.ts';
import { createPlacedLines, type PlacedLines } from '../../src/features/calls/phones/index.ts';

type Handler = (body: unknown) => Promise<unknown>;

const agreement = { codec: 'PCMU' } as RtpAgreement;
const parties = { callId: 'call', from: '201', to: '100' };

/** A server for the signalling, without audio, and two for the audio. Messages pass as JSON, as between processes. */
function openServers() {
  const handlers = new Map<string, Map<string, Handler>>();
  const done: string[] = [];
  const dead = new Set<string>();
  const local = new Map<string, RtpLine>();
  let opened = 0;

  const busOf = (node: string) => {
    const own = new Map<string, Handler>();
    handlers.set(node, own);
    return {
      serve: (subject: string, handler: Handler) => void own.set(subject, handler),
      async request(to: string, subject: string, body: unknown): Promise<BusReply> {
        const handler = dead.has(to) ? undefined : handlers.get(to)?.get(subject);
        if (handler === undefined) return { kind: 'no_answer' };
        const reply = await handler(JSON.parse(JSON.stringify(body)));
        return { kind: 'answer', body: JSON.parse(JSON.stringify(reply ?? null)) };
      },
    };
  };

  function lineOf(node: string): RtpLine {
    opened += 1;
    const id = `${node}-${opened}`;
    const note = (what: string): void => void done.push(`${id} ${what}`);
    const line: RtpLine = {
      id,
      port: 10_000 + 2 * opened,
      start: async (token) => {
        note(`starts ${token}`);
        return token !== 'used';
      },
      begin: async ({ codec }) => {
        note(`begins ${codec}`);
        return true;
      },
      update: ({ codec }) => note(`updates ${codec}`),
      key: (digit) => note(`key ${digit}`),
      end: (reason) => note(`ends: ${reason}`),
      onClosed() {},
    };
    local.set(id, line);
    return line;
  }

  let next = 'one';
  const linesOf = (node: string, { carriesCalls = true, hasPorts = true } = {}): PlacedLines =>
    createPlacedLines({
      bus: busOf(node),
      node,
      media: {
        open: async (beside) => {
          if (!carriesCalls) return undefined;
          if (beside !== undefined) done.push(`beside ${beside.id}`);
          return lineOf(node);
        },
        connect: async (line, other) => done.push(`${line.id} with ${other.id}`) > 0,
      },
      addresses: hasPorts ? { host: `192.0.2.${node.length}`, publicAddress: '203.0.113.9' } : undefined,
      carriesCalls,
      placement: { reserve: async () => ({ node: next, mediaBaseUrl: null }) },
      liveNodes: async () => new Set(['one', 'three'].filter((id) => !dead.has(id))),
    });
  const signalling = linesOf('control', { carriesCalls: false });
  const one = linesOf('one');
  linesOf('three');
  return {
    signalling,
    one,
    linesOf,
    done,
    dead,
    local,
    place: (node: string) => {
      next = node;
    },
  };
}

test('a line is opened at the server that has a slot, and every command reaches it', async () => {
  const { signalling, one, done, local } = openServers();
  const line = await signalling.open({ session: 'call' });
  expect([line?.id, line?.port, line?.addressTowards('192.168.1.7'), line?.addressTowards('198.51.100.7')]).toEqual([
    'one-1',
    10_002,
    '192.0.2.3',
    '203.0.113.9',
  ]);
  expect(await line?.start('ticket', agreement, parties)).toBe(true);
  expect([one.signallingOf('call'), one.signallingOf('other')]).toEqual(['control', undefined]);
  line?.update({ ...agreement, codec: 'PCMA' });
  line?.key('5');
  line?.end('caller_hung_up');
  await new Promise(setImmediate);
  expect(done).toEqual(['one-1 starts ticket', 'one-1 updates PCMA', 'one-1 key 5', 'one-1 ends: caller_hung_up']);
  const closed: unknown[] = [];
  if (line !== undefined) line.onClosed = (...how) => void closed.push(how);
  const report = { packetsSent: 3 } as Parameters<RtpLine['onClosed']>[1];
  local.get('one-1')?.onClosed('caller_hung_up', report);
  await new Promise(setImmediate);
  expect(closed).toEqual([['caller_hung_up', report]]);
  expect(one.signallingOf('call')).toBeUndefined();
});

test('lines that are to be connected are at one server', async () => {
  const { signalling, place, done } = openServers();
  const first = await signalling.open({ session: 'call' });
  place('three');
  const second = await signalling.open({ session: 'briefing', beside: first });
  const third = await signalling.open({ session: 'other' });
  if (first === undefined || second === undefined || third === undefined) throw new Error('a line is missing');
  expect([second.id, third.id]).toEqual(['one-2', 'three-3']);
  for (const line of [first, second, third]) await line.begin(agreement, { ...parties, callId: line.id });
  expect(await signalling.connect(first, second)).toBe(true);
  expect(done[0]).toBe('beside one-1');
  expect(await signalling.connect(first, third)).toBe(false);
  expect(done.at(-1)).toBe('one-1 with one-2');
});

test('a ticket that is used starts nothing, and the line is given back', async () => {
  const { signalling, one, done } = openServers();
  const line = await signalling.open({ session: 'call' });
  expect(await line?.start('used', agreement, parties)).toBe(false);
  await new Promise(setImmediate);
  expect(done).toEqual(['one-1 starts used']);
  expect(one.signallingOf('call')).toBeUndefined();
});

test('the lines of a server that dies are closed within two rounds, and no others', async () => {
  const { signalling, place, dead } = openServers();
  const closed: string[] = [];
  for (const node of ['one', 'three']) {
    place(node);
    const line = await signalling.open({ session: node });
    if (line === undefined) throw new Error('no line');
    line.onClosed = (reason) => void closed.push(`${line.id} ${reason}`);
    await line.start('ticket', agreement, { ...parties, callId: node });
  }
  dead.add('three');
  await signalling.round();
  expect(closed).toEqual([]);
  await signalling.round();
  expect(closed).toEqual(['three-2 fault']);
});

test('a line whose end was not heard of is closed when its server is asked', async () => {
  const { signalling, one, local, dead } = openServers();
  const line = await signalling.open({ session: 'call' });
  await line?.start('ticket', agreement, parties);
  const closed: string[] = [];
  if (line !== undefined) line.onClosed = (reason) => void closed.push(reason);
  dead.add('control');
  local.get('one-1')?.onClosed('agent_goodbye', undefined);
  await new Promise(setImmediate);
  expect([closed, one.signallingOf('call')]).toEqual([[], undefined]);
  await signalling.round();
  expect(closed).toEqual(['fault']);
});

test('a server of audio ends what waits for a server that is gone, and leaves audio that still arrives', async () => {
  const { signalling, one, done } = openServers();
  const [talks, held, rings, waits] = await Promise.all(
    ['talks', 'held', 'rings', 'waits'].map((session) => signalling.open({ session })),
  );
  const as = (callId: string) => ({ ...parties, callId });
  const open = { ...agreement, receives: true };
  await talks?.start('ticket', open, as('talks'));
  await held?.start('ticket', open, as('held'));
  held?.update({ ...open, receives: false });
  await rings?.begin({ ...open, isEarly: true }, as('rings'));
  await one.round();
  expect(done.filter((what) => what.includes('ends'))).toEqual([]);
  // The server of the signalling is not among those that report.
  await one.round();
  const gone = [held, rings, waits].map((line) => `${line?.id} ends: fault`);
  expect(done.filter((what) => what.includes('ends'))).toEqual(gone);
  expect(one.signallingOf('talks')).toBe('control');
});

test('a server that carries calls takes one itself where the chosen server has no ports for telephones', async () => {
  const { linesOf, place } = openServers();
  const own = linesOf('own');
  linesOf('portless', { hasPorts: false });
  place('portless');
  expect((await own.open({ session: 'call' }))?.id).toBe('own-1');
  expect((await own.open({}))?.id).toBe('own-2');
});
