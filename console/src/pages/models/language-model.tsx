import { Badge, Group, Paper, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useLanguageModel } from '../../server/language-model.ts';
import { useHealth } from '../../server/queries.ts';
import { PageSkeleton } from '../../shared/page/skeletons.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';
import { LanguageModelForm } from './language-model-form.tsx';

/** Whether a language model answers callers. Superadmins connect one here. */
export function LanguageModel({ isSuperadmin }: { readonly isSuperadmin: boolean }) {
  const health = useHealth().data;
  const query = useLanguageModel(isSuperadmin);
  if (health === undefined) return null;
  const isConnected = query.data === undefined ? health.brain === 'openai' : query.data.source !== 'none';
  return (
    <Paper component="section" className="surface" p="md" mb="md" maw={860} aria-labelledby="language-model">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="language-model">
          {t('Language model')}
        </Title>
        <Badge variant="light" color={isConnected ? 'teal' : 'gray'} c="var(--mantine-color-text)" tt="none">
          {isConnected ? t('Connected') : t('Not connected')}
        </Badge>
      </Group>
      <Text mb="sm">
        {isConnected
          ? t(
              'A language model answers callers and questions about documents, and searches conversations for values. If it fails or is slow, the embedded engine answers.',
            )
          : t('Agents answer with the embedded engine: from their goals and documents, without a language model.')}
      </Text>
      {!isSuperadmin && !isConnected && <Text className="quiet">{t('A superadmin can connect one here.')}</Text>}
      {isSuperadmin && query.isError && (
        <TroubleNotice
          title={t('Could not load the language model')}
          advice={query.error.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {isSuperadmin && query.isPending && <PageSkeleton label={t('Loading the language model')} />}
      {query.data !== undefined && <LanguageModelForm setting={query.data} />}
    </Paper>
  );
}
