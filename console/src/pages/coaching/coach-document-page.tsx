import { Badge, Paper, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useCoachDocument } from '../../server/coaching.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { documentStates } from './coach-documents-page.tsx';
import styles from './coaching.module.css';

const allDocuments = <Link href="/coach-documents">{t('All coach documents')}</Link>;

/** Page with the text of a coach document. */
export function CoachDocumentPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useCoachDocument(uuid);
  if (isError && data === undefined) {
    return (
      <>
        <PageHeading title={t('Coach document')} lead={allDocuments} />
        <TroubleNotice
          title={t('Could not load this document')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  }
  if (data === undefined) return <PageSkeleton label={t('Loading the document')} />;
  const { text, color } = documentStates[data.status];
  return (
    <>
      <PageHeading
        title={data.title}
        lead={allDocuments}
        aside={
          <Badge variant="light" color={color} c="var(--mantine-color-text)" tt="none">
            {text}
          </Badge>
        }
      />
      <Paper component="section" className="surface" p="md" aria-label={t('Text')} maw={860}>
        {data.text === null ? (
          <Text className="quiet" role="status">
            {data.status === 'failed'
              ? t('Reading the file failed. Add it again, or add its text.')
              : t('It is being read.')}
          </Text>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
          <section className={styles.prose} tabIndex={0} aria-label={t('The text of the document')}>
            {data.text}
          </section>
        )}
      </Paper>
    </>
  );
}
