import { Button, Paper, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { useNextScenario } from '../../server/coaching.ts';
import { navigate } from '../../shared/navigation/router.tsx';

/** The scenario that trains the signed-in user's weakest criterion. */
export function NextScenario() {
  const { data } = useNextScenario();
  if (data?.scenario_uuid == null) return null;
  const { scenario_uuid: uuid, scenario_name: name, objective, reason } = data;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="next">
      <Title order={2} size="h4" id="next" mb="xs">
        {rich('Practise next: {name}', { name })}
      </Title>
      <Text>{reason}</Text>
      {objective !== null && objective !== '' && (
        <Text size="sm" className="quiet" mt={4}>
          {objective}
        </Text>
      )}
      <Button mt="sm" variant="default" onClick={() => navigate(`/practice/${uuid}`)}>
        {t('Practise this scenario')}
      </Button>
    </Paper>
  );
}
