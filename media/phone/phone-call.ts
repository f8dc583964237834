import { randomInt, randomUUID } from 'node:crypto';
import { createPayloadCodec } from '../codec/rtp-payload.ts';
import { type CallRun, callOver, type FarSocket, type FarSocketEvents } from '../emulator/index.ts';
import { type Clock, systemClock } from '../kit/clock.ts';
import { type RtpCodec, rtpFormats } from '../line/rtp.ts';
import { agreeOn, openSipServer, printSdp, rtpAgreementOf, type SipLeg, type SipPeer } from '../sip/index.ts';
import { createRtpPorts, type RtpSocket } from '../wire/rtp/rtp-socket.ts';
import { openRtpStream, type RtpStream } from '../wire/rtp/rtp-stream.ts';
import { createJitterBuffer } from './jitter-buffer.ts';

export interface PhoneCallOptions {
  /** Domain of the server as a phone states it: an address or a name, with a port other than 5060. */
  readonly domain: string;
  /** Where the domain is. */
  readonly peer: SipPeer;
  readonly username: string;
  readonly password: string;
  /** What is dialled: an extension or a number. */
  readonly to: string;
  readonly codec: RtpCodec;
  readonly clock?: Clock;
}

/** Payload types of the codecs (RFC 3551), and one for telephone events. */
const payloadTypes: Readonly<Record<RtpCodec, number>> = { PCMU: 0, PCMA: 8, G722: 9 };
const eventType = 101;
const ringMs = 30_000;
/** Local ports for RTP, apart from those of a server on this machine. */
const rtpPorts = { first: 20_000, last: 29_999 };
/** Time for the BYE and its answer before the sockets close. */
const lingerMs = 300;

/** Calls a server as a telephone with an account: SIP, RTP and the keys of RFC 4733. */
export function placePhoneCall(options: PhoneCallOptions): CallRun {
  const { username: from, to, codec } = options;
  return callOver((events) => connectPhone(options, events), {
    dialect: 'sip',
    format: rtpFormats[codec],
    identity: { from, to },
  });
}

function connectPhone(options: PhoneCallOptions, events: FarSocketEvents): FarSocket {
  const { clock = systemClock } = options;
  const parts: { leg?: SipLeg; stream?: RtpStream; close?: () => void } = {};
  let isOver = false;

  function over(code: number, reason: string): void {
    if (isOver) return;
    isOver = true;
    parts.stream?.end(reason);
    events.closed(code, reason);
    clock.after(lingerMs, () => parts.close?.());
  }

  async function open(): Promise<void> {
    const everywhere = options.peer.address.includes(':') ? '::' : '0.0.0.0';
    const [sip, socket] = await Promise.all([
      openSipServer({
        host: everywhere,
        port: 0,
        transports: ['udp'],
        secret: randomUUID(),
        clock,
        ports: {
          accountOf: async () => undefined,
          trunkOf: () => undefined,
          onBindings() {},
          onCall: (leg) => leg.refuse(486),
        },
        log() {},
      }),
      createRtpPorts(everywhere, rtpPorts).open(),
    ]);
    parts.close = () => {
      if (parts.stream === undefined) socket?.close();
      void sip.close();
    };
    if (isOver || socket === undefined) return socket === undefined ? over(1006, 'no free port for audio') : undefined;
    const sdp = offerOf(options.codec, sip.mediaAddressFor(options.peer), socket.port);
    const leg = sip.dial({
      uri: `sip:${options.to}@${options.domain}`,
      from: `<sip:${options.username}@${options.domain}>`,
      contactUser: options.username,
      peer: options.peer,
      credentials: options,
      sdp,
      ringMs,
      handlers: {
        onEstablished: (description) => talk(leg, socket, description),
        onReoffer: () => ({ sdp }),
        onDigit: (digit) => events.message(digit),
        onRefer: () => undefined,
        onEnd: ({ detail }) => over(parts.stream === undefined ? 1006 : 1000, detail),
      },
    });
    parts.leg = leg;
  }

  function talk(leg: SipLeg, socket: RtpSocket, description: Parameters<typeof agreeOn>[0] | undefined): void {
    const agreement = description && agreeOn(description);
    if (agreement?.codec !== options.codec) return leg.hangUp('no common codec');
    const stream = openRtpStream({
      socket,
      agreement: rtpAgreementOf(agreement, { signallingAddress: leg.peer.address, localKey: '' }),
      codec: createPayloadCodec(agreement.codec),
      start: { callId: leg.callId, streamId: leg.callId, from: options.username, to: options.to },
      clock,
      // The caller's line keeps the time: it sends a frame each 20 ms.
      metronome: { add: () => () => {} },
      onClosed: () => {},
    });
    parts.stream = stream;
    events.opened();
    void read(stream);
  }

  async function read(stream: RtpStream): Promise<void> {
    const buffer = createJitterBuffer();
    for await (const event of stream.events) {
      if (event.type === 'dtmf') events.message(event.digit);
      if (event.type !== 'audio' || event.number === undefined) continue;
      for (const payload of buffer.add(event.payload, event.number, rtpFormats[options.codec])) events.message(payload);
    }
  }

  void open().catch((error: unknown) => over(1006, String(error)));
  return {
    get isOpen() {
      return parts.stream !== undefined && !isOver;
    },
    send(message) {
      if (typeof message === 'string') parts.stream?.send({ type: 'dtmf', digit: message });
      else parts.stream?.send({ type: 'audio', payload: message });
    },
    close: () => (parts.leg === undefined ? over(1000, 'cancelled') : parts.leg.hangUp()),
    terminate: () => parts.leg?.hangUp(),
    pause() {},
    resume() {},
  };
}

function offerOf(codec: RtpCodec, address: string, port: number): string {
  return printSdp({
    sessionId: String(randomInt(2 ** 32)),
    version: 1,
    address,
    port,
    codecs: [
      { payloadType: payloadTypes[codec], name: codec, clockRate: 8000 },
      { payloadType: eventType, name: 'telephone-event', clockRate: 8000, format: '0-16' },
    ],
    direction: 'sendrecv',
    ptimeMs: 20,
  });
}
