import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Queue, removeQueue, useAllQueues } from '../../server/queues.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { OwnAvailability } from './own-availability.tsx';
import { PeopleTable } from './people-table.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { QueueTable, type QueueWish } from './queue-table.tsx';

type Wish = { readonly kind: 'add' } | { readonly kind: QueueWish; readonly queue: Queue };

/** Page of who receives transferred calls: the user, and the queues of teammates. */
export function QueuesPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const query = useAllQueues();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<Wish>();
  const done = async (sentence: string, isGone: boolean): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['queues'] });
    await queries.invalidateQueries({ queryKey: ['queue-state'] });
    setWish(undefined);
    if (isGone) announcer.sayHere(sentence);
    else announcer.say(sentence);
  };
  return (
    <>
      <PageHeading
        title={t('Queues')}
        lead={t('People who take transferred calls.')}
        aside={mayWrite && <Button onClick={() => setWish({ kind: 'add' })}>{t('Create queue')}</Button>}
      />
      <Announcement {...announcer} />
      <OwnAvailability />
      <QueueTable
        query={query}
        empty={<NoQueues mayWrite={mayWrite} />}
        onWish={mayWrite ? (kind, queue) => setWish({ kind, queue }) : undefined}
        onTrouble={announcer.sayHere}
      />
      {role === 'admin' && <PeopleTable onDone={announcer.say} />}
      {(wish?.kind === 'add' || wish?.kind === 'edit') && (
        <QueueDialog
          queue={'queue' in wish ? wish.queue : undefined}
          onCancel={() => setWish(undefined)}
          onDone={(name) => done(t('“{name}” was stored.', { name }), false)}
        />
      )}
      {wish?.kind === 'delete' && (
        <Confirm
          title={t('Delete “{name}”?', { name: wish.queue.name })}
          action={t('Delete')}
          send={() => removeQueue(wish.queue.uuid)}
          onCancel={() => setWish(undefined)}
          onDone={() => done(t('“{name}” was deleted.', { name: wish.queue.name }), true)}
          onGone={() => done(t('“{name}” was deleted already.', { name: wish.queue.name }), true)}
        >
          {t('Calls that are handed to it by name find nobody then. This cannot be undone.')}
        </Confirm>
      )}
    </>
  );
}

const NoQueues = ({ mayWrite }: { readonly mayWrite: boolean }) => (
  <>
    <Text fw={600}>{t('No queues yet')}</Text>
    <Text className="quiet" mt={4}>
      {mayWrite
        ? t('Create one so that agents can transfer calls to the people in it.')
        : t('Ask a manager or an admin to create one.')}
    </Text>
  </>
);
