import { Button, Group, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../language/text.ts';
import { removeTrunk, type Trunk, useTrunks } from '../../../server/sip-trunks.ts';
import { Confirm } from '../../../shared/dialog/confirm.tsx';
import { TroubleNotice } from '../../../shared/page/trouble-notice.tsx';
import { TrunkDialog } from './trunk-dialog.tsx';
import { TrunkList } from './trunk-list.tsx';

type Wish = { readonly kind: 'add' } | { readonly kind: 'edit' | 'delete'; readonly trunk: Trunk };

interface TrunksSectionProps {
  /** Whether telephones are on. */
  readonly isOn: boolean;
  /** Announces what was done. */
  readonly onDone: (sentence: string) => void;
}

/** Trunks of the organisation, for admins. */
export function TrunksSection({ isOn, onDone }: TrunksSectionProps) {
  const query = useTrunks();
  const queries = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['sip-trunks'] });
    setWish(undefined);
    onDone(sentence);
  };
  return (
    <section aria-labelledby="trunks">
      <Group justify="space-between" mt="xl" mb="sm" align="flex-start">
        <div>
          <Title order={2} size="h4" id="trunks">
            {t('Trunks')}
          </Title>
          <Text className="quiet">
            {t(
              'Lines of a PBX or a provider: FreePBX, 3CX, FritzBox or a SIP trunk. Calls go out and come in over them.',
            )}
          </Text>
        </div>
        <Button variant="default" onClick={() => setWish({ kind: 'add' })}>
          {t('Add trunk')}
        </Button>
      </Group>
      {query.isError ? (
        <TroubleNotice
          title={t('Could not load the trunks')}
          advice={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <TrunkList
          trunks={query.data?.trunks}
          isOn={isOn}
          onEdit={(trunk) => setWish({ kind: 'edit', trunk })}
          onDelete={(trunk) => setWish({ kind: 'delete', trunk })}
        />
      )}
      {(wish?.kind === 'add' || wish?.kind === 'edit') && (
        <TrunkDialog
          trunk={'trunk' in wish ? wish.trunk : undefined}
          onCancel={() => setWish(undefined)}
          onDone={({ name }) => done(t('“{name}” was stored.', { name }))}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={t('Delete “{name}”?', { name: wish.trunk.name })}
          action={t('Delete')}
          send={() => removeTrunk(wish.trunk.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => done(t('“{name}” was deleted.', { name: wish.trunk.name }))}
          onGone={() => done(t('“{name}” was deleted already.', { name: wish.trunk.name }))}
        >
          {t('Calls can no longer go out or come in over it. Calls in progress continue.')}
        </Confirm>
      )}
    </section>
  );
}
