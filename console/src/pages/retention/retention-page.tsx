import { t } from '../../language/text.ts';
import { useRetention } from '../../server/retention.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { Erasures } from './erasures.tsx';
import { RetentionForm } from './retention-form.tsx';

/** For admins: for how long data is kept, and erasures of people. */
export function RetentionPage() {
  const { data, isError, error, refetch } = useRetention(false);
  const announcer = useAnnouncer();
  if (isError)
    return (
      <TroubleNotice
        title={t('Could not load the retention settings')}
        advice={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <PageSkeleton label={t('Loading the retention settings')} />;
  return (
    <>
      <PageHeading
        title={t('Retention and erasure')}
        help="operating"
        lead={t('How long data of calls is kept, and the erasure of people.')}
      />
      <Announcement {...announcer} />
      <RetentionForm retention={data} onSaved={announcer.say} />
      <Erasures />
    </>
  );
}
