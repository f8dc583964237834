import type { SrtpKeys } from '../../line/rtp.ts';
import { createSrtpReceiver, createSrtpSender, type SrtpReceiver, type SrtpSender } from './srtp.ts';

/** A receiver, and the keys for which it counts packets. */
export interface KeyedReceiver {
  readonly keys: SrtpKeys;
  readonly receiver: SrtpReceiver;
}

/** Encrypts and decrypts the packets of a stream. Without keys they pass as they are. */
export interface Encryption extends SrtpSender, SrtpReceiver {
  /** Uses the keys of a changed session. Without any, the earlier ones stay: what was encrypted once is never sent in the clear. */
  update(keys: SrtpKeys | null): void;
  /** For a later stream on the same socket; undefined without keys. */
  readonly received: KeyedReceiver | undefined;
}

/** `earlier`: of a stream before on the socket, whose packet count continues if the key is the same. */
export function createEncryption(initial: SrtpKeys | null, earlier: KeyedReceiver | undefined): Encryption {
  let keys = initial;
  let sender = keys && createSrtpSender(keys);
  let receiver = keys && receiverOf(keys, earlier);
  return {
    protect: (packet) => sender?.protect(packet) ?? packet,
    protectControl: (packet) => sender?.protectControl(packet) ?? packet,
    unprotect: (packet) => (receiver === null ? packet : receiver.unprotect(packet)),
    unprotectControl: (packet) => (receiver === null ? packet : receiver.unprotectControl(packet)),
    update(next) {
      if (next === null) return;
      // Another far end gets a key of its own, and counts from the first packet that it hears.
      if (next.remoteKey !== keys?.remoteKey) receiver = createSrtpReceiver(next);
      if (next.localKey !== keys?.localKey) sender = createSrtpSender(next);
      keys = next;
    },
    get received() {
      return keys === null || receiver === null ? undefined : { keys, receiver };
    },
  };
}

const receiverOf = (keys: SrtpKeys, earlier: KeyedReceiver | undefined): SrtpReceiver =>
  earlier?.keys.remoteKey === keys.remoteKey && earlier.keys.suite === keys.suite
    ? earlier.receiver
    : createSrtpReceiver(keys);
