import { Alert, Grid, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import { addAgent, changeAgent, useAgent, useVoices } from '../../server/agents.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { draftOf, newDraft } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';
import styles from './agent-page.module.css';
import { AgentTest } from './agent-test.tsx';

const allAgents = <Link href="/agents">{t('All agents')}</Link>;

export function NewAgentPage() {
  const queries = useQueryClient();
  const voices = useVoices();
  if (voices.isError)
    return (
      <>
        <PageHeading title={t('New agent')} lead={allAgents} />
        <TroubleNotice
          title={t('Could not load the voices')}
          advice={voices.error.message}
          onRetry={() => void voices.refetch()}
        />
      </>
    );
  if (voices.data === undefined) return <Loader aria-label={t('Loading the voices')} />;
  return (
    <>
      <PageHeading title={t('New agent')} lead={allAgents} />
      <AgentForm
        from={newDraft(voices.data.speakers)}
        action={t('Create agent')}
        send={addAgent}
        onDone={({ uuid }) => {
          void queries.invalidateQueries({ queryKey: ['agents'] });
          void queries.invalidateQueries({ queryKey: ['first-steps'] });
          navigate(`/agents/${uuid}`);
        }}
      />
    </>
  );
}

/** Page of one agent. Managers and admins can edit it. */
export function AgentPage({ uuid }: { readonly uuid: string }) {
  const role = useMe().data?.role;
  const { data, isError, error, refetch } = useAgent(uuid);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  if (isError) {
    return (
      <>
        <PageHeading title={t('Agent')} lead={allAgents} />
        <TroubleNotice title={t('Could not load this agent')} advice={error.message} onRetry={() => void refetch()} />
      </>
    );
  }
  if (data === undefined || role === undefined) return <Loader aria-label={t('Loading the agent')} />;
  return (
    <>
      <PageHeading title={data.name} lead={allAgents} />
      <Announcement {...announcer} />
      {data.status_reason !== null && (
        <Alert mb="md" color="yellow" title={t('The voice {name} does not exist', { name: data.voice_config.speaker })}>
          {t('Another voice speaks instead. Choose a voice.')}
        </Alert>
      )}
      {data.model_trouble !== null && (
        <Alert mb="md" color="yellow" title={t('The language model failed in several turns of a call')}>
          {data.model_trouble.detail} <Link href={`/calls/${data.model_trouble.call_uuid}`}>{t('Show the call')}</Link>
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <AgentForm
            from={draftOf(data)}
            action={t('Save')}
            isReadOnly={role === 'member'}
            send={(body) => changeAgent(uuid, body)}
            onDone={async (agent) => {
              queries.setQueryData(['agent', uuid], agent);
              await queries.invalidateQueries({ queryKey: ['agents'] });
              announcer.sayHere(t('Saved. New calls use the changes.'));
            }}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: -1, lg: 1 }}>
          <div className={styles.beside}>
            <AgentTest agent={data} />
          </div>
        </Grid.Col>
      </Grid>
    </>
  );
}
