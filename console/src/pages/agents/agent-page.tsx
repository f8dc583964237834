import { Alert, Grid, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { addAgent, useAgent, useVoices } from '../../server/agents.ts';
import type { Agent } from '../../server/answers.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { draftOf, newDraft } from './agent-draft.ts';
import { AgentForm } from './agent-form.tsx';
import styles from './agent-page.module.css';
import { AgentTest } from './agent-test.tsx';
import { AgentVersions } from './agent-versions.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { useSaveAgent } from './save-agent.tsx';

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
  const announcer = useAnnouncer();
  const [shown, setShown] = useState(0);
  const renew = async (): Promise<void> => {
    await refetch();
    setShown((before) => before + 1);
  };
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
      <EditedAgent key={shown} agent={data} isReadOnly={role === 'member'} say={announcer.sayHere} onReplaced={renew} />
    </>
  );
}

interface EditedAgentProps {
  readonly agent: Agent;
  readonly isReadOnly: boolean;
  readonly say: (text: string) => void;
  /** Called when the form has to show another definition than the one that was edited. */
  readonly onReplaced: () => Promise<void>;
}

/** The form of an agent, or of its draft, with its test and its versions. */
function EditedAgent({ agent, isReadOnly, say, onReplaced }: EditedAgentProps) {
  const queries = useQueryClient();
  const { uuid, draft_version: draft } = agent;
  const { send, dialog } = useSaveAgent(agent);
  const wasDraft = useRef(false);
  const renewLists = (): Promise<unknown> =>
    Promise.all(['agents', 'agent-versions'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  /** The next save is based on what this one returned, which the form shows. */
  const keep = async (saved: Agent, said: string): Promise<void> => {
    queries.setQueryData(['agent', uuid], saved);
    await renewLists();
    say(said);
  };
  const replace = async (said: string): Promise<void> => {
    await onReplaced();
    await renewLists();
    say(said);
  };
  const onSaved = (saved: Agent): Promise<void> => {
    if (saved.draft_version === null) return keep(saved, t('Saved. New calls use the changes.'));
    // The draft of somebody else: the form showed the published version.
    if (!wasDraft.current) return replace(t('Saved. New calls use the changes.'));
    return keep(saved, t('Saved as a draft. Calls do not use it until you publish it.'));
  };
  return (
    <>
      {dialog}
      {draft !== null && (
        <DraftNotice
          uuid={uuid}
          draft={draft}
          isReadOnly={isReadOnly}
          onPublished={(saved) => keep(saved, t('Published. New calls use the changes.'))}
          onDiscarded={() => replace(t('The draft is discarded.'))}
        />
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <AgentForm
            from={draftOf(agent)}
            action={draft === null ? t('Save') : t('Save draft')}
            isReadOnly={isReadOnly}
            hasDraftButton={draft === null}
            send={(body, isDraft) => {
              wasDraft.current = isDraft || draft !== null;
              return send(body, wasDraft.current);
            }}
            onDone={onSaved}
          />
          <AgentVersions
            agent={agent}
            isReadOnly={isReadOnly}
            onRestored={() => replace(t('Restored. New calls use this version.'))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: -1, lg: 1 }}>
          <div className={styles.beside}>
            <AgentTest agent={agent} />
          </div>
        </Grid.Col>
      </Grid>
    </>
  );
}
