import type { PayloadCodec, RtpAgreement } from '../../line/rtp.ts';
import type { WireEvent } from '../../line/wire.ts';
import { createEventQueue, type EventQueue } from '../event-queue.ts';
import type { AudioReader } from '../wire-stream.ts';
import type { RtpPacket } from './packet.ts';
import { createKeyReader } from './telephone-events.ts';

const maxQueuedEvents = 500;

/** Where the far end's audio and keys go once its call has handed it over. */
export interface RtpRelay {
  /** Audio in the format of the stream, a packet at a time. */
  audio(payload: Uint8Array): void;
  key(digit: string): void;
}

/** Takes what the far end sends to the call, or to the relay that has it instead. */
export interface Delivery {
  readonly events: EventQueue;
  readonly isHandedOver: boolean;
  readAudio(reader: AudioReader): void;
  handOver(relay: RtpRelay): void;
  deliver(event: WireEvent): void;
  /** `number`: the packet's extended sequence number. */
  receive(packet: RtpPacket, types: Pick<RtpAgreement, 'payloadType' | 'eventType'>, number: number): void;
  press(digit: string): void;
  /** Nothing is delivered any more. */
  stop(): void;
}

export function createDelivery(codec: PayloadCodec): Delivery {
  const events = createEventQueue(maxQueuedEvents);
  let reader: AudioReader | undefined;
  let relay: RtpRelay | undefined;
  const keys = createKeyReader();
  /** Packets that were no audio: keys and comfort noise take sequence numbers too. */
  let otherPackets = 0;
  let isOver = false;

  function deliver(event: WireEvent): void {
    if (!isOver) events.push(event);
  }

  function hear(encoded: Uint8Array, number: number): void {
    const payload = codec.decode(encoded);
    if (relay !== undefined) return relay.audio(payload);
    // The reader may not keep the samples.
    if (reader !== undefined && events.isWaiting()) reader.hear({ type: 'audio', payload, number });
    else deliver({ type: 'audio', payload: payload.slice(), number });
  }

  function press(digit: string): void {
    if (relay !== undefined) return relay.key(digit);
    deliver({ type: 'dtmf', digit });
  }

  return {
    events,
    get isHandedOver() {
      return relay !== undefined;
    },
    readAudio(next) {
      reader = next;
    },
    handOver(next) {
      relay = next;
    },
    deliver,
    receive({ payloadType, payload, timestamp }, types, number) {
      if (payloadType === types.payloadType && payload.length > 0) return hear(payload, number - otherPackets);
      otherPackets += 1;
      const digit = payloadType === types.eventType ? keys.read(payload, timestamp) : undefined;
      if (digit !== undefined) press(digit);
    },
    press,
    stop() {
      isOver = true;
    },
  };
}
