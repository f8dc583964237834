import { t } from '../../language/text.ts';
import { useAnalysisRouting, useModelRouting } from '../../server/voices.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { AnalysisForm } from './analysis-form.tsx';
import { LanguageModel } from './language-model.tsx';
import { RoutingForm } from './routing-form.tsx';
import { StageTrials } from './stage-trials.tsx';

/** Page of the models for conversation, recognition and analysis. Any member may read it; superadmins may change it. */
export function ModelsPage() {
  const isSuperadmin = useMe().data?.superadmin === true;
  const routing = useModelRouting();
  const analysis = useAnalysisRouting();
  const failed = [routing, analysis].find(({ isError }) => isError);
  return (
    <>
      <PageHeading
        title={t('Models')}
        help="voices"
        lead={
          isSuperadmin
            ? t('What answers callers, recognises speech and analyses conversations, for all organisations.')
            : t('What answers callers, recognises speech and analyses conversations. Superadmins change it.')
        }
      />
      <LanguageModel isSuperadmin={isSuperadmin} />
      {failed !== undefined && (
        <TroubleNotice
          title={t('Could not load the settings')}
          advice={failed.error?.message ?? ''}
          onRetry={() => void Promise.all([routing.refetch(), analysis.refetch()])}
        />
      )}
      {failed === undefined && (routing.data === undefined || analysis.data === undefined) && (
        <PageSkeleton label={t('Loading the settings')} />
      )}
      {routing.data !== undefined && <RoutingForm routing={routing.data} isReadOnly={!isSuperadmin} />}
      {isSuperadmin && <StageTrials />}
      {analysis.data !== undefined && <AnalysisForm routing={analysis.data} isReadOnly={!isSuperadmin} />}
    </>
  );
}
