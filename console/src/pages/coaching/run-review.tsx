import { Group, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { PracticeRun } from '../../server/coaching.ts';
import { dateAndTime } from '../../shared/page/figures.ts';
import { VerdictBadge } from './run-badges.tsx';

/** A user's review, beside the judge's verdict. */
export const ReviewOfRun = ({ review }: { readonly review: NonNullable<PracticeRun['review']> }) => (
  <section aria-label={t('Review')}>
    <Group mt="sm" gap="xs">
      <Text fw={600}>{t('Reviewed {updatedAt}', { updatedAt: dateAndTime(review.updated_at) })}</Text>
      {review.verdict === null ? <Text>{t('The verdict is right.')}</Text> : <VerdictBadge verdict={review.verdict} />}
    </Group>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {review.reason}
    </Text>
  </section>
);
