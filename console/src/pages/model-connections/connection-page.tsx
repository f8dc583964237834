import { Grid } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import {
  addModelConnection,
  changeModelConnection,
  type ModelConnection,
  useModelConnection,
  useModelConnections,
} from '../../server/model-connections.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionTest } from './connection-test.tsx';

const allModels = <Link href="/model-connections">{t('All language models')}</Link>;

export function NewConnectionPage() {
  const queries = useQueryClient();
  const { data, isPending } = useModelConnections();
  if (isPending) return <PageSkeleton label={t('Loading the language models')} />;
  return (
    <>
      <PageHeading title={t('Connect a language model')} lead={allModels} />
      <ConnectionForm
        isDefault={data?.connections.length === 0}
        action={t('Connect')}
        send={addModelConnection}
        onDone={async ({ uuid }) => {
          await queries.invalidateQueries({ queryKey: ['model-connections'] });
          navigate(`/model-connections/${uuid}`);
        }}
      />
    </>
  );
}

/** Page of one connection: its settings, and its test. */
export function ConnectionPage({ uuid }: { readonly uuid: string }) {
  const { data, isError, error, refetch } = useModelConnection(uuid);
  if (isError)
    return (
      <>
        <PageHeading title={t('Language model')} lead={allModels} />
        <TroubleNotice
          title={t('Could not load this language model')}
          advice={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  if (data === undefined) return <PageSkeleton label={t('Loading the language model')} />;
  return <OneConnection connection={data} refresh={async () => void (await refetch())} />;
}

interface OneConnectionProps {
  readonly connection: ModelConnection;
  readonly refresh: () => Promise<void>;
}

function OneConnection({ connection, refresh }: OneConnectionProps) {
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const { uuid } = connection;
  return (
    <>
      <PageHeading title={connection.name} lead={allModels} />
      <Announcement {...announcer} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <ConnectionForm
            connection={connection}
            action={t('Save')}
            send={(body) => changeModelConnection(uuid, body)}
            onDone={async (saved) => {
              putInCache(queries, ['model-connection', uuid], saved);
              await queries.invalidateQueries({ queryKey: ['model-connections'] });
              announcer.sayHere(t('Saved. New calls use the changes. Test it again.'));
            }}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <ConnectionTest
            connection={connection}
            onTested={async () => {
              await refresh();
              await queries.invalidateQueries({ queryKey: ['model-connections'] });
            }}
          />
        </Grid.Col>
      </Grid>
    </>
  );
}
