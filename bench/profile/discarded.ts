import type { ServerAddress } from '../../src/cli/credential.ts';
import { renderTable, round } from '../table.ts';

/** Counters of the server's work, by series and labels as `/metrics` prints them. */
export type WorkCounters = ReadonlyMap<string, number>;

const series =
  /^(parley_(?:inference_jobs|inference_job_seconds|speculative_replies|speculative_speech_seconds)_total\{[^}]*\}) (\S+)$/;

/** Reads the counters of finished and discarded work. */
export async function readWork({ baseUrl }: ServerAddress): Promise<WorkCounters> {
  const response = await fetch(`${baseUrl}/metrics`);
  const lines = (await response.text()).split('\n').map((line) => series.exec(line));
  return new Map(lines.flatMap((match) => (match === null ? [] : [[match[1]!, Number(match[2])] as const])));
}

/** Returns a table of the jobs between two readings, and of the replies of calls that ended between them. */
export function discardedTable(before: WorkCounters, after: WorkCounters): string {
  const grown = (name: string): number => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const kinds = [...after.keys()].flatMap(
    (name) => /^parley_inference_jobs_total\{kind="([^"]+)",outcome="finished"/.exec(name)?.[1] ?? [],
  );
  const job = (what: string, kind: string, outcome: string): number =>
    grown(`parley_inference_${what}_total{kind="${kind}",outcome="${outcome}"}`);
  const reply = (what: string, outcome: string): number =>
    grown(`parley_speculative_${what}_total{outcome="${outcome}"}`);
  return renderTable(
    ['work', 'finished', 'seconds', 'dropped', 'seconds'],
    [
      ...kinds.map((kind) => [
        kind,
        job('jobs', kind, 'finished'),
        round(job('job_seconds', kind, 'finished'), 2),
        job('jobs', kind, 'dropped'),
        round(job('job_seconds', kind, 'dropped'), 2),
      ]),
      [
        'speculative replies, seconds of audio',
        reply('replies', 'used'),
        round(reply('speech_seconds', 'used'), 1),
        reply('replies', 'dropped'),
        round(reply('speech_seconds', 'dropped'), 1),
      ],
    ],
  );
}
