import { Button, Group, SimpleGrid, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useOrganisation } from '../../server/organisation.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import { FigureBuilder } from './figure-builder.tsx';
import { FigureCard } from './figure-card.tsx';
import { newFigure, type OwnFigure, titleOf, useOwnFigures } from './own-figures.ts';

const mostFigures = 12;

/** The figures that a person put together, as cards, and the way to another one. */
export function OwnFiguresSection() {
  const organisation = useOrganisation().data?.uuid;
  return organisation === undefined ? null : <Cards organisation={organisation} />;
}

function Cards({ organisation }: { readonly organisation: string }) {
  const [figures, setFigures] = useOwnFigures(organisation);
  const [edited, setEdited] = useState<OwnFigure>();
  const save = (figure: OwnFigure): void => {
    const others = figures.filter(({ id }) => id !== figure.id);
    setFigures(
      others.length < figures.length
        ? figures.map((one) => (one.id === figure.id ? figure : one))
        : [...others, figure],
    );
    setEdited(undefined);
  };
  return (
    <section aria-labelledby="own-figures">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="own-figures">
          {t('Your figures')}
        </Title>
        {figures.length < mostFigures && (
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
      {figures.length === 0 ? (
        <Text size="sm" className="quiet">
          {t('Put a measure, a split and a period together, and it stays here as a card in this browser.')}
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
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    onClick={() => setFigures(figures.filter(({ id }) => id !== figure.id))}
                  >
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
        <FigureBuilder key={edited.id} from={edited} onSave={save} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}
