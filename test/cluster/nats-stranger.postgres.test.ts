import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openBus } from '../../src/cluster/index.ts';
import { openAt } from '../data/databases.ts';
import { natsUrl, onNats, openTestBroker } from './nats.ts';

interface NatsMessage {
  readonly subject: string;
  readonly payload: string;
}

/** A client of NATS on a plain socket, as in the protocol's documentation. Lengths are bytes, so texts are latin1. */
async function openStranger() {
  const { hostname, port } = new URL(natsUrl);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  const received: NatsMessage[] = [];
  let pongs = 0;
  let rest = '';
  socket.on('data', (chunk) => {
    rest += chunk;
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const [verb, subject = '', , bytes] = rest.slice(0, end).split(' ');
      const after = end + 2;
      if (verb === 'MSG') {
        const length = Number(bytes);
        if (rest.length < after + length + 2) return;
        received.push({ subject, payload: rest.slice(after, after + length) });
        rest = rest.slice(after + length + 2);
        continue;
      }
      if (verb === 'PONG') pongs += 1;
      rest = rest.slice(after);
    }
  });
  let pings = 0;
  /** Resolves once the server has executed everything sent before. */
  const executed = async () => {
    socket.write('PING\r\n');
    pings += 1;
    const due = pings;
    await expect.poll(() => pongs).toBeGreaterThanOrEqual(due);
  };
  socket.write('CONNECT {"verbose":false,"pedantic":false}\r\nSUB parley.> 1\r\n');
  await executed();
  return {
    received,
    async publish({ subject, payload }: NatsMessage): Promise<void> {
      socket.write(`PUB ${subject} ${payload.length}\r\n${payload}\r\n`, 'latin1');
      await executed();
    },
  };
}

onNats('a stranger on the same NATS server', ({ place }) => {
  test('neither commands a node nor repeats a command of another node', async () => {
    const secret = randomUUID();
    const where = await place();
    const said: unknown[] = [];
    const open = async () => {
      const node = randomUUID();
      const refused: string[] = [];
      const broker = openTestBroker({ node, secret });
      const bus = openBus({
        channels: await openAt(where),
        broker,
        node,
        secret,
        wallMs: Date.now,
        onRefused: (why: string) => refused.push(why),
        onTrouble: () => {},
      });
      onTestFinished(() => bus.close());
      bus.serve('calls.supervise', async (body) => said.push(body));
      await broker.untilUp();
      return { node, bus, refused };
    };
    const stranger = await openStranger();
    const [a, b] = [await open(), await open()];
    const command = { act: 'tell', mode: 'say', text: 'Please call us back.' };
    const reply = await a.bus.request(b.node, 'calls.supervise', command, { timeoutMs: 5000 });
    expect(reply).toEqual({ kind: 'answer', body: 1 });
    const isOurs = ({ subject, payload }: NatsMessage) => subject.endsWith(b.node) && payload.includes(command.text);
    await expect.poll(() => stranger.received.filter(isOurs)).toHaveLength(1);
    const captured = stranger.received.find(isOurs) as NatsMessage;

    const forged = {
      to: b.node,
      from: a.node,
      kind: 'ask',
      id: randomUUID(),
      subject: 'calls.supervise',
      body: command,
    };
    const all = captured.subject.replace(/node\..*/, 'all');
    await stranger.publish(captured);
    await stranger.publish({ ...captured, payload: captured.payload.replace('call us back', 'read your card') });
    await stranger.publish({ subject: captured.subject, payload: JSON.stringify(forged) });
    await stranger.publish({ subject: all, payload: JSON.stringify({ ...forged, to: '*' }) });
    await expect.poll(() => b.refused).toEqual(['repeated', 'wrong_signature', 'unsigned', 'unsigned']);
    expect(said).toEqual([command]);
    expect(await a.bus.request(b.node, 'calls.supervise', command, { timeoutMs: 5000 })).toMatchObject({
      kind: 'answer',
    });
  });
});
