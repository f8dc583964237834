import { bodyStartOf, maxMessageBytes } from './parse-message.ts';

/** Cuts the bytes of a connection into messages by their Content-Length (RFC 3261, 18.3). */
export interface MessageFramer {
  /** Returns the complete messages. */
  push(bytes: Buffer): readonly Buffer[];
  /** The stream cannot be cut any further and must be closed. */
  readonly isBroken: boolean;
  /** Number of keep-alive pings (RFC 5626) since the last call. */
  takePings(): number;
}

export function createMessageFramer(): MessageFramer {
  let waiting: Buffer = Buffer.alloc(0);
  let pings = 0;
  let isBroken = false;

  /** Drops line breaks between messages; two of them are a ping. */
  function dropLineBreaks(): void {
    let at = 0;
    while (at + 1 < waiting.length && waiting[at] === 13 && waiting[at + 1] === 10) at += 2;
    if (at >= 4) pings += 1;
    if (at > 0) waiting = waiting.subarray(at);
  }

  return {
    push(bytes) {
      const messages: Buffer[] = [];
      if (isBroken) return messages;
      waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes]);
      for (;;) {
        dropLineBreaks();
        const bodyStart = bodyStartOf(waiting);
        if (bodyStart === -1) {
          isBroken = waiting.length > maxMessageBytes;
          return messages;
        }
        const head = waiting.toString('latin1', 0, bodyStart);
        const length = /(?:^|\r\n)(?:content-length|l)[ \t]*:[ \t]*(\d{1,6})[ \t]*\r\n/i.exec(head)?.[1];
        const end = bodyStart + Number(length);
        // Without a length nobody can tell where the next message begins.
        isBroken = length === undefined || end > maxMessageBytes;
        if (isBroken || waiting.length < end) return messages;
        messages.push(Buffer.from(waiting.subarray(0, end)));
        waiting = waiting.subarray(end);
      }
    },
    get isBroken() {
      return isBroken;
    },
    takePings() {
      const count = pings;
      pings = 0;
      return count;
    },
  };
}
