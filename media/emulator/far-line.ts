import { resample } from '../dsp/resampler.ts';
import type { Clip, WireFormat } from '../line/audio.ts';
import type { AckBehaviour } from './acks.ts';
import { type AudibleMeter, type Span, speechBounds } from './audible.ts';
import { createCallerLine } from './caller-line.ts';
import { createDownlink } from './downlink.ts';
import type { Complaint, FarCommand, FarEvent, FarWire, StreamIdentity } from './far-dialect.ts';
import { createPlayout, type PlayoutReport } from './playout.ts';
import { createTrack } from './track.ts';
import { createUplink, type NetworkConditions } from './uplink.ts';
import { decodeWire, encodeWire } from './wire-audio.ts';

export interface FarLineOptions {
  readonly dialect: FarWire;
  readonly identity: StreamIdentity;
  readonly frameMs?: number;
  /** Noise between the caller's words; `null` for digital silence. */
  readonly comfortNoiseDbfs?: number | null;
  readonly network?: NetworkConditions;
  readonly acks?: AckBehaviour;
  /** Distortion by the caller's own line, applied to each frame before it is sent and recorded. Keeps the length. */
  readonly distort?: ((frame: Float32Array) => Float32Array) | undefined;
}

/** Position of a clip on the caller's track. `speech`: bounds of the speech in it, the basis of every latency. */
export interface SaidClip {
  readonly clip: Span;
  readonly speech: Span;
}

export interface LineRecord {
  readonly format: WireFormat;
  /** The caller exactly as encoded and the agent as played, on one sample clock and of equal length. */
  readonly caller: Float32Array;
  readonly agent: Float32Array;
  readonly playout: PlayoutReport;
  /** The first hundred complaints; `complaintCount` counts all. */
  readonly complaints: readonly Complaint[];
  readonly complaintCount: number;
  readonly framesSent: number;
  readonly framesLost: number;
  readonly framesReordered: number;
  readonly framesDuplicated: number;
  /** Pieces of the agent's audio that the caller did not hear. */
  readonly piecesLost: number;
  /** Number of times the network was stalled. */
  readonly networkStalls: number;
}

/** The far end of a stream without socket or clock: time and messages are its only inputs. */
export interface FarLine {
  readonly format: WireFormat;
  /** Returns the messages due by `atMs`, in order: caller frames, acknowledgements, and those passed to `send`. */
  pump(atMs: number): readonly (string | Uint8Array)[];
  /** Returns the time at which to call `pump` next. */
  nextMs(): number;
  receive(message: string | Uint8Array, atMs: number): readonly FarCommand[];
  say(clip: Clip): SaidClip;
  hush(): void;
  send(event: FarEvent, atMs: number): void;
  /** Sends a message unchanged, well formed or not. */
  sendRaw(message: string | Uint8Array, atMs: number): void;
  /** Stops streaming audio, as a half-dead provider does. */
  mute(): void;
  /** True while the caller speaks a clip. */
  readonly speaking: boolean;
  /** True while agent audio or marks are unplayed; always false if the server sends silence as well. */
  readonly agentBusy: boolean;
  /** Audible spans of the agent so far, in samples. */
  readonly agentAudible: AudibleMeter['spans'];
  readonly clearsMs: readonly number[];
  record(atMs: number): LineRecord;
}

const keptComplaints = 100;
/** Rounding error of dividing and multiplying by the pace. */
const clockGrainMs = 1e-6;
const defaultComfortNoiseDbfs = -65;

