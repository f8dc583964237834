import { describeMachine, machineLine } from '../machine.ts';
import { writeResults } from '../table.ts';

/** What a trial tested, its result, and the limit. */
export interface Verdict {
  /** Name with its number in docs/reliability.md: `R-11 malformed frames, uws`. */
  readonly test: string;
  readonly figure: string;
  readonly limit: string;
  /** `skip`: cannot be determined here; the measured value gives the reason. */
  readonly outcome: 'pass' | 'fail' | 'skip';
  readonly seed?: number;
}

export const judged = (passed: boolean): Verdict['outcome'] => (passed ? 'pass' : 'fail');

function verdictLine({ test, figure, limit, outcome, seed }: Verdict): string {
  const drawn = seed === undefined ? '' : ` | seed ${seed}`;
  return `${outcome.toUpperCase()} | ${test} | ${figure} | limit: ${limit}${drawn}`;
}

/**
 * Prints a line for each verdict below a description of the machine, and writes them with all measurements. Returns the
 * exit status.
 */
export async function conclude(out: string, verdicts: readonly Verdict[], measured: object = {}): Promise<number> {
  process.stdout.write(`${machineLine(describeMachine())}\n`);
  for (const verdict of verdicts) process.stdout.write(`${verdictLine(verdict)}\n`);
  await writeResults(out, { verdicts, ...measured });
  return verdicts.some(({ outcome }) => outcome === 'fail') ? 1 : 0;
}
