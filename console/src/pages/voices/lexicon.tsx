import { Button, Group, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Pronunciation, removePronunciation, usePronunciations, wordSpoken } from '../../server/voices.ts';
import { ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { ClipButton } from '../../shared/voices/clip-button.tsx';
import { PronunciationDialog } from './pronunciation-dialog.tsx';

interface LexiconProps {
  readonly mayWrite: boolean;
  /** Announces the result of an action. */
  readonly say: (sentence: string) => void;
}

type Wish = { readonly kind: 'add' } | { readonly kind: 'change' | 'delete'; readonly one: Pronunciation };

const columns = [{ name: t('Word') }, { name: t('Said as') }, { name: t('Actions'), isUnseen: true }] as const;

/** Words that voices would mispronounce. */
export function Lexicon({ mayWrite, say }: LexiconProps) {
  const query = usePronunciations();
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const close = (): void => setWish(undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['pronunciations'] });
    close();
    say(sentence);
  };
  const words = query.data?.pronunciations ?? [];
  return (
    <section aria-labelledby="lexicon" style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="lexicon">
          {t('Pronunciation')}
        </Title>
        {mayWrite && (
          <Button variant="default" onClick={() => setWish({ kind: 'add' })}>
            {t('Add word')}
          </Button>
        )}
      </Group>
      <ListFrame
        what={t('words')}
        query={query}
        columns={columns}
        empty={
          words.length === 0 && query.data !== undefined
            ? t('No words yet. Add names and terms that voices mispronounce; the next call uses your pronunciation.')
            : undefined
        }
      >
        {words.map((one) => (
          <Table.Tr key={one.uuid}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Text fw={600} component="span">
                {one.word}
              </Text>
            </Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{one.phonemes ?? one.respelling}</Table.Td>
            <Table.Td>
              {mayWrite && (
                <RowActions
                  name={one.word}
                  more={[
                    { text: t('Change'), onChoose: () => setWish({ kind: 'change', one }) },
                    { text: t('Delete'), onChoose: () => setWish({ kind: 'delete', one }) },
                  ]}
                >
                  <ClipButton
                    label={t('Listen')}
                    what={t('to {word}', { word: one.word })}
                    load={() => wordSpoken({ word: one.word, phonemes: one.phonemes, respelling: one.respelling })}
                    isFresh
                  />
                </RowActions>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {wish !== undefined && wish.kind !== 'delete' && (
        <PronunciationDialog
          before={wish.kind === 'change' ? wish.one : undefined}
          onCancel={close}
          onDone={({ word }) => void done(t('The next call says {word} as given.', { word }))}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={t('Delete {word}?', { word: wish.one.word })}
          action={t('Delete the word')}
          send={() => removePronunciation(wish.one.uuid)}
          onDone={() => done(t('{word} deleted.', { word: wish.one.word }))}
          onGone={() => done(t('{word} had been deleted already.', { word: wish.one.word }))}
          onCancel={close}
        >
          {t('Voices say the word by their own rules again, from the next call on.')}
        </Confirm>
      )}
    </section>
  );
}