export function createFarLine(options: FarLineOptions): FarLine {
  const { dialect, identity } = options;
  const { bufferMs, clears, longestGapMs } = dialect;
  const { format } = identity;
  const session = dialect.open(identity);
  const frameSamples = Math.round((format.rateHz * (options.frameMs ?? dialect.frameMs)) / 1000);
  const frameMs = (frameSamples * 1000) / format.rateHz;
  /** Factor from the server's time to this end's clock. */
  const pace = 1 + (options.network?.driftPpm ?? 0) / 1_000_000;
  const noise = options.comfortNoiseDbfs === undefined ? defaultComfortNoiseDbfs : options.comfortNoiseDbfs;
  const caller = createCallerLine(noise === null ? {} : { comfortNoiseDbfs: noise });
  const uplink = createUplink<string | Uint8Array>(options.network);
  const downlink =
    options.network?.down && createDownlink({ ...options.network.down, seed: (options.network.seed ?? 1) + 10 });
  const callerTrack = createTrack();
  const complaints: Complaint[] = [];
  const acks = {
    ...(dialect.acknowledgesCleared === true ? ({ onClear: 'acknowledge' } as const) : {}),
    ...options.acks,
  };
  const playout = createPlayout({ rateHz: format.rateHz, bufferMs, clears, longestGapMs, acks });
  let complaintCount = 0;
  let frames = 0;
  let muted = false;

  const send = (event: FarEvent, atMs: number): void => {
    for (const message of session.print(event)) {
      uplink.offer(message, event.type === 'audio' ? 'media' : 'signal', atMs);
    }
  };
  const sendFrame = (): void => {
    const spoken = caller.take(frameSamples);
    const samples = options.distort?.(spoken) ?? spoken;
    const payload = encodeWire(format, samples);
    callerTrack.append(decodeWire(format, payload));
    const startMs = frames * frameMs;
    frames += 1;
    // A provider sends a frame once its last sample has been spoken.
    if (!muted) send({ type: 'audio', payload, atMs: startMs }, startMs + frameMs);
  };
  const obey = (command: FarCommand, atMs: number, lost = false): void => {
    if (command.type === 'audio') {
      const samples = decodeWire(format, command.payload);
      playout.push(lost ? new Float32Array(samples.length) : samples, atMs);
    }
    if (command.type === 'mark') playout.mark(command.name, atMs);
    else if (command.type === 'clear') {
      playout.clear(atMs);
      send({ type: 'cleared' }, atMs);
    }
  };

  return {
    format,
    pump(serverMs) {
      const atMs = serverMs * pace;
      while ((frames + 1) * frameMs <= atMs + clockGrainMs) sendFrame();
      for (const { command, lost } of downlink?.due(atMs + clockGrainMs) ?? []) obey(command, atMs, lost);
      for (const name of playout.advance(atMs)) send({ type: 'played', name }, atMs);
      return uplink.due(atMs + clockGrainMs);
    },
    nextMs: () =>
      Math.min(
        (frames + 1) * frameMs,
        playout.nextAckMs() ?? Infinity,
        uplink.nextDueMs() ?? Infinity,
        downlink?.nextDueMs() ?? Infinity,
      ) / pace,
    receive(message, serverMs) {
      const atMs = serverMs * pace;
      const parsed = session.parse(message);
      complaintCount += parsed.complaints.length;
      complaints.push(...parsed.complaints.slice(0, keptComplaints - complaints.length));
      for (const command of parsed.commands) {
        if (downlink === undefined) obey(command, atMs);
        else downlink.offer(command, atMs);
      }
      return parsed.commands;
    },
    say(clip) {
      const samples = resample(clip.samples, clip.rateHz, format.rateHz);
      const place = caller.say(samples);
      const bounds = speechBounds({ samples, rateHz: format.rateHz }) ?? { startSample: 0, endSample: samples.length };
      const speech = {
        startSample: place.startSample + bounds.startSample,
        endSample: place.startSample + bounds.endSample,
      };
      return { clip: place, speech };
    },
    hush: () => caller.hush(),
    send: (event, atMs) => send(event, atMs * pace),
    sendRaw: (message, atMs) => uplink.offer(message, 'signal', atMs * pace),
    mute() {
      muted = true;
    },
    get speaking() {
      return caller.speaking;
    },
    get agentBusy() {
      return dialect.isContinuous !== true && (playout.busy || downlink?.nextDueMs() !== undefined);
    },
    agentAudible: playout.audible,
    clearsMs: playout.clearsMs,
    record(atMs) {
      playout.advance(atMs * pace);
      const agent = playout.track();
      const length = Math.max(agent.length, callerTrack.length);
      return {
        format,
        caller: padded(callerTrack.slice(), length),
        agent: padded(agent, length),
        playout: playout.report(),
        complaints: [...complaints],
        complaintCount,
        framesSent: frames,
        framesLost: uplink.lost,
        framesReordered: uplink.reordered,
        framesDuplicated: uplink.duplicated,
        piecesLost: downlink?.lost ?? 0,
        networkStalls: uplink.stalls,
      };
    },
  };
}

function padded(samples: Float32Array, length: number): Float32Array {
  if (samples.length === length) return samples;
  const longer = new Float32Array(length);
  longer.set(samples);
  return longer;
}
