import { setTimeout as pause } from 'node:timers/promises';
import type { Clip } from '../../media/index.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import { type HeldCall, numberOf, openCall } from './cluster-calls.ts';
import type { TrialCluster } from './cluster-nodes.ts';

/** Rest between two turns of a caller. */
const restMs = 2_000;
const answerMs = 15_000;
const againMs = 500;

/** A caller who speaks in turns, and how many of them were answered. */
export interface TalkingCaller extends HeldCall {
  /** When the agent was first heard. */
  readonly openedAtMs: number;
  spoken: number;
  answered: number;
  /** Answered turns when the fault under trial began. */
  answeredBefore?: number;
}

/** Callers who say the same words again and again, each from a number of its own. */
export function createTalkingCallers(cluster: TrialCluster, words: Clip) {
  const held: TalkingCaller[] = [];
  const live = new Set<TalkingCaller>();
  const counts = { asked: 0, turnedAway: 0 };

  async function open(dialect: 'telephony_a' | 'telephony_b'): Promise<TalkingCaller | undefined> {
    const call = await openCall(cluster, numberOf(counts.asked++), dialect);
    if (call === undefined) {
      counts.turnedAway += 1;
      return undefined;
    }
    const spoken = Object.assign(call, { openedAtMs: Date.now(), spoken: 0, answered: 0 });
    held.push(spoken);
    live.add(spoken);
    return spoken;
  }

  async function turn(call: TalkingCaller): Promise<void> {
    const { run } = call;
    await run.until(() => !run.agentBusy, answerMs);
    const heard = run.agentAudible.length;
    call.spoken += 1;
    run.say(words);
    if (await run.until(() => run.agentAudible.length > heard, answerMs)) call.answered += 1;
    await pause(restMs);
  }

  async function end(call: TalkingCaller): Promise<void> {
    live.delete(call);
    if (call.run.over) call.cut = true;
    else await call.run.hangUp();
  }

  return {
    held,
    live: () => [...live],
    open,
    /** Speaks until `gone`. */
    async talk(call: TalkingCaller, gone: AbortSignal): Promise<void> {
      while (!gone.aborted && !call.run.over) await turn(call);
      await end(call);
    },
    /** Calls, speaks once and hangs up, again and again until `gone`. */
    async line(index: number, gone: AbortSignal): Promise<void> {
      for (let round = index; !gone.aborted; round++) {
        const call = await open(round % 2 === 0 ? 'telephony_a' : 'telephony_b');
        if (call !== undefined) {
          await turn(call);
          await end(call);
        }
        await pause(againMs);
      }
    },
    get asked() {
      return counts.asked;
    },
    get turnedAway() {
      return counts.turnedAway;
    },
  };
}

/** Counts turns, without calls whose server was killed. */
export const turnsOf = (held: readonly TalkingCaller[]) => {
  const whole = held.filter(({ killedAtMs }) => killedAtMs === undefined);
  return {
    spoken: whole.reduce((sum, { spoken }) => sum + spoken, 0),
    answered: whole.reduce((sum, { answered }) => sum + answered, 0),
  };
};

/** Returns how many turns of the caller the record of a call has. */
export async function spokenTurns({ control }: TrialCluster, uuid: string): Promise<number> {
  const record = await createServerClient(control).call(uuid);
  return record?.transcript.filter(({ speaker }) => speaker === 'customer').length ?? 0;
}
