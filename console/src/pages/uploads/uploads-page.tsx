import { Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { AnalysedList } from '../../shared/calls/analysed-list.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { RecordingDrop } from './recording-drop.tsx';
import { UploadProgress } from './upload-progress.tsx';

/** Page that uploads recordings for analysis, and lists them. */
export function UploadsPage() {
  const address = useListAddress('/uploads');
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const id = address.get('upload');
  return (
    <>
      <PageHeading
        title={t('Uploads')}
        help="analysis"
        lead={t('Recordings of calls from elsewhere are transcribed and analysed here.')}
      />
      <Announcement {...announcer} />
      <RecordingDrop
        onSent={(upload) => {
          putInCache(queries, ['upload', upload.upload_id], upload);
          void queries.invalidateQueries({ queryKey: ['analysed-calls'] });
          address.show(`upload=${upload.upload_id}`);
        }}
      />
      {id !== '' && <UploadProgress key={id} id={id} onDismiss={() => address.show('')} />}
      <section aria-labelledby="uploaded">
        <Title order={2} size="h4" id="uploaded" mb="sm">
          {t('Uploaded calls')}
        </Title>
        <AnalysedList
          path="/uploads"
          id="uploads"
          what={t('uploads')}
          only={{ source: 'upload,api' }}
          onTrouble={announcer.sayHere}
          empty={
            <>
              <Text fw={600}>{t('No uploaded calls yet')}</Text>
              <Text className="quiet" mt={4}>
                {t('Choose recordings above. Each becomes a call with a transcript, fields, outcome and sentiment.')}
              </Text>
            </>
          }
        />
      </section>
    </>
  );
}
