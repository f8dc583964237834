import type { CallRun, SaidLine } from '../../media/index.ts';
import type { StoredLine } from './server-client.ts';

export interface NarrationOptions {
  readonly say: (line: string) => void;
  /** Returns the transcript so far, for dialects that do not send it. */
  readonly lines: (() => Promise<readonly StoredLine[]>) | undefined;
}

export interface Narration {
  readonly onLine: (line: SaidLine) => void;
  close(): Promise<void>;
}

const pollMs = 1_000;
const answerPatienceMs = 20_000;

/** Prints a call as it happens: what the caller says, how soon the reply was audible, what each side understood. */
export function narrate(run: CallRun, { say, lines }: NarrationOptions): Narration {
  const tell = (who: string, text: string): void => say(`${clockOf(run.nowMs())}  ${who.padEnd(8)} ${text}`);
  const narrated = new Set<string>();
  const tellLine = (speaker: string, key: string, text: string): void => {
    if (narrated.has(key) || text.trim() === '') return;
    narrated.add(key);
    tell(speaker, text);
  };
  const unwatch = run.watch(({ command }) => {
    if (command.type === 'transcript' && command.final) {
      tellLine(command.speaker === 'agent' ? 'agent' : 'heard', `${command.id}${command.text}`, command.text);
    }
    if (command.type === 'ended') tell('ended', command.reason);
  });
  let polling = Promise.resolve();
  const poll = async (): Promise<void> => {
    for (const line of (await lines?.()) ?? []) {
      tellLine(line.speaker === 'agent' ? 'agent' : 'heard', `${line.turn} ${line.speaker} ${line.startMs}`, line.text);
    }
  };
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, pollMs);
  if (lines === undefined) clearInterval(timer);

  return {
    onLine(line) {
      tell('caller', `${line.label}${line.kind === 'barge_in' ? '  (interrupting)' : ''}`);
      const endSample = line.place.speech.endSample;
      const answer = () => run.agentAudible.find((span) => span.startSample >= endSample);
      void run
        .until(() => answer() !== undefined, answerPatienceMs + lengthMs(run, line))
        .then(() => {
          const span = answer();
          if (span === undefined) return;
          const latencyMs = ((span.startSample - endSample) * 1000) / run.format.rateHz;
          tell('', `answer audible after ${Math.round(latencyMs)} ms`);
        });
    },
    async close() {
      clearInterval(timer);
      unwatch();
      await polling;
    },
  };
}

const lengthMs = (run: CallRun, { place }: SaidLine): number =>
  ((place.clip.endSample - place.clip.startSample) * 1000) / run.format.rateHz;

const clockOf = (ms: number): string => {
  const seconds = ms / 1000;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`;
};
