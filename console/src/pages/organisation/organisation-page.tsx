import { Button, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type OwnOrganisation, setZone, useOrganisation } from '../../server/organisation.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { UnsavedChanges } from '../../shared/form/unsaved.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { ZoneInput } from '../../shared/zone/zone-input.tsx';

/** Settings of the organisation. Admins change them. */
export function OrganisationPage() {
  const { data, isError, error, refetch } = useOrganisation();
  const isAdmin = useMe().data?.role === 'admin';
  const announcer = useAnnouncer();
  if (isError)
    return (
      <TroubleNotice
        title={t('Could not load the organisation')}
        advice={error.message}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <PageSkeleton label={t('Loading the organisation')} />;
  return (
    <>
      <PageHeading title={t('Organisation')} lead={data.name} />
      <Announcement {...announcer} />
      <Paper component="section" className="surface" p="md" aria-labelledby="zone">
        <Title order={2} size="h4" id="zone" mb="xs">
          {t('Time zone')}
        </Title>
        <Text className="quiet" mb="md">
          {t('Days begin at its midnight: on the dashboard, in lists and filters, and in reports.')}
        </Text>
        {isAdmin ? (
          <ZoneForm key={data.timezone} organisation={data} onSaved={announcer.say} />
        ) : (
          <Text>{t('{zone}. Only admins change it.', { zone: data.timezone ?? data.server_timezone })}</Text>
        )}
      </Paper>
    </>
  );
}

interface ZoneFormProps {
  readonly organisation: OwnOrganisation;
  readonly onSaved: (sentence: string) => void;
}

function ZoneForm({ organisation, onSaved }: ZoneFormProps) {
  const queries = useQueryClient();
  const current = organisation.timezone ?? organisation.server_timezone;
  const [zone, setWanted] = useState(current);
  const submit = useSubmit(
    () => setZone({ timezone: zone.trim() }),
    async ({ timezone }) => {
      await queries.invalidateQueries();
      onSaved(t('Days begin at midnight in {zone} now.', { zone: timezone ?? '' }));
    },
    ['timezone'],
  );
  return (
    <form onSubmit={submit.onSubmit}>
      <UnsavedChanges isDirty={zone !== current} />
      <TroubleLine text={submit.trouble} />
      <ZoneInput
        name="timezone"
        label={t('Time zone')}
        description={t('Type a city, such as Kolkata or New_York.')}
        value={zone}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        error={submit.faults.timezone}
        maw={420}
        mb="md"
        required
      />
      <Button type="submit" loading={submit.isBusy} disabled={zone === current}>
        {t('Save')}
      </Button>
    </form>
  );
}
