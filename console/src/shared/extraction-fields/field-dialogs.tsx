import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { ExtractionField } from '../../server/answers.ts';
import { removeField, useExtractionFields } from '../../server/extraction-fields.ts';
import { useMe } from '../account/use-account.ts';
import { Confirm } from '../dialog/confirm.tsx';
import { useAnnouncer } from '../page/announcement.tsx';
import { AgainDialog } from './again-dialog.tsx';
import { FieldDialog } from './field-dialog.tsx';

/** The action chosen for the fields. `category` is that of a new criterion. */
export type FieldWish =
  | { readonly kind: 'add'; readonly category?: string }
  | { readonly kind: 'again' }
  | { readonly kind: 'edit' | 'remove'; readonly field: ExtractionField };

/** The fields that apply to the organisation, and the change in progress. */
export function useFieldWishes() {
  const me = useMe().data;
  const isSuperadmin = me?.superadmin === true;
  const query = useExtractionFields();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<FieldWish>();
  const close = (): void => setWish(undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['extraction-fields'] });
    await queries.invalidateQueries({ queryKey: ['rubrics'] });
    close();
    announcer.sayHere(sentence);
  };
  return {
    query,
    fields: query.data?.fields ?? [],
    isSuperadmin,
    mayWrite: isSuperadmin || me?.role === 'admin',
    /** Fields of the whole server are changed by superadmins only. */
    mayChange: ({ scope }: Pick<ExtractionField, 'scope'>): boolean =>
      isSuperadmin || (me?.role === 'admin' && scope === 'organisation'),
    announcer,
    wish,
    setWish,
    close,
    done,
  };
}

export type FieldWishes = ReturnType<typeof useFieldWishes>;

/** "Analyse calls again", and the button that adds a field. */
export const FieldButtons = ({ setWish, create }: Pick<FieldWishes, 'setWish'> & { readonly create: string }) => (
  <Group gap="sm">
    <Button variant="default" onClick={() => setWish({ kind: 'again' })}>
      {t('Analyse calls again')}
    </Button>
    <Button onClick={() => setWish({ kind: 'add' })}>{create}</Button>
  </Group>
);

/** Explains why the page has no buttons. */
export const ReadOnlyNote = ({
  mayWrite,
  isSuperadmin,
  query,
}: Pick<FieldWishes, 'mayWrite' | 'isSuperadmin' | 'query'>) =>
  !isSuperadmin &&
  query.data !== undefined && (
    <Text className="quiet" mb="md">
      {mayWrite
        ? t(
            'You can change what belongs to your organisation. What applies to the whole server is marked, and the person who runs the server can change it.',
          )
        : t(
            'The admins of your organisation can change these. What applies to the whole server is marked, and the person who runs the server can change it.',
          )}
    </Text>
  );

interface FieldDialogsProps {
  readonly wishes: FieldWishes;
  /** Category of a new criterion; undefined for other fields. */
  readonly category?: string;
  /** Noun for the deleted object, as its button names it. */
  readonly what: string;
  /** What remains after a deletion. */
  readonly left: string;
}

/** Dialog for the change in progress. */
export function FieldDialogs({ wishes, category, what, left }: FieldDialogsProps) {
  const { wish, fields, close, done } = wishes;
  switch (wish?.kind) {
    case 'add':
    case 'edit': {
      const own = wish.kind === 'add' ? wish.category : wish.field.group;
      return (
        <FieldDialog
          field={wish.kind === 'edit' ? wish.field : undefined}
          {...(category === undefined ? {} : { category: own ?? category })}
          keys={fields.map(({ key }) => key)}
          isSuperadmin={wishes.isSuperadmin}
          onCancel={close}
          onDone={(name) => void done(t('{name} saved. Analyse calls again to apply it to earlier calls.', { name }))}
        />
      );
    }
    case 'again':
      return <AgainDialog onCancel={close} onDone={(sentence) => void done(sentence)} />;
    case 'remove':
      return (
        <Confirm
          title={t('Delete {name}?', { name: wish.field.name })}
          action={t('Delete the {what}', { what })}
          send={() => removeField(wish.field.id)}
          onDone={() => done(t('{name} deleted.', { name: wish.field.name }))}
          onGone={() => done(t('{name} had been deleted already.', { name: wish.field.name }))}
          onCancel={close}
        >
          {left}
        </Confirm>
      );
    default:
      return null;
  }
}
