import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createManualClock } from '../../media/kit/clock.ts';
import { defaultLimits } from '../../media/wire/transport.ts';
import { createRig, handshake, type Open, type Seen, until } from './transport-rig.ts';

/** What a `MediaTransport` does with peers that send too much, read too slowly or never begin, over real sockets. */
export function transportLimitsContract(name: string, open: Open): void {
  describe(`${name} transport with peers beyond its limits`, () => {
    const { rig, dial, dialRaw, wire } = createRig(open);

    it('closes only the socket with a message over the limit, with 1009', async () => {
      const { transport, seen } = await rig({ limits: { maxFrameBytes: 1000 } });
      const guilty = await dial(transport);
      const innocent = await dial(transport);
      guilty.ws.send('x'.repeat(1000));
      await until(() => seen[0]?.messages.length === 1, 'the longest allowed message');
      guilty.ws.send('x'.repeat(1001));
      expect((await guilty.closed).code).toBe(1009);
      // The peer may notice before the owner does.
      await until(() => seen[0]?.closes.length === 1, 'its owner is told');
      expect(seen[0]?.messages).toHaveLength(1);
      expect(seen[0]?.closes.map(({ code }) => code)).toEqual([1009]);
      expect(transport.counters.tooLarge).toBe(1);
      innocent.ws.send('still here');
      await until(() => seen[1]?.messages.length === 1, 'the other socket still works');
    });

    it('cuts off a peer that sends megabytes', async () => {
      const { transport, seen } = await rig();
      const { ws, closed } = await dial(transport);
      ws.on('error', () => {});
      ws.send(new Uint8Array(10_000_000));
      await closed;
      await until(() => seen[0]?.closes.length === 1, 'the owner is told');
      expect(seen[0]?.closes[0]?.code).toBe(1009);
      expect(seen[0]?.messages).toEqual([]);
    });

    it.each([
      ['frames', { framesPerSecond: 10, burstSeconds: 2 }, 'x', 20],
      ['bytes', { bytesPerSecond: 1000, burstSeconds: 2 }, 'x'.repeat(100), 20],
    ] as const)('closes a peer that sends too many %s', async (what, limits, message, allowed) => {
      const { transport, seen } = await rig({ limits });
      const { ws, closed } = await dial(transport);
      for (let i = 0; i < 100; i += 1) ws.send(message);
      expect(await closed).toEqual({ code: 1008, reason: `too many ${what}` });
      expect(seen[0]?.messages.length).toBeGreaterThanOrEqual(allowed);
      expect(seen[0]?.messages.length).toBeLessThan(100);
      expect(transport.counters.tooFast).toBe(1);
    });

    it('queues for a slow reader and reports when it has caught up', async () => {
      const { transport, seen } = await rig({ limits: { maxBufferedBytes: 64_000_000 } });
      const { socket } = await dialRaw(transport);
      socket.pause();
      const sender = (seen[0] as Seen).socket;
      const block = new Uint8Array(65_000);
      let sends = 0;
      while (sender.send(block) === 'sent') sends += 1;
      expect(sends).toBeGreaterThan(0);
      expect(sender.bufferedBytes).toBeGreaterThan(0);
      expect(sender.send(block)).toBe('queued');
      expect(seen[0]?.drains).toBe(0);
      socket.resume();
      await until(() => (seen[0] as Seen).drains > 0, 'drained');
      expect(sender.bufferedBytes).toBe(0);
      expect(sender.send('again')).toBe('sent');
    });

    it('cuts off a reader that stays behind by more than the limit', async () => {
      const { transport, seen } = await rig();
      const { socket } = await dialRaw(transport);
      socket.pause();
      const one = seen[0] as Seen;
      let result = one.socket.send('x');
      let most = 0;
      for (let i = 0; i < 2000 && result !== 'dropped'; i += 1) {
        result = one.socket.send(new Uint8Array(60_000));
        most = Math.max(most, one.socket.bufferedBytes);
      }
      expect(result).toBe('dropped');
      expect(most).toBeLessThanOrEqual(defaultLimits.maxBufferedBytes);
      expect(one.closes).toEqual([{ code: 1008, reason: 'too slow' }]);
      expect(transport.counters.tooSlow).toBe(1);
      await until(() => transport.connections === 0, 'the slow reader is gone');
    });

    it('keeps a quiet peer that answers pings, and closes one that does not', async () => {
      // Each step takes one event loop turn, in which pings and their answers arrive, so that a stalled machine does
      // not count as silence.
      const clock = createManualClock();
      const winding = setInterval(() => clock.advance(100), 5);
      onTestFinished(() => clearInterval(winding));
      const { transport, seen } = await rig({ clock, limits: { idleTimeoutMs: 4000 } });
      const alive = await dial(transport);
      let pings = 0;
      alive.ws.on('ping', () => {
        pings += 1;
      });
      await dialRaw(transport);
      await until(() => seen[1]?.closes.length === 1, 'the dead peer is closed');
      expect(seen[1]?.closes).toEqual([{ code: 1001, reason: 'idle' }]);
      expect(pings).toBeGreaterThan(0);
      expect(seen[0]?.closes).toEqual([]);
      expect(transport.counters.idle).toBe(1);
    });

    it('sends a quiet peer the message that replaces pings', async () => {
      const clock = createManualClock();
      const winding = setInterval(() => clock.advance(100), 5);
      onTestFinished(() => clearInterval(winding));
      const { transport, seen } = await rig({ clock, limits: { idleTimeoutMs: 4000 }, probe: 'still there?' });
      const { ws, got } = await dial(transport);
      let pings = 0;
      ws.on('ping', () => {
        pings += 1;
      });
      ws.on('message', () => ws.send('yes'));
      await until(() => (seen[0]?.messages.length ?? 0) > 2, 'the peer has answered');
      expect(got.slice(0, 3)).toEqual(['still there?', 'still there?', 'still there?']);
      expect([pings, seen[0]?.closes]).toEqual([0, []]);
    });

    it('closes sockets with trickling headers or silence, and serves a good client meanwhile', async () => {
      const { transport } = await rig({ limits: { upgradeDeadlineMs: 1500 } });
      const slow = Array.from({ length: 50 }, () => wire(transport));
      const trickle = setInterval(() => {
        slow.forEach(({ socket }, i) => {
          if (i % 5 !== 0) socket.write(i % 2 === 0 ? 'G' : 'X-a: b\r\n');
        });
      }, 50);
      onTestFinished(() => clearInterval(trickle));
      slow.forEach(({ socket }, i) => {
        if (i % 5 !== 0)
          socket.write(i % 2 === 0 ? 'GET /media/browser/t' : 'GET /media/browser/t HTTP/1.1\r\nHost: a\r\n');
      });
      // If the machine stalled meanwhile, the first of them have already expired.
      await until(() => transport.waiting + transport.counters.expired === 50, 'all have come');
      const good = await dial(transport);
      await Promise.all(slow.map(({ closed }) => closed));
      expect(transport.counters.expired).toBe(50);
      expect(transport.waiting).toBe(0);
      expect(good.ws.readyState).toBe(WebSocket.OPEN);
      expect(transport.connections).toBe(1);
    });

    it('closes a socket whose body or decision does not arrive', async () => {
      const { transport, seen } = await rig({ limits: { upgradeDeadlineMs: 300 }, admit: () => new Promise(() => {}) });
      const undecided = wire(transport);
      undecided.socket.write(handshake('/media/browser/t'));
      const bodiless = wire(transport);
      bodiless.socket.write('POST /media/browser/t HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n');
      await Promise.all([undecided.closed, bodiless.closed]);
      expect(seen).toEqual([]);
      expect(transport.waiting).toBe(0);
    });

    it('accepts a stream at once while silent sockets fill its address', async () => {
      const { transport } = await rig({ limits: { waitingPerAddress: 3 } });
      const silent = Array.from({ length: 12 }, () => wire(transport));
      await Promise.all(silent.slice(0, 9).map(({ closed }) => closed));
      const good = await dial(transport);
      expect(good.ws.readyState).toBe(WebSocket.OPEN);
      expect(transport.counters.crowdedOut).toBe(10);
      expect(transport.waiting).toBe(2);
    });

    it('rejects new sockets while complete requests fill their address', async () => {
      const { transport, knocks } = await rig({
        limits: { waitingPerAddress: 2, upgradeDeadlineMs: 2_000 },
        admit: () => new Promise(() => {}),
      });
      const undecided = [wire(transport), wire(transport)];
      for (const { socket } of undecided) socket.write(handshake('/media/browser/t'));
      await until(() => transport.waiting === 2, 'both are waiting');
      await until(() => knocks.length === 2, 'both are being decided');
      await wire(transport).closed;
      expect(transport.counters.crowdedOut).toBe(1);
      expect(transport.waiting).toBe(2);
    });

    it('destroys rejected sockets that their peers leave open', async () => {
      const { transport } = await rig({ admit: async () => ({ ok: false, status: 403, detail: 'no' }) });
      const refused = Array.from({ length: 20 }, () => wire(transport));
      for (const [i, { socket }] of refused.entries())
        socket.write(i % 2 === 0 ? handshake('/media/browser/t') : 'garbage\r\n\r\n');
      await Promise.all(refused.map(({ closed }) => closed));
      expect(transport.waiting).toBe(0);
    });

    it('survives every kind of disconnect before the stream begins', async () => {
      const { transport, seen } = await rig({ limits: { upgradeDeadlineMs: 300 } });
      const request = handshake('/media/browser/t');
      for (let cut = 0; cut <= request.length; cut += 7) {
        const { socket } = wire(transport);
        socket.write(request.slice(0, cut), () => (cut % 2 === 0 ? socket.destroy() : socket.end()));
      }
      const twice = wire(transport);
      twice.socket.write(`${'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'}${'GET /b HTTP/1.1\r\nHost: a\r\n\r\n'}`);
      const garbage = wire(transport);
      garbage.socket.write('\u0000\u0001 garbage\r\n\r\n');
      await until(() => transport.waiting === 0, 'the door is free');
      await until(() => transport.connections === 0, 'all sockets are gone');
      await dial(transport);
      expect(seen.at(-1)?.closes).toEqual([]);
    });
  });
}
