import { Alert, List, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { type Erasure, useErasure } from '../../server/retention.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

/** Names of what an erasure removes, with their count. */
const removedText = (what: string, count: number): string => {
  switch (what) {
    case 'contacts':
      return t('{count, plural, one {1 contact} other {{count} contacts}}', { count });
    case 'calls':
      return t('{count, plural, one {1 call} other {{count} calls}}', { count });
    case 'uploads':
      return t('{count, plural, one {1 upload} other {{count} uploads}}', { count });
    case 'recordings':
      return t('{count, plural, one {1 recording} other {{count} recordings}}', { count });
    case 'transcripts':
      return t('{count, plural, one {1 transcript} other {{count} transcripts}}', { count });
    case 'events':
      return t('{count, plural, one {1 event} other {{count} events}}', { count });
    case 'scenarios':
      return t('{count, plural, one {1 scenario} other {{count} scenarios}}', { count });
    case 'runs':
      return t('{count, plural, one {1 practice run} other {{count} practice runs}}', { count });
    case 'webhook_bodies':
      return t('{count, plural, one {1 webhook body} other {{count} webhook bodies}}', { count });
    case 'jobs':
      return t('{count, plural, one {1 job} other {{count} jobs}}', { count });
    case 'import_rows':
      return t('{count, plural, one {1 rejected import row} other {{count} rejected import rows}}', { count });
    case 'audit_entries':
      return t('{count, plural, one {1 audit entry, hashed} other {{count} audit entries, hashed}}', { count });
    case 'texts':
      return t('{count, plural, one {1 text that had the number} other {{count} texts that had the number}}', {
        count,
      });
    default:
      return `${what}: ${count}`;
  }
};

const waitingText = ({ what, count }: Erasure['waiting'][number]): string => {
  switch (what) {
    case 'calls_in_progress':
      return t('{count, plural, one {1 call in progress} other {{count} calls in progress}}', { count });
    case 'calls_on_hold':
      return t('{count, plural, one {1 call on hold} other {{count} calls on hold}}', { count });
    case 'contact_imports':
      return t('{count, plural, one {1 contact import} other {{count} contact imports}}', { count });
    case 'jobs':
      return t('{count, plural, one {1 running job} other {{count} running jobs}}', { count });
    default:
      return t('the file store, which is away');
  }
};

/** What was erased, what is pending, and what remains. */
export function ErasureFacts({ erasure }: { readonly erasure: Erasure }) {
  const removed = Object.entries(erasure.removed);
  const { remains } = erasure;
  const documents = remains?.documents.reduce((sum, one) => sum + one.documents, 0) ?? 0;
  return (
    <>
      {erasure.status === 'pending' && (
        <Alert color="yellow" variant="light" mb="sm" title={t('Pending')}>
          {erasure.waiting.length === 0
            ? t('The server is erasing.')
            : t('The rest has been erased. Waiting for {what}.', { what: erasure.waiting.map(waitingText).join(', ') })}
        </Alert>
      )}
      {removed.length === 0 ? (
        <Text>{erasure.status === 'done' ? t('Nothing was stored about this number.') : t('Nothing yet.')}</Text>
      ) : (
        <List>
          {removed.map(([what, count]) => (
            <List.Item key={what}>{removedText(what, count)}</List.Item>
          ))}
        </List>
      )}
      {remains?.do_not_call === true && (
        <Text mt="sm">{t('The number stays on the do-not-call list, as a keyed hash.')}</Text>
      )}
      {documents > 0 && (
        <Text mt="sm">
          {t(
            '{documents, plural, one {One document mentions} other {{documents} documents mention}} the number. Documents are not changed.',
            { documents },
          )}
        </Text>
      )}
      {remains?.found_in_files === 0 && (
        <Text mt="sm">{t('A search of the database file and its log found the number 0 times.')}</Text>
      )}
      <Text className="quiet" size="xs" mt="sm" style={{ overflowWrap: 'anywhere' }}>
        {erasure.number_hash}
      </Text>
    </>
  );
}

/** The proof of an erasure, which follows its progress. */
export function Proof({ uuid }: { readonly uuid: string }) {
  const { data, error } = useErasure(uuid);
  return (
    <div aria-live="polite">
      <TroubleLine text={error?.message} />
      {data !== undefined && <ErasureFacts erasure={data} />}
    </div>
  );
}
