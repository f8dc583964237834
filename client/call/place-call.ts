import { type AudioLine, type AudioModules, loadAudio, openAudioLine } from './audio-line.ts';
import { lineHz } from './audio-protocol.ts';
import type { Levels } from './levels.ts';
import type { ServerMessage } from './messages.ts';
import { openMicrophone, unfitness } from './microphone.ts';
import type { SessionEvent } from './session.ts';
import { type CallSocket, openCallSocket } from './socket.ts';
import { ticketTrouble } from './trouble.ts';

/** A call in progress. Every method may be called at any time; calls that are too early or too late have no effect. */
export interface PlacedCall {
  interrupt(): void;
  press(digit: string): void;
  mute(muted: boolean): void;
  hangUp(): void;
  /** Releases everything immediately and emits no more events. */
  abandon(): void;
}

/** How long the line stays open after hanging up, to receive what was heard. */
const lastWordsMs = 1500;

/** Response to the request for a stream. `status` is the server's; undefined without a response. */
export type StreamAnswer =
  | { readonly ok: true; readonly value: { readonly ws_url: string } }
  | { readonly ok: false; readonly status: number | undefined };

/** Returns the URL of a call's stream. */
export type RequestStream = (signal: AbortSignal) => Promise<StreamAnswer>;

export interface CallEquipment {
  readonly audioModules: AudioModules;
  readonly levels: Levels;
}

/** Starts a call. All results, including faults, are events; it never throws. */
export function placeCall(
  requestStream: RequestStream,
  { audioModules, levels }: CallEquipment,
  tell: (event: SessionEvent) => void,
): PlacedCall {
  const scope = new AbortController();
  const { signal } = scope;
  let line: AudioLine | undefined;
  let socket: CallSocket | undefined;
  let muted = false;

  const notify = (event: SessionEvent): void => {
    if (!signal.aborted) tell(event);
  };
  const fail = (trouble: (SessionEvent & { type: 'failed' })['trouble']): void => {
    notify({ type: 'failed', trouble, atMs: performance.now() });
    scope.abort();
  };
  const onAbort = (close: () => unknown): void => {
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  };

  function receive(message: ServerMessage): void {
    if (message.type === 'media') line?.play({ type: 'audio', samples: message.samples });
    else if (message.type === 'mark' || message.type === 'clear') line?.play(message);
    else notify({ type: 'message', message, atMs: performance.now() });
    if (message.type === 'ended') void line?.close();
  }

  async function begin(): Promise<void> {
    const unfit = unfitness();
    if (unfit !== undefined) return fail(unfit);
    // Created during the user gesture: browsers may block audio of a context created later.
    const context = new AudioContext({ latencyHint: 'interactive' });
    onAbort(() => context.state !== 'closed' && void context.close());
    const microphone = await openMicrophone();
    if (!microphone.ok) return fail(microphone.trouble);
    onAbort(() => {
      for (const track of microphone.value.getTracks()) track.stop();
    });
    if (signal.aborted) return;
    for (const track of microphone.value.getTracks()) track.onended = () => fail('microphone_lost');
    notify({ type: 'microphone_open' });
    try {
      await loadAudio(context, audioModules);
      line = await openAudioLine(context, microphone.value, {
        frame(frame, dbfs) {
          levels.callerDbfs = dbfs;
          socket?.sendAudio(frame);
        },
        report(report) {
          if (report.type === 'played') socket?.tell({ event: 'played', name: report.name });
          else Object.assign(levels, { agentDbfs: report.dbfs, playedMs: report.playedMs, gaps: report.gaps });
        },
      });
    } catch {
      return fail('audio_failed');
    }
    line.mute(muted);
    await connect();
  }

  async function connect(): Promise<void> {
    const ticket = await requestStream(signal);
    if (signal.aborted) return;
    if (!ticket.ok) return fail(ticketTrouble(ticket.status));
    const opened = openCallSocket(ticket.value.ws_url, {
      open: () => opened.tell({ event: 'start', sample_rate: lineHz, encoding: 'l16' }),
      message: receive,
      unreadable: () => notify({ type: 'unreadable' }),
      closed() {
        notify({ type: 'stream_closed', atMs: performance.now() });
        scope.abort();
      },
    });
    socket = opened;
    onAbort(() => opened.close());
  }

  onAbort(() => void line?.close());
  begin().catch(() => fail('audio_failed'));

  return {
    interrupt: () => socket?.tell({ event: 'interrupt' }),
    press: (digit) => socket?.tell({ event: 'dtmf', digit }),
    mute(wanted) {
      muted = wanted;
      line?.mute(wanted);
    },
    hangUp() {
      notify({ type: 'hung_up', atMs: performance.now() });
      socket?.tell({ event: 'stop' });
      void line?.close();
      if (socket === undefined) scope.abort();
      else setTimeout(() => scope.abort(), lastWordsMs);
    },
    abandon() {
      scope.abort();
    },
  };
}
