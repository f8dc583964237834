import { Button, Loader, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type SplitSummary, useSplitOf, useSplits } from '../../server/agent-splits.ts';
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
      <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {earlier.map((split) => (
          <li key={split.uuid}>
            <Button
              variant="subtle"
              size="compact-sm"
              h="auto"
              styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
              aria-expanded={open === split.uuid}
              onClick={() => setOpen(open === split.uuid ? undefined : split.uuid)}
            >
              {splitText(split)}
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
