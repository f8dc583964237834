import { createEncoder } from '../codec/format.ts';
import type { WireCommand } from '../line/wire.ts';
import { lineProfiles } from '../wire/dialects/index.ts';
import { createPacer } from '../wire/pacer.ts';
import type { Pacer } from '../wire/pacing.ts';
import { createKeypad, type Keypad } from './keys/keypad.ts';
import type { LineContext } from './line-context.ts';
import { type ComfortNoise, createComfortNoise } from './output/comfort-noise.ts';

/** The way to the far end. */
export interface Outgoing {
  readonly pacer: Pacer;
  readonly keypad: Keypad;
  encode(samples: Float32Array): Uint8Array;
  send(command: WireCommand): boolean;
  /** Sets who sees each command before it is sent. */
  onSend(listener: (command: WireCommand) => void): void;
  /** Sends the keys and the comfort noise that are due. */
  tick(): void;
}

/** A reply waits until a piece of noise has been played: longer pieces would be noticed as slowness. */
const mostNoiseMs = 20;

export function createOutgoing(context: LineContext, wire: { send(command: WireCommand): boolean }): Outgoing {
  const { plan, start, rateHz, chunking, nowMs, note } = context;
  const { chunkMs } = chunking;
  const encode = createEncoder(start.format);
  const pacer = createPacer({ rateHz, ...chunking });
  let tell: (command: WireCommand) => void = () => {};
  const keypad = createKeypad({
    send: (command) => wire.send(command),
    sendsKeys: lineProfiles[plan.dialect].sendsKeys,
    pacer,
    rateHz,
    leadMs: chunking.leadMs + chunkMs,
    nowMs,
    note,
  });
  function send(command: WireCommand): boolean {
    tell(command);
    return keypad.send(command);
  }
  const sendAudio = (samples: Float32Array): void => void send({ type: 'audio', payload: encode(samples) });
  const levelDbfs = plan.line?.comfortNoiseDbfs;
  const noise: ComfortNoise | undefined =
    levelDbfs === undefined || chunkMs > mostNoiseMs
      ? undefined
      : createComfortNoise({ rateHz, levelDbfs, chunkMs, sendAudio, nowMs });
  return {
    pacer,
    keypad,
    encode,
    send,
    onSend(listener) {
      tell = listener;
    },
    tick() {
      keypad.tick();
      noise?.tick(pacer.idle);
    },
  };
}
