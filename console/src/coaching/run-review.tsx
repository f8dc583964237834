import { Group, Text } from '@mantine/core';
import { dateAndTime } from '../components/figures.ts';
import type { PracticeRun } from '../server/coaching.ts';
import { VerdictBadge } from './run-badges.tsx';

/** What a person decided, beside the judge's verdict. */
export const ReviewOfRun = ({ review }: { readonly review: NonNullable<PracticeRun['review']> }) => (
  <section aria-label="Review">
    <Group mt="sm" gap="xs">
      <Text fw={600}>Reviewed {dateAndTime(review.updated_at)}</Text>
      {review.verdict === null ? <Text>The verdict is right.</Text> : <VerdictBadge verdict={review.verdict} />}
    </Group>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {review.reason}
    </Text>
  </section>
);
