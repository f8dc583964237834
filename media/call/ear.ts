import type { CallEvent, HearingSettings } from '../ports.ts';
import { createHearing, type EndedTurn, type Hearing, type HearingOptions } from './hearing.ts';
import { createHearingJournal } from './hearing-journal.ts';
import { createLockstep, type Lockstep } from './lockstep.ts';

export interface EarOptions extends Omit<HearingOptions, keyof HearingSettings> {
  readonly settings: HearingSettings;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** A call's hearing, stepped by its samples and written down as it goes, so that it can be replayed. */
export interface Ear extends Hearing {
  readonly time: Pick<Lockstep, 'beat' | 'stepDue'>;
}

export function createEar(options: EarOptions): Ear {
  const { settings, guarded, note, nowMs } = options;
  const lockstep = createLockstep({ rateHz: settings.rateHz, voiceActivity: options.voiceActivity, guarded });
  const journal = createHearingJournal({
    beat: () => lockstep.beat,
    write: (entries) => note({ type: 'hearing', atMs: nowMs(), entries }),
  });
  journal.note({ opened: settings });
  const hearing = createHearing({
    ...options,
    ...settings,
    voiceActivity: lockstep.voiceActivity,
    recognise: journal.engine('recognise', options.recognise),
    endOfTurn: journal.engine('turn', options.endOfTurn),
    clock: journal.clock(options.clock),
    answersReply(onsetMs) {
      const answers = options.answersReply(onsetMs);
      journal.input('answersReply', answers);
      return answers;
    },
    events: journal.outputs(options.events),
  });
  lockstep.join(hearing.push);

  return {
    push: lockstep.push,
    replyAudible(audible, atMs) {
      journal.input('replyAudible', audible, atMs);
      hearing.replyAudible(audible, atMs);
    },
    async finish() {
      journal.input('finish', lockstep.samples);
      lockstep.flush();
      const last = await hearing.finish();
      if (last !== undefined) journal.note({ out: 'lastWords', args: [lastWords(last)] });
      if (lockstep.overruns > 0) journal.note({ overruns: lockstep.overruns });
      journal.flush();
      return last;
    },
    close: hearing.close,
    time: lockstep,
  };
}

const lastWords = ({ utterance, ...rest }: EndedTurn): object => ({ ...rest, text: utterance.text });
