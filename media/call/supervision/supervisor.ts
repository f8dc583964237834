import { createDecoder, createEncoder, type Decoder } from '../../codec/format.ts';
import { createResampler } from '../../dsp/resampler.ts';
import type { Scope } from '../../kit/scope.ts';
import { type LineRateHz, lineRateOf } from '../../line/audio.ts';
import type { Caption, WireEvent } from '../../line/wire.ts';
import type { CallEvent, CallLog, SupervisionPlan } from '../../ports.ts';
import type { WireStream } from '../../wire/server.ts';

/** The supervised call, on whichever thread or node carries it. */
export interface SupervisedCall {
  /**
   * Resolves to the call's sample rate. `gone`: it has ended or is not carried here; `full`: too many people listen.
   */
  join(id: string, callUuid: string): Promise<LineRateHz | 'gone' | 'full'>;
  /** `lost`: the stream broke. */
  leave(id: string, lost: boolean): void;
  /** The person's audio, at the call's rate. The samples are transferred. */
  voice(id: string, samples: Float32Array): void;
}

export interface SupervisorOptions {
  readonly call: SupervisedCall;
  readonly log: CallLog;
  readonly trouble: (error: unknown) => void;
}

/** The stream of one person who listens to a call. */
export interface Supervisor {
  /** Interleaved, caller left and agent right, at the call's rate. Never waits: a slow page misses some audio. */
  heard(stereo: Int16Array): void;
  caption(caption: Caption): void;
  /** Sets whether the person speaks instead of the agent; while they do, they hear only the caller. */
  speaks(on: boolean): void;
  end(reason: string): void;
  readonly over: Promise<void>;
}

/** Runs such a stream until either side ends it. Never throws. */
export function holdSupervision(
  stream: WireStream,
  { kind, callUuid: id, listensTo }: SupervisionPlan,
  { call, log, trouble }: SupervisorOptions,
  scope: Scope,
): Supervisor {
  const note = (event: CallEvent): void => log.append({ kind, callUuid: id }, event);
  const beganMs = Date.now();
  let decode: Decoder | undefined;
  let play: ((samples: Float32Array) => void) | undefined;
  let speaking = false;
  let begun = false;
  let endReason: string | undefined;

  function close(reason: string): void {
    if (endReason !== undefined) return;
    endReason = reason;
    stream.send({ type: 'ended', reason });
    stream.close(1000, reason);
  }

  async function begin({ format, callId, streamId }: WireEvent & { type: 'start' }): Promise<void> {
    const rateHz = await call.join(id, listensTo);
    if (typeof rateHz === 'string') return close(rateHz === 'full' ? 'too_many_listeners' : 'call_over');
    if (endReason !== undefined) return call.leave(id, true);
    begun = true;
    note({ type: 'started', atMs: 0, format, providerCallId: callId, streamId, wallMs: Date.now() });
    const lineHz = lineRateOf(format);
    const encode = createEncoder(format);
    const resampler = lineHz === rateHz ? undefined : createResampler(rateHz, lineHz);
    decode = createDecoder(format, rateHz);
    play = (samples) =>
      void stream.send({
        type: 'audio',
        payload: encode(resampler === undefined ? samples : resampler.process(samples)),
      });
    stream.send({ type: 'ready', callUuid: listensTo });
  }

  function hear(event: WireEvent): void {
    if (event.type === 'start') return void begin(event).catch(failed);
    if (event.type === 'audio' && speaking && decode !== undefined) call.voice(id, decode(event.payload).slice());
    // A person who stops on purpose was not cut off.
    if (event.type === 'stop') return stopped(event.reason !== 'stop');
  }

  function failed(error: unknown): void {
    trouble(error);
    close('fault');
  }

  function stopped(lost: boolean): void {
    endReason ??= lost ? 'closed' : 'stop';
    if (begun) call.leave(id, lost);
  }

  async function run(): Promise<void> {
    stream.readAudio({ hear });
    for await (const event of stream.events) hear(event);
    const { ignored } = stream;
    if (begun && ignored !== undefined)
      note({ type: 'alarm', atMs: Date.now() - beganMs, code: 'wire_protocol', detail: ignored });
    if (begun) note({ type: 'ended', atMs: Date.now() - beganMs, reason: 'caller_hung_up', wallMs: Date.now() });
    stream.close(1000, endReason ?? 'stop');
  }

  return {
    heard(stereo) {
      if (play === undefined || endReason !== undefined) return;
      const samples = new Float32Array(stereo.length / 2);
      for (let i = 0; i < samples.length; i++) {
        const agent = speaking ? 0 : (stereo[2 * i + 1] as number);
        samples[i] = ((stereo[2 * i] as number) + agent) / 32768;
      }
      play(samples);
    },
    caption(caption) {
      if (play !== undefined && endReason === undefined) stream.send({ type: 'transcript', caption });
    },
    speaks(on) {
      speaking = on;
      if (endReason === undefined) stream.send({ type: 'state', state: on ? 'speaking' : 'listening' });
    },
    end: close,
    over: run()
      .catch(trouble)
      .then(() => scope.close('over')),
  };
}
