import { pause, systemClock } from '../../kit/clock.ts';
import type { Answer } from '../answer-document.ts';
import type { FarDialectName } from '../dialects.ts';
import { type CallRun, placeCall } from '../far-end.ts';
import type { ProviderCall } from './provider-call.ts';

/** Behaviour of the person who picks up. They hang up when the promise settles. */
export type Talk = (
  answer: Answer,
  call: Pick<ProviderCall, 'id' | 'from' | 'to' | 'fate' | 'hungUp'>,
) => Promise<void>;

/** Says nothing and opens no stream. */
export const signalOnly: Talk = async (_answer, { fate, hungUp }) => pause(systemClock, fate.talkMs, hungUp.signal);

/** Opens the stream as the provider does, and keeps it open until `hold` settles or either side hangs up. */
export const talkOver =
  (dialect: FarDialectName, hold: (run: CallRun, call: Parameters<Talk>[1]) => Promise<unknown>): Talk =>
  async (answer, call) => {
    if (answer.kind !== 'stream') return;
    const run = placeCall({
      dialect,
      url: answer.url,
      identity: { callId: call.id, from: call.from, to: call.to, custom: answer.custom },
      ...(answer.format === undefined ? {} : { format: answer.format }),
    });
    const gone = new Promise<void>((resolve) => {
      call.hungUp.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    if (await run.opened) await Promise.race([hold(run, call), run.ended, gone]);
    if (!run.over) await run.hangUp();
  };
