import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { useAgentsSeen } from '../../server/call-uploads.ts';
import type { HomeCard } from '../../server/figures.ts';
import { useFlows } from '../../server/queries.ts';
import { Dialog, useGoBack } from '../../shared/dialog/dialog.tsx';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { windowOptions } from '../../shared/statistics/window-options.ts';
import { FigureCard } from './figure-card.tsx';
import { charts, measures, splits } from './own-figures.ts';

interface FigureBuilderProps {
  readonly from: HomeCard;
  readonly save: (figure: HomeCard) => Promise<Answer<unknown>>;
  readonly onClose: () => void;
}

/** Puts a figure together, with what it shows now. */
export function FigureBuilder({ from, save, onClose }: FigureBuilderProps) {
  const [figure, setFigure] = useState(from);
  const { cancel } = useGoBack(onClose);
  const { trouble, isBusy, send } = useSending();
  const agents = useAgentsSeen().data?.agents ?? [];
  const flows = useFlows().data?.flows ?? [];
  const choice = <Key extends keyof HomeCard>(
    key: Key,
    label: string,
    options: readonly { readonly value: string; readonly label: string }[],
  ) => (
    <NativeSelect
      label={label}
      data={[...options]}
      value={figure[key]}
      onChange={({ currentTarget }) => setFigure({ ...figure, [key]: currentTarget.value })}
    />
  );
  return (
    <Dialog title={t('A figure of your own')} onClose={cancel} isWide>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {choice(
            'measure',
            t('Measure'),
            optionsOf(measures, ({ name }) => name),
          )}
          {choice('split', t('Split'), optionsOf(splits))}
          {choice('window', t('Period'), windowOptions)}
          {choice('chart', t('Shown as'), optionsOf(charts))}
          {choice('agent', t('Agent'), [
            { value: '', label: t('All agents') },
            ...agents.map(({ uuid, name }) => ({ value: uuid ?? name, label: name })),
          ])}
          {choice('campaign', t('Campaign'), [
            { value: '', label: t('All campaigns') },
            ...flows.map(({ uuid, name }) => ({ value: uuid, label: name })),
          ])}
          {choice('direction', t('Direction'), [
            { value: '', label: t('All directions') },
            ...optionsOf({ inbound: t('Inbound'), outbound: t('Outbound') }),
          ])}
        </SimpleGrid>
        <FigureCard figure={figure} />
        <TroubleLine text={trouble} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={cancel}>
            {t('Cancel')}
          </Button>
          <Button
            loading={isBusy}
            onClick={async () => {
              const answer = await send(() => save(figure));
              if (answer?.ok) cancel();
            }}
          >
            {t('Show on Home')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const optionsOf = <Value,>(
  names: Readonly<Record<string, Value>>,
  textOf: (value: Value) => string = (value) => String(value),
) => Object.entries(names).map(([value, name]) => ({ value, label: textOf(name) }));
