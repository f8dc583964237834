import { Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../language/text.ts';
import { addAgent, useVoices } from '../../server/agents.ts';
import { navigate } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { newDraft } from './agent-draft.ts';
import { AgentEditor } from './agent-editor.tsx';
import { allAgents } from './all-agents.tsx';
import { CreateBar } from './save-bar.tsx';
import { addressOf, sectionOf } from './sections.ts';

export function NewAgentPage({ section }: { readonly section?: string }) {
  const queries = useQueryClient();
  const voices = useVoices();
  const shown = sectionOf(section);
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
      <AgentEditor
        base="/agents/new"
        section={shown}
        from={newDraft(voices.data.speakers)}
        send={addAgent}
        onDone={({ uuid }) => {
          void queries.invalidateQueries({ queryKey: ['agents'] });
          navigate(addressOf(`/agents/${uuid}`, shown));
        }}
        bar={(form) => <CreateBar form={form} />}
      />
    </>
  );
}
