import { t } from '../../language/text.ts';
import type { SplitSummary } from '../../server/agent-splits.ts';
import { dateAndTime } from '../../shared/page/figures.ts';

/** Says which share of the contacts got which version, when, and how the test ended. */
export function splitText({
  version,
  other_version: other,
  percent,
  started_at: began,
  ended_at: ended,
  ended_by: by,
}: SplitSummary): string {
  const values = {
    other,
    version,
    percent,
    began: dateAndTime(began),
    ended: ended === null ? '' : dateAndTime(ended),
  };
  if (ended === null)
    return t('{percent}% of the contacts get version {other} instead of version {version}, since {began}.', values);
  return by === 'promoted'
    ? t('{percent}% of the contacts got version {other} from {began} to {ended}; then it was published.', values)
    : t('{percent}% of the contacts got version {other} from {began} to {ended}; then the test was stopped.', values);
}
