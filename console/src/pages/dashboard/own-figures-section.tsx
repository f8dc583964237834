import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type HomeCard, useChangeHomeCards, useHomeCards } from '../../server/figures.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { FigureBuilder } from './figure-builder.tsx';
import { FigureCard } from './figure-card.tsx';
import { newFigure, titleOf } from './own-figures.ts';

const mostFigures = 12;

/** The figures that a person put together, as cards, and the way to another one. */
export function OwnFiguresSection() {
  const { data, error } = useHomeCards();
  const change = useChangeHomeCards();
  const [edited, setEdited] = useState<HomeCard>();
  const [trouble, setTrouble] = useState<string>();
  const figures = data?.cards ?? [];
  const save = (figure: HomeCard) =>
    change((cards) =>
      cards.some(({ id }) => id === figure.id)
        ? cards.map((one) => (one.id === figure.id ? figure : one))
        : [...cards, figure],
    );
  const remove = async (figure: HomeCard): Promise<void> => {
    const answer = await change((cards) => cards.filter(({ id }) => id !== figure.id));
    setTrouble(answer.ok ? undefined : answer.detail);
  };
  return (
    <section aria-labelledby="own-figures">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="own-figures">
          {t('Your figures')}
        </Title>
        {data !== undefined && figures.length < mostFigures && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setEdited(newFigure(freshKey()))}
          >
            {t('Add a figure')}
          </Button>
        )}
      </Group>
      <TroubleLine text={trouble ?? error?.message} />
      {figures.length === 0 ? (
        <Text size="sm" className="quiet">
          {t('Put a measure, a split and a period together, and it stays here as a card, wherever you sign in.')}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {figures.map((figure) => (
            <FigureCard
              key={figure.id}
              figure={figure}
              actions={
                <Group gap={4} mt={4}>
                  <Button variant="subtle" size="compact-sm" onClick={() => setEdited(figure)}>
                    {t('Change')}
                    <span className="unseen">: {titleOf(figure)}</span>
                  </Button>
                  <Button variant="subtle" size="compact-sm" onClick={() => void remove(figure)}>
                    {t('Remove')}
                    <span className="unseen">: {titleOf(figure)}</span>
                  </Button>
                </Group>
              }
            />
          ))}
        </SimpleGrid>
      )}
      {edited !== undefined && (
        <FigureBuilder key={edited.id} from={edited} save={save} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}
