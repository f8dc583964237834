import { Alert, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type ModelConnection, type ModelTest, testModelConnection } from '../../server/model-connections.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { LearnedFacts } from './learned-facts.tsx';

interface ConnectionTestProps {
  readonly connection: ModelConnection;
  /** Called after each test, because what was learned and the latest failure are stored with the connection. */
  readonly onTested: () => Promise<void>;
}

/** The test of a saved connection, what is known of its server, and the latest failure. */
export function ConnectionTest({ connection, onTested }: ConnectionTestProps) {
  const { isBusy, trouble, send } = useSending();
  const [result, setResult] = useState<ModelTest>();
  const test = async (): Promise<void> => {
    setResult(undefined);
    const answer = await send(() => testModelConnection(connection.uuid));
    if (!answer?.ok) return;
    setResult(answer.value);
    await onTested();
  };
  const { learned, last_error: error } = connection;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="model-test">
      <Title order={2} size="h4" id="model-test">
        {t('Test')}
      </Title>
      <Text className="quiet" size="sm" mt={4} mb="sm">
        {t('Sends the saved model what a call sends: instructions, a greeting, a question and a tool.')}
      </Text>
      <TroubleLine text={trouble} />
      {connection.trouble !== null && <TroubleLine text={connection.trouble} />}
      <Stack gap="sm" align="flex-start">
        <Button loading={isBusy} onClick={() => void test()}>
          {result === undefined ? t('Test') : t('Test again')}
        </Button>
        <div role="status" aria-label={t('Result of the test')} style={{ width: '100%' }}>
          {result !== undefined && <Result result={result} />}
        </div>
        {error !== null && (result === undefined || result.ok) && (
          <Alert
            color="yellow"
            variant="light"
            w="100%"
            icon={<IconAlertTriangle aria-hidden />}
            title={t('Latest failure')}
          >
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {error.text}
            </Text>
            <Text size="sm" mt={4}>
              <Moment iso={error.at} />
            </Text>
          </Alert>
        )}
        {learned !== null && <LearnedFacts learned={learned} />}
      </Stack>
    </Paper>
  );
}

const Result = ({ result }: { readonly result: ModelTest }) =>
  result.ok ? (
    <Stack gap="xs">
      <Text fw={600}>{t('The model answered in {latencyMs} ms.', { latencyMs: result.latency_ms })}</Text>
      <Group gap="xl">
        <Figure name={t('First token')} value={result.first_token_ms} unit="ms" />
        <Figure name={t('Tokens a second')} value={result.tokens_per_second} unit="" />
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        “{result.answer}”
      </Text>
      {result.notes.length > 0 && (
        <List size="sm">
          {result.notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  ) : (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('The test failed after {latencyMs} ms.', { latencyMs: result.latency_ms })}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {result.error}
      </Text>
    </Alert>
  );

interface FigureProps {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
}

const Figure = ({ name, value, unit }: FigureProps) => (
  <div>
    <Text size="sm" className="quiet">
      {name}
    </Text>
    <Text fw={600} className="figures">
      {value === null ? '–' : `${Math.round(value * 10) / 10} ${unit}`.trim()}
    </Text>
  </div>
);
