import { Alert, Button, Group, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { publishDraft, useAgent } from '../../server/agents.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import type { Answer } from '../../server/ask.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { lazyPage } from '../../shared/navigation/lazy-page.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { draftOf } from './agent-draft.ts';
import { AgentEditor } from './agent-editor.tsx';
import styles from './agent-page.module.css';
import { AgentTest } from './agent-test.tsx';
import { allAgents } from './all-agents.tsx';
import { AnswersLine } from './answers-line.tsx';
import { useCopyActions } from './copy-actions.ts';
import { agentFields } from './field-names.ts';
import { actions, SaveBar } from './save-bar.tsx';
import { sectionOf } from './sections.ts';
import { useSaveAgent } from './use-save-agent.ts';

const AgentTests = lazyPage(() => import('./agent-tests.tsx').then(({ AgentTests }) => AgentTests));
const Versions = lazyPage(() => import('../../shared/versions/versions.tsx').then(({ Versions }) => Versions));
const AgentSplit = lazyPage(() => import('./agent-split.tsx').then(({ AgentSplit }) => AgentSplit));
const AgentWebsite = lazyPage(() => import('./agent-website.tsx').then(({ AgentWebsite }) => AgentWebsite));

/** Page of one agent. Managers and admins can edit it. */
export function AgentPage({ uuid, section }: { readonly uuid: string; readonly section?: string }) {
  const role = useMe().data?.role;
  const { data, isError, error, refetch } = useAgent(uuid);
  const [shown, setShown] = useState(0);
  const [said, setSaid] = useState('');
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
    <EditedAgent
      key={shown}
      agent={data}
      section={section}
      said={said}
      isReadOnly={role === 'member'}
      onReplaced={async (text) => {
        await refetch();
        setSaid(text);
        setShown((before) => before + 1);
      }}
    />
  );
}

interface EditedAgentProps {
  readonly agent: Agent;
  readonly section: string | undefined;
  /** What was done before the form was made. */
  readonly said: string;
  readonly isReadOnly: boolean;
  /** Called when the form has to show another definition than the one that was edited. */
  readonly onReplaced: (said: string) => Promise<void>;
}

/** An agent or its draft: its sections, and its tests beside them. */
function EditedAgent({ agent, section, said, isReadOnly, onReplaced }: EditedAgentProps) {
  const queries = useQueryClient();
  const { uuid, draft_version: draft } = agent;
  const { send: save, dialog } = useSaveAgent(agent);
  const announcer = useAnnouncer(said);
  const copyActions = useCopyActions(announcer.sayHere);
  const wasDraft = useRef(false);
  const [note, setNote] = useState('');
  const [isTestShown, showTest] = useState(false);
  const renewLists = (): Promise<unknown> => queries.invalidateQueries({ queryKey: ['agents'] });
  const replace = async (text: string): Promise<void> => {
    await onReplaced(text);
    await renewLists();
  };
  const send = async (body: AgentBody, action: string): Promise<Answer<Agent>> => {
    const isPublished = action === actions.publish;
    wasDraft.current = draft !== null || !isPublished;
    const saved = await save({ ...body, version_note: note }, wasDraft.current);
    const made = saved.ok ? saved.value.draft_version : null;
    return made !== null && isPublished && wasDraft.current ? publishDraft(uuid, made, note) : saved;
  };
  const onDone = async (saved: Agent): Promise<void> => {
    setNote('');
    const isPublished = saved.draft_version === null;
    // The draft of somebody else: the form showed the published version.
    if (!isPublished && !wasDraft.current) return replace(t('Published. New calls use the changes.'));
    // The next save is based on what this one returned, which the form shows.
    putInCache(queries, ['agent', uuid], saved);
    await renewLists();
    announcer.sayHere(
      isPublished
        ? t('Published. New calls use the changes.')
        : t('Saved as a draft. Calls do not use it until you publish it.'),
    );
  };
  return (
    <>
      <PageHeading
        title={agent.name}
        lead={
          <>
            {allAgents}
            <AnswersLine agent={agent} />
          </>
        }
        aside={
          <Aside isTestShown={isTestShown} showTest={showTest}>
            {!isReadOnly && <RowActions name={agent.name} more={copyActions(uuid)} />}
          </Aside>
        }
      />
      <Warnings agent={agent} />
      {dialog}
      <AgentEditor
        base={`/agents/${uuid}`}
        section={sectionOf(section)}
        from={draftOf(agent)}
        isReadOnly={isReadOnly}
        send={send}
        onDone={onDone}
        bar={(form) => (
          <SaveBar
            form={form}
            agent={agent}
            note={note}
            onNote={setNote}
            announcer={announcer}
            onDiscarded={() => replace(t('The draft is discarded.'))}
          />
        )}
        others={{
          tests: <AgentTests agent={agent} isReadOnly={isReadOnly} />,
          split: (
            <AgentSplit
              agent={agent}
              isReadOnly={isReadOnly}
              onPromoted={(version) =>
                replace(t('Version {number} is published for everybody.', { number: `${version}` }))
              }
            />
          ),
          website: <AgentWebsite agent={agent} isReadOnly={isReadOnly} />,
          versions: (
            <Versions
              of={{ kind: 'agents', uuid }}
              current={agent.version}
              names={agentFields}
              isReadOnly={isReadOnly}
              onRestored={() => replace(t('Restored. New calls use this version.'))}
            />
          ),
        }}
        beside={(form) => (
          <div id="agent-test" className={styles.test} data-open={isTestShown || undefined}>
            <AgentTest agent={agent} form={form} />
          </div>
        )}
      />
    </>
  );
}

interface AsideProps {
  readonly isTestShown: boolean;
  readonly showTest: (isShown: boolean) => void;
  readonly children: ReactNode;
}

/** Actions beside the heading. On narrow screens the tests are shown by a button. */
const Aside = ({ isTestShown, showTest, children }: AsideProps) => (
  <Group gap="sm">
    <Button
      hiddenFrom="lg"
      variant="default"
      aria-expanded={isTestShown}
      aria-controls="agent-test"
      onClick={() => showTest(!isTestShown)}
    >
      {isTestShown ? t('Hide the test') : t('Test this agent')}
    </Button>
    {children}
  </Group>
);

/** What keeps the agent from speaking and answering as it is set. */
const Warnings = ({
  agent: { status_reason: reason, voice_config: voice, model_trouble: trouble, language_measures: measures },
}: {
  agent: Agent;
}) => (
  <>
    {reason !== null && (
      <Alert mb="md" color="yellow" title={t('The voice {name} does not exist', { name: voice.speaker })}>
        {t('Another voice speaks instead. Choose a voice.')}
      </Alert>
    )}
    {measures.map(
      ({ language_code: code, warning }) =>
        warning !== null && (
          <Alert key={code} mb="md" color="yellow" title={t('Recognition in the language {code}', { code })}>
            {warning}
          </Alert>
        ),
    )}
    {trouble !== null && (
      <Alert mb="md" color="yellow" title={t('The language model failed in several turns of a call')}>
        {trouble.detail} <Link href={`/calls/${trouble.call_uuid}`}>{t('Show the call')}</Link>
      </Alert>
    )}
  </>
);
