import { pause, systemClock } from '../../kit/clock.ts';
import type { Callback, CallbackSender } from './callbacks.ts';
import type { ProviderCall, ProviderState } from './provider-call.ts';
import type { Exchange, RestDialect } from './rest-dialect.ts';
import type { Talk } from './talk.ts';

export interface LifeParts {
  readonly dialect: RestDialect;
  readonly sender: CallbackSender;
  readonly talk: Talk;
  readonly exchange: Exchange;
}

const detectedMachine = '9100';

/** Runs a call from its first ring to its last callback. Never rejects. */
export async function live(call: ProviderCall, { dialect, sender, talk, exchange }: LifeParts): Promise<void> {
  const { fate, hungUp } = call;
  const held: Callback[] = [];
  const tell = async (callback: Callback | undefined, isLast = false): Promise<void> => {
    if (callback === undefined || fate.callbacks === 'lost') return;
    if (fate.callbacks === 'late' && !isLast) return void held.push(callback);
    const times = fate.callbacks === 'twice' ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => sender.send(callback)));
  };
  const end = async (state: ProviderState): Promise<void> => {
    call.state = state;
    call.endedAt = new Date();
    await tell(dialect.over(call), true);
    for (const recording of call.recordings)
      if (recording.startedAt !== undefined) await tell(dialect.recorded(call, recording), true);
    for (const callback of held) await sender.send(callback);
  };

  await pause(systemClock, 0, hungUp.signal);
  call.state = 'ringing';
  await tell(dialect.ringing(call));
  const ringing = fate.rung === undefined ? hungUp.signal : AbortSignal.any([hungUp.signal, fate.rung]);
  await pause(systemClock, fate.ringMs, ringing);
  if (hungUp.signal.aborted) return end('cancel');
  if (fate.person === 'machine') {
    call.cause = detectedMachine;
    return end('completed');
  }
  if (fate.person !== 'answers') return end(fate.person === 'no_answer' ? 'no-answer' : fate.person);
  call.state = 'in-progress';
  call.answeredAt = new Date();
  await tell(dialect.answered(call));
  await dialect.carryOut(call, { exchange, send: sender.send, tell, talk }).catch(() => {});
  await end('completed');
}
