import type { AvailableSpeech } from '../engines/available.ts';
import { route } from '../engines/route.ts';
import type { Scope } from '../kit/scope.ts';
import { lineRateOf } from '../line/audio.ts';
import type { WireEvent } from '../line/wire.ts';
import type { CallEndReason, CallEvent, CallPlan } from '../ports.ts';
import type { WireStream } from '../wire/server.ts';
import { createCallAlarms } from './call-alarms.ts';
import { type CallLine, openCallLine } from './call-line.ts';
import type { CallEquipment } from './equipment.ts';
import { sessionOf } from './session.ts';
import type { Supervised } from './supervision/supervised.ts';

export interface Call {
  readonly callUuid: string;
  /** Speaks a farewell if there is time for one, then ends the call. */
  end(reason: CallEndReason): void;
  /** Resolves when the line is closed and everything has been recorded. */
  readonly over: Promise<void>;
  /** Access for people who listen; undefined until the stream has begun. */
  readonly supervised: Supervised | undefined;
}

/** A stream that does not begin within this time is closed. */
const startWithinMs = 10_000;

type Start = WireEvent & { type: 'start' };

/** Runs one call on one stream until either side ends it. Never throws: an error ends only this call. */
export function holdCall(stream: WireStream, plan: CallPlan, equipment: CallEquipment, scope: Scope): Call {
  const { clock, ports } = equipment;
  let line: CallLine | undefined;
  let endReason: CallEndReason | undefined;
  let saidEnded = false;
  let wireFault: string | undefined;
  const session = sessionOf(plan);
  const note = (event: CallEvent): void => ports.log.append(session, event);
  const { callUuid } = plan;
  const alarms = createCallAlarms({ callUuid, nowMs: () => line?.nowMs() ?? 0, note, log: equipment.log });
  const { alarm, trouble } = alarms;

  /** Runs a part of the call; an error in it ends only this call. */
  function guarded(part: () => void): void {
    try {
      part();
    } catch (error) {
      trouble(error);
      close('fault');
    }
  }

  /** Closes the stream, which ends the call. */
  function close(reason: CallEndReason): void {
    endReason ??= reason;
    sayEnded(endReason);
  }

  /** Sends the last message to the far end, after the caller's last words, which take a moment to be recognised. */
  function sayEnded(reason: CallEndReason): void {
    if (saidEnded) return;
    saidEnded = true;
    stream.send({ type: 'ended', reason });
    stream.close(1000, reason);
  }

  function begin(start: Start): void {
    if (line !== undefined) return;
    const { expectedRateHz, rateSetting } = plan;
    // A stream at another rate than configured sounds wrong to listeners that use the configured rate.
    if (expectedRateHz !== undefined && expectedRateHz !== start.format.rateHz)
      alarm('sample_rate_mismatch', mismatchOf(start.format.rateHz, expectedRateHz, rateSetting));
    note({
      type: 'started',
      atMs: 0,
      format: start.format,
      providerCallId: start.callId,
      streamId: start.streamId,
      wallMs: Date.now(),
    });
    const routed = routeOf(plan, start, equipment.available);
    const { alarm: doubt, fault } = routed;
    stream.readAudio({
      hear(audio) {
        if (endReason === undefined) guarded(() => hear(audio));
      },
    });
    line = openCallLine({ stream, plan, route: routed, equipment, scope, start, note, trouble, close, guarded });
    stream.send({ type: 'ready', callUuid });
    if (doubt !== undefined) trouble(doubt);
    if (fault === undefined) return line.begin();
    trouble(fault);
    line.dialogue.farewell('fault');
  }

  function hear(event: WireEvent): void {
    switch (event.type) {
      case 'start':
        return begin(event);
      case 'audio':
        return line?.audio(event.payload, event.number);
      case 'dtmf':
        return line?.key(event.digit);
      case 'played':
        return line?.played(event.name, event.isEstimated === true);
      case 'interrupt':
        return line?.dialogue.interrupt();
      case 'trouble':
        return alarms.ofProvider(event.reason);
      case 'stop':
        return stopped(event.reason);
      case 'cleared':
    }
  }

  function stopped(reason: string): void {
    if (endReason !== undefined) return;
    const isFaulty = reason.startsWith('fault');
    endReason = isFaulty ? 'fault' : reason === 'server closing' ? 'shutdown' : 'caller_hung_up';
    if (isFaulty) wireFault = reason;
    if (reason === 'idle') alarm('provider_trouble', 'the far end sent nothing more');
  }

  async function run(): Promise<void> {
    const cancelDeadline = clock.after(startWithinMs, () => {
      if (line === undefined) guarded(() => close('fault'));
    });
    scope.defer(cancelDeadline);
    for await (const event of stream.events) {
      guarded(() => hear(event));
      if (endReason !== undefined) break;
    }
    endReason ??= 'caller_hung_up';
    // One alarm, at the end, because any number of messages may be invalid.
    const wireTrouble = [wireFault, stream.ignored].filter((text) => text !== undefined).join('; ');
    if (wireTrouble !== '') alarm('wire_protocol', wireTrouble);
    const overMs = (await line?.finish()) ?? 0;
    sayEnded(endReason);
    note({ type: 'ended', atMs: Math.round(overMs), reason: endReason, wallMs: Date.now() });
  }

  const over = run()
    .catch(trouble)
    .then(() => scope.close(endReason ?? 'fault'))
    .catch(trouble);

  return {
    callUuid,
    end(reason) {
      guarded(() => {
        if (line === undefined) close(reason);
        else line.dialogue.farewell(reason);
      });
    },
    over,
    get supervised() {
      return endReason === undefined ? line?.supervised : undefined;
    },
  };
}

/** Chooses the speech engines of a call. */
const routeOf = ({ voice, brain, recogniser, languages }: CallPlan, { format }: Start, available: AvailableSpeech) =>
  route(
    {
      voice,
      languageCode: brain.languageCode,
      rateHz: lineRateOf(format),
      ...(recogniser === undefined ? {} : { recogniser }),
      ...(languages === undefined ? {} : { languages }),
    },
    available,
  );

function mismatchOf(saidHz: number, expectedHz: number, setting: string | undefined): string {
  const advice =
    setting === undefined
      ? 'use one rate on both sides'
      : `set ${setting}=${saidHz}, or the other rate at the provider`;
  return `the stream says ${saidHz} Hz, the configuration ${expectedHz} Hz: ${advice}`;
}
