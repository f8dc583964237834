import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Webhook } from '../../server/answers.ts';
import { deleteWebhook, useWebhooks } from '../../server/webhooks.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { ShownOnce } from '../../shared/page/shown-once.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { type MadeWebhook, NewWebhook } from './new-webhook.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { WebhookTable, type WebhookWish } from './webhook-table.tsx';

/** Page of webhooks, with tests, deliveries and redelivery. For managers and admins. */
export function WebhooksPage() {
  const query = useWebhooks();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [made, setMade] = useState<MadeWebhook>();
  const [watched, setWatched] = useState<Webhook>();
  const [wish, setWish] = useState<{ readonly kind: WebhookWish; readonly webhook: Webhook }>();
  const close = (): void => setWish(undefined);
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: ['webhooks'], exact: true });
  const done = async (webhook: Webhook, text: string): Promise<void> => {
    await refresh();
    close();
    if (made?.uuid === webhook.uuid) setMade(undefined);
    if (watched?.uuid === webhook.uuid) setWatched(undefined);
    announcer.sayHere(text);
  };
  const onWish = (kind: WebhookWish, webhook: Webhook): void => {
    if (kind !== 'watch') return setWish({ kind, webhook });
    setWatched(webhook);
    void refresh();
  };
  const deleted = wish?.kind === 'delete' ? wish.webhook : undefined;
  return (
    <>
      <PageHeading
        title={t('Webhooks')}
        help="webhooks"
        lead={t('Your URLs that receive a request when a call starts or ends.')}
      />
      <Announcement {...announcer} />
      {made !== undefined && (
        <ShownOnce
          secret={made.secret}
          uuid={made.uuid}
          title={t('The secret of “{name}”', { name: made.name })}
          what={t('secret')}
          advice={t('Use it to verify the signature of deliveries.')}
          onClose={() => {
            setMade(undefined);
            announcer.sayHere(t('The webhook “{name}” is ready.', { name: made.name }));
          }}
        />
      )}
      <NewWebhook
        onMade={(webhook) => {
          announcer.say('');
          setMade(webhook);
          void refresh();
        }}
      />
      <WebhookTable query={query} onWish={onWish} onTrouble={announcer.sayHere} />
      {watched !== undefined && (
        <DeliveryLog
          webhook={watched}
          onClose={() => {
            setWatched(undefined);
            announcer.sayHere(t('The deliveries are closed.'));
          }}
        />
      )}
      {wish?.kind === 'test' && <TestWebhook webhook={wish.webhook} onClose={close} />}
      {wish?.kind === 'edit' && (
        <EditWebhook
          webhook={wish.webhook}
          onCancel={close}
          onDone={async ({ name }) => {
            await refresh();
            close();
            announcer.say(t('The webhook “{name}” was saved.', { name }));
          }}
        />
      )}
      {deleted !== undefined && (
        <Confirm
          title={t('Delete “{name}”?', { name: deleted.name })}
          action={t('Delete')}
          send={() => deleteWebhook(deleted.uuid)}
          onCancel={close}
          onDone={() => done(deleted, t('The webhook “{name}” was deleted.', { name: deleted.name }))}
          onGone={() => done(deleted, t('The webhook “{name}” was deleted already.', { name: deleted.name }))}
        >
          {t(
            'No more events are sent to it, and its log is deleted. This cannot be undone. If you add it again, it gets another secret.',
          )}
        </Confirm>
      )}
    </>
  );
}
