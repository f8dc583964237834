import { Button, Code, CopyButton, Group, Paper, Text, Title } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { publicAddress } from '../../server/public-address.ts';

const request = { value: `curl -H "Authorization: Bearer $PARLEY_KEY" ${publicAddress('/v1/calls?limit=10')}` };

/** First request with a key, for pasting into a terminal. */
export const ApiExample = () => (
  <Paper component="section" className="surface" p="md" mt="lg" aria-labelledby="example">
    <Group justify="space-between" mb="xs">
      <Title order={2} size="h4" id="example">
        {t('A first request')}
      </Title>
      <CopyButton {...request}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-sm" aria-label={t('Copy the request')} onClick={copy}>
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {request.value}
    </Code>
    <Text size="sm" className="quiet" mt="xs">
      {rich('Lists the latest calls. The key needs {scope}.', { scope: <code>voice:calls:read</code> })}
    </Text>
  </Paper>
);
