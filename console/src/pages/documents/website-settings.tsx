import { Anchor, Button, Group, Paper } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Reading, Website } from '../../server/answers.ts';
import { changeWebsite, useWebsite } from '../../server/documents.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import styles from './reading-facts.module.css';
import { visitingIn, visitsText, WebsiteFields } from './website-fields.tsx';

const websiteType = 'application/x-mswinurl';

export const isWebsite = ({ mime_type }: Pick<Reading, 'mime_type'>): boolean => mime_type === websiteType;

/** How a website is read, and when next; its owner changes it. */
export function WebsiteSettings({ reading }: { readonly reading: Reading }) {
  const { data, error } = useWebsite(reading.uuid, reading.processed_at);
  const [isOpen, setIsOpen] = useState(false);
  if (data === undefined) return <TroubleLine text={error?.message} />;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-label={t('How it is visited')}>
      <Group justify="space-between" align="start" gap="md">
        <dl className={styles.facts}>
          <div>
            <dt className="quiet">{t('Start page')}</dt>
            <dd>
              <Anchor href={data.url} target="_blank" rel="noreferrer">
                {data.url}
              </Anchor>
            </dd>
          </div>
          <Fact name={t('Pages at most')} value={data.max_pages} />
          <Fact name={t('Links from the start')} value={data.max_depth} />
          <Fact name={t('Read again')} value={visitsText(data.refresh_hours)} />
          <div>
            <dt className="quiet">{t('Next visit')}</dt>
            <dd className="figures">{data.next_at === null ? t('None planned') : <Moment iso={data.next_at} />}</dd>
          </div>
        </dl>
        {reading.is_own && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t('Change the visits')}
          </Button>
        )}
      </Group>
      {isOpen && <SettingsDialog website={data} onClose={() => setIsOpen(false)} />}
    </Paper>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string | number }) => (
  <div>
    <dt className="quiet">{name}</dt>
    <dd className="figures">
      <strong>{value}</strong>
    </dd>
  </div>
);

function SettingsDialog({ website, onClose }: { readonly website: Website; readonly onClose: () => void }) {
  const { goBack, cancel } = useGoBack(onClose);
  const queries = useQueryClient();
  const { isBusy, trouble, onSubmit } = useSubmit(
    (field) => changeWebsite(website.document_uuid, visitingIn(field)),
    () =>
      queries.invalidateQueries({ queryKey: ['website'] }).then(() => {
        onClose();
        goBack();
      }),
  );
  return (
    <FormDialog
      title={t('Change the visits')}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <WebsiteFields visiting={website} />
    </FormDialog>
  );
}
