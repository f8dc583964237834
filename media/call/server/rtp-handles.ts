import { randomUUID } from 'node:crypto';
import type { RtpAgreement, RtpReport } from '../../line/rtp.ts';
import type { MediaThread } from './media-thread-handle.ts';
import type { RtpStart } from './rtp-lines.ts';

/** The audio of one telephone call, on a media thread. */
export interface RtpLine {
  readonly id: string;
  /** Local port of RTP; RTCP has the next one. */
  readonly port: number;
  /** Starts the call of a ticket. Resolves to false if the ticket is unknown or used; the line is then closed. */
  start(token: string, agreement: RtpAgreement, start: RtpStart): Promise<boolean>;
  /** Starts audio without a call, for `connect`, or before the answer. Resolves to false if the line is closed. */
  begin(agreement: RtpAgreement, start: RtpStart): Promise<boolean>;
  update(agreement: RtpAgreement): void;
  /** A key that arrived as a signalling message. */
  key(digit: string): void;
  /** The far end hung up. Idempotent. */
  end(reason: string): void;
  /** Called once when the stream is over. */
  onClosed: (reason: string, report: RtpReport | undefined) => void;
}

/** Telephone lines of all media threads. */
export interface RtpHandles {
  /**
   * Binds ports on the thread with the fewest calls, or on that of a line with which it will be connected. Resolves to
   * undefined if none is free, or RTP is not set up.
   */
  open(beside?: RtpLine): Promise<RtpLine | undefined>;
  /**
   * Lets the far ends of two started lines of one thread hear each other. Their calls may end without ending the lines.
   * Resolves to false if one of them is over.
   */
  connect(line: RtpLine, other: RtpLine): Promise<boolean>;
  closed(id: string, reason: string, report: RtpReport): void;
  /** Closes the lines of a dead thread. */
  lost(thread: MediaThread): void;
}

export function createRtpHandles(threads: readonly MediaThread[]): RtpHandles {
  const lines = new Map<string, { readonly line: RtpLine; readonly thread: MediaThread }>();

  function close(id: string, reason: string, report: RtpReport | undefined): void {
    const open = lines.get(id);
    lines.delete(id);
    open?.line.onClosed(reason, report);
  }

  const byLoad = (): MediaThread[] => [...threads].sort((one, other) => one.calls.size - other.calls.size);

  /** Binds ports on the first of these threads that has some: a thread that starts has none yet. */
  async function bindOn(candidates: readonly MediaThread[], id: string) {
    for (const thread of candidates) {
      const port = await thread.remote.ask('rtpOpen', { id }).catch(() => undefined);
      if (port !== undefined) return { thread, port };
    }
    return undefined;
  }

  return {
    async open(beside) {
      const near = beside && lines.get(beside.id)?.thread;
      const id = randomUUID();
      const bound = await bindOn(near === undefined ? byLoad() : [near], id);
      if (bound === undefined) return undefined;
      const { thread, port } = bound;
      let isAsked = false;
      const line: RtpLine = {
        id,
        port,
        async start(token, agreement, start) {
          isAsked = true;
          const isStarted = await thread.remote.ask('rtpStart', { id, token, agreement, start }).catch(() => false);
          if (!isStarted) lines.delete(id);
          return isStarted;
        },
        async begin(agreement, start) {
          isAsked = true;
          const isStarted = await thread.remote.ask('rtpBegin', { id, agreement, start }).catch(() => false);
          if (!isStarted) lines.delete(id);
          return isStarted;
        },
        update: (agreement) => thread.remote.tell('rtpUpdate', { id, agreement }),
        key: (digit) => thread.remote.tell('rtpKey', { id, digit }),
        end(reason) {
          // The thread reports only the end of a started call.
          if (!isAsked) lines.delete(id);
          thread.remote.tell('rtpEnd', { id, reason });
        },
        onClosed() {},
      };
      lines.set(id, { line, thread });
      return line;
    },
    async connect(line, other) {
      const thread = lines.get(line.id)?.thread;
      if (thread === undefined || lines.get(other.id)?.thread !== thread) return false;
      return thread.remote.ask('rtpConnect', { id: line.id, other: other.id }).catch(() => false);
    },
    closed: close,
    lost(thread) {
      for (const [id, line] of [...lines]) if (line.thread === thread) close(id, 'fault', undefined);
    },
  };
}
