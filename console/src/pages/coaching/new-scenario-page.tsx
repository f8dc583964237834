import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Scenario, useScenario } from '../../server/coaching.ts';
import { Link, navigate, useSearch } from '../../shared/navigation/router.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { copyOf, emptyScenario, type ScenarioDraft } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';

const allScenarios = <Link href="/scenarios">{t('All scenarios')}</Link>;

/** Page for a new scenario, empty or copied from the one in the URL. */
export function NewScenarioPage() {
  const from = new URLSearchParams(useSearch()).get('from') ?? '';
  const { data, isError, error, refetch } = useScenario(from);
  return (
    <>
      <PageHeading title={t('New scenario')} lead={allScenarios} />
      {from === '' && <Form make={emptyScenario} />}
      {from !== '' && data !== undefined && <Form make={() => copyOf(data)} />}
      {from !== '' && data === undefined && isError && (
        <TroubleNotice title={t('Could not load the scenario')} advice={error.message} onRetry={() => void refetch()} />
      )}
      {from !== '' && data === undefined && !isError && <PageSkeleton label={t('Loading the scenario')} />}
    </>
  );
}

function Form({ make }: { readonly make: () => ScenarioDraft }) {
  const [draft] = useState(make);
  const queries = useQueryClient();
  return (
    <ScenarioForm
      from={draft}
      onDone={({ uuid }: Scenario) => {
        void queries.invalidateQueries({ queryKey: ['scenarios'] });
        navigate(`/scenarios/${uuid}`);
      }}
    />
  );
}
