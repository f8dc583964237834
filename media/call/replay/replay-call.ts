import type { AgentPlan } from '../../line/agent.ts';
import type { Clip } from '../../line/audio.ts';
import { MediaFault } from '../../line/fault.ts';
import type { CallEvent, RecognitionEntry } from '../../ports.ts';
import { answerAgain, type ComparedReply } from '../dialogue/answer-again.ts';
import { hearAgain } from './replay.ts';
import { type ComparedTurn, compareRecognition, partingOf } from './replay-diff.ts';
import { openReplayModels, type ReplayModelOptions } from './replay-models.ts';

/** A stored call. */
export interface KeptCall {
  readonly callUuid: string;
  readonly events: readonly CallEvent[];
  readonly caller: Clip;
  readonly agent: Clip;
  /** The agent's plan, required to request its replies again. */
  readonly plan?: AgentPlan;
}

export interface ReplayReport {
  /** True if recognition is identical bit for bit and any repeated replies word for word. */
  readonly same: boolean;
  readonly audioMs: number;
  readonly tookMs: number;
  readonly turns: readonly ComparedTurn[];
  /** First difference between the two journals, inside or outside of a turn. */
  readonly parting?: NonNullable<ComparedTurn['parting']>;
  readonly replies?: readonly ComparedReply[];
  /** Reasons other than a bug why the result may differ. */
  readonly doubts: readonly string[];
}

export interface Replayer {
  /** Throws `replay_impossible` for a call whose log or recording is insufficient. */
  replay(call: KeptCall): Promise<ReplayReport>;
  close(): Promise<void>;
}

/** Opens the models for replays, which run one at a time. Throws `model_missing`, `model_unreadable`. */
export async function openReplayer(options: ReplayModelOptions): Promise<Replayer> {
  const models = await openReplayModels(options);
  return {
    async replay(call) {
      const was = call.events.flatMap((event) => (event.type === 'hearing' ? event.entries : []));
      check(was, call);
      const startMs = performance.now();
      const is = await hearAgain({ caller: call.caller.samples, agent: call.agent.samples, entries: was }, models);
      const { agent } = models;
      const replies =
        agent === undefined || call.plan === undefined
          ? undefined
          : await answerAgain({ ...call, plan: call.plan }, agent);
      const parting = partingOf(was, is);
      return {
        same: parting === undefined && (replies ?? []).every((reply) => reply.same),
        audioMs: (call.caller.samples.length * 1000) / call.caller.rateHz,
        tookMs: performance.now() - startMs,
        turns: compareRecognition(was, is),
        ...(parting === undefined ? {} : { parting }),
        ...(replies === undefined ? {} : { replies }),
        doubts: doubtsOf(call.events, was),
      };
    },
    close: models.close,
  };
}

function check(entries: readonly RecognitionEntry[], { caller }: KeptCall): void {
  const opened = entries[0];
  if (opened === undefined || !('opened' in opened)) {
    throw new MediaFault('replay_impossible', 'the event log has no recognition entries for this call');
  }
  if (opened.opened.rateHz !== caller.rateHz) {
    const rates = `${caller.rateHz} Hz, but the call was recognised at ${opened.opened.rateHz} Hz`;
    throw new MediaFault('replay_impossible', `the recording has ${rates}`);
  }
}

function doubtsOf(events: readonly CallEvent[], entries: readonly RecognitionEntry[]): string[] {
  const doubts: string[] = [];
  if (entries.some((entry) => 'overruns' in entry))
    doubts.push('The voice detector fell behind in this call and skipped some audio.');
  if (events.some((event) => event.type === 'alarm' && event.code === 'recording_failed'))
    doubts.push('The recording has a gap: the replay hears silence where the call had audio.');
  if (!entries.some((entry) => 'in' in entry && entry.in === 'finish'))
    doubts.push('The log ends before the end of the call.');
  if (entries.some((entry) => 'failed' in entry)) doubts.push('A model failed in this call.');
  return doubts;
}
