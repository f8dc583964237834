import { Button, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type SplitSummary, useSplitOf, useSplits } from '../../server/agent-splits.ts';
import { dateAndTime } from '../../shared/page/figures.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { SplitResults } from './split-results.tsx';
import { splitText } from './split-text.ts';

/** The split tests of an agent before the latest one, each with its results. */
export function EarlierSplits({ agentUuid }: { readonly agentUuid: string }) {
  const { data } = useSplits(agentUuid);
  const [open, setOpen] = useState<string>();
  const earlier = data?.splits.slice(1) ?? [];
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier-splits">
      <Title order={3} size="h5" id="earlier-splits" mt="lg" mb="xs">
        {t('Earlier split tests')}
      </Title>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {earlier.map((split) => (
          <li key={split.uuid}>
            <Text size="sm" mb={6}>
              {splitText(split)}
            </Text>
            <Button
              variant="default"
              size="xs"
              aria-expanded={open === split.uuid}
              aria-label={t('Results of the test since {began}', { began: dateAndTime(split.started_at) })}
              onClick={() => setOpen(open === split.uuid ? undefined : split.uuid)}
            >
              {t('Results')}
            </Button>
            {open === split.uuid && <Results split={split} />}
          </li>
        ))}
      </Stack>
    </section>
  );
}

function Results({ split }: { readonly split: SplitSummary }) {
  const { data, error } = useSplitOf(split);
  if (error !== null) return <TroubleLine text={error.message} />;
  return data === undefined ? (
    <Loader size="sm" aria-label={t('Loading the split test')} />
  ) : (
    <SplitResults split={data} />
  );
}
