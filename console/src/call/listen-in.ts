import { loadAudio, openCapture, openLoudspeaker } from '../../../client/call/audio-line.ts';
import { lineHz } from '../../../client/call/audio-protocol.ts';
import type { Levels } from '../../../client/call/levels.ts';
import { openMicrophone, unfitness } from '../../../client/call/microphone.ts';
import type { RequestStream } from '../../../client/call/place-call.ts';
import type { SessionEvent } from '../../../client/call/session.ts';
import { type CallSocket, openCallSocket } from '../../../client/call/socket.ts';
import { type Trouble, ticketTrouble } from '../../../client/call/trouble.ts';
import { audioModules } from './audio-modules.ts';

/** The stream of a supervised call. */
export interface ListenedLine {
  /** Sends the microphone, which the caller hears after a take-over. Returns why it could not be opened, if so. */
  speak(): Promise<Trouble | undefined>;
  /** Stops the microphone. */
  quiet(): void;
  /** Leaves the call and emits no more events. */
  leave(): void;
}

/** Listens to a call. All results, including faults, are events; it never throws. */
export function listenIn(
  requestStream: RequestStream,
  levels: Levels,
  tell: (event: SessionEvent) => void,
): ListenedLine {
  const scope = new AbortController();
  const { signal } = scope;
  let socket: CallSocket | undefined;
  let quiet = (): void => {};
  let context: AudioContext | undefined;

  const notify = (event: SessionEvent): void => {
    if (!signal.aborted) tell(event);
  };
  const fail = (trouble: Trouble): void => {
    notify({ type: 'failed', trouble, atMs: performance.now() });
    scope.abort();
  };
  const onAbort = (close: () => unknown): void => {
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  };

  async function begin(): Promise<void> {
    const unfit = unfitness();
    if (unfit !== undefined) return fail(unfit);
    // Created during the user gesture: browsers may block audio of a context created later.
    const made = new AudioContext({ latencyHint: 'interactive' });
    context = made;
    onAbort(() => made.state !== 'closed' && void made.close());
    notify({ type: 'microphone_open' });
    await loadAudio(made, audioModules);
    const loudspeaker = openLoudspeaker(made, (report) => {
      if (report.type === 'level') Object.assign(levels, { agentDbfs: report.dbfs, playedMs: report.playedMs });
    });
    onAbort(loudspeaker.close);
    void made.resume();
    const stream = await requestStream(signal);
    if (signal.aborted) return;
    if (!stream.ok) return fail(ticketTrouble(stream.status));
    const opened = openCallSocket(stream.value.ws_url, {
      open: () => opened.tell({ event: 'start', sample_rate: lineHz, encoding: 'l16' }),
      message(message) {
        if (message.type === 'media') loudspeaker.play({ type: 'audio', samples: message.samples });
        else notify({ type: 'message', message, atMs: performance.now() });
        if (message.type === 'ended') scope.abort();
      },
      unreadable: () => notify({ type: 'unreadable' }),
      closed() {
        notify({ type: 'stream_closed', atMs: performance.now() });
        scope.abort();
      },
    });
    socket = opened;
    onAbort(() => {
      opened.tell({ event: 'stop' });
      opened.close();
    });
  }

  onAbort(() => quiet());
  begin().catch(() => fail('audio_failed'));

  return {
    async speak() {
      if (context === undefined || signal.aborted) return 'stream_lost';
      const microphone = await openMicrophone();
      if (!microphone.ok) return microphone.trouble;
      try {
        const capture = openCapture(context, microphone.value, (frame, dbfs) => {
          levels.callerDbfs = dbfs;
          socket?.sendAudio(frame);
        });
        quiet = capture.close;
        if (signal.aborted) capture.close();
        return undefined;
      } catch {
        for (const track of microphone.value.getTracks()) track.stop();
        return 'audio_failed';
      }
    },
    quiet: () => quiet(),
    leave: () => scope.abort(),
  };
}
