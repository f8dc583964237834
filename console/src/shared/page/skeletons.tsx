import { Paper, Skeleton, Stack } from '@mantine/core';
import { t } from '../../language/text.ts';

const rows = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Placeholder of a page while its code or data loads. */
export const PageSkeleton = ({ label = t('Loading') }: { readonly label?: string }) => (
  <div role="status" aria-label={label}>
    <Skeleton height={32} width={220} mb="lg" />
    <Paper className="surface" p="md">
      <Stack gap="md">
        {rows.map((row) => (
          <Skeleton key={row} height={28} />
        ))}
      </Stack>
    </Paper>
  </div>
);
