import { Alert, Badge, Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { rich, t } from '../../language/text.ts';
import type { Connection } from '../../server/answers.ts';
import { publicAddress } from '../../server/public-address.ts';
import { Moment } from '../../shared/page/moment.tsx';
import { ConfigurationFiles } from './configuration-files.tsx';
import { type ConnectionState, proofTexts, stateOf, stateTexts } from './telephony-words.ts';
import { TestConnection } from './test-connection.tsx';

interface ProviderCardProps {
  readonly connection: Connection;
  /** The key as entered on this page; undefined after the page was left. */
  readonly signingKey: string | undefined;
  readonly onConnect: () => void;
  readonly onDisconnect: () => void;
}

const badgeColors: Readonly<Record<ConnectionState, string>> = {
  connected: 'lake.9',
  unreadable: 'red.9',
  not_connected: 'gray.7',
};

/** One provider: its connection state, the available actions, and what to enter at the provider. */
export function ProviderCard({ connection, signingKey, onConnect, onDisconnect }: ProviderCardProps) {
  const { provider } = connection;
  const state = stateOf(connection);
  const id = `provider-${provider}`;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby={id}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id={id}>
            {connection.display_name}
          </Title>
          <Badge color={badgeColors[state]} variant="filled" tt="none">
            {stateTexts[state]}
          </Badge>
        </Group>
        <Condition connection={connection} state={state} />
        <Proof proof={connection.number_proof} />
        <Buttons connection={connection} state={state} onConnect={onConnect} onDisconnect={onDisconnect} />
        {state === 'connected' && <TestConnection provider={provider} name={connection.display_name} />}
        <Endpoint endpoint={connection.endpoint} baseUrl={connection.base_url} />
        <Addresses addresses={connection.addresses} />
        <ConfigurationFiles connection={connection} signingKey={signingKey} />
      </Stack>
    </Paper>
  );
}

function Condition({ connection, state }: { readonly connection: Connection; readonly state: ConnectionState }) {
  const { connected_at: connectedAt, phone_number: phoneNumber, auth_id: authId, detail } = connection;
  if (connectedAt !== null) {
    return (
      <Text style={{ overflowWrap: 'anywhere' }}>
        {rich('Connected since {moment} as {account}; calls come from {number}.', {
          moment: <Moment iso={connectedAt} />,
          account: <Code>{authId}</Code>,
          number: <Code>{phoneNumber}</Code>,
        })}
      </Text>
    );
  }
  if (detail !== null) {
    const title = state === 'unreadable' ? t('The stored credentials are unreadable') : t('Nothing can be stored');
    return (
      <Alert color="yellow" variant="light" title={title} icon={<IconAlertTriangle aria-hidden />}>
        {detail}
      </Alert>
    );
  }
  return <Text className="quiet">{notConnectedText}</Text>;
}

function Proof({ proof }: { readonly proof: Connection['number_proof'] }) {
  if (proof === null || proof === 'proven') return null;
  const color = proof === 'refused' ? 'yellow' : 'gray';
  return (
    <Alert color={color} variant="light" icon={<IconAlertTriangle aria-hidden />}>
      {proofTexts[proof]}
    </Alert>
  );
}

const notConnectedText = t('Connect it before the first call.');

const connectTexts: Readonly<Record<ConnectionState, string>> = {
  connected: t('Replace the credentials'),
  unreadable: t('Connect again'),
  not_connected: t('Connect'),
};

function Buttons({
  connection,
  state,
  onConnect,
  onDisconnect,
}: Omit<ProviderCardProps, 'signingKey'> & { readonly state: ConnectionState }) {
  const { display_name: name, credentials, detail } = connection;
  const canConnect = state !== 'not_connected' || detail === null;
  if (!canConnect && credentials === 'none') return null;
  return (
    <Group gap="sm">
      {canConnect && (
        <Button
          variant={state === 'connected' ? 'default' : 'filled'}
          onClick={onConnect}
          aria-label={`${connectTexts[state]}: ${name}`}
        >
          {connectTexts[state]}
        </Button>
      )}
      {credentials !== 'none' && (
        <Button variant="default" onClick={onDisconnect} aria-label={t('Disconnect {name}', { name })}>
          {t('Disconnect')}
        </Button>
      )}
    </Group>
  );
}

/** Where requests to the provider go, if the operator decides on it. */
function Endpoint({ endpoint, baseUrl }: Pick<Connection, 'endpoint'> & { readonly baseUrl: string | null }) {
  if (endpoint === null) return null;
  const variable = <Code>{endpoint.variable}</Code>;
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {endpoint.default_url === null
        ? rich('The operator has set with {variable} where Parley sends its requests.', { variable })
        : rich('Parley sends its requests to {url}. The operator sets another address with {variable}.', {
            url: <Code>{baseUrl ?? endpoint.default_url}</Code>,
            variable,
          })}
    </Text>
  );
}

function Addresses({ addresses }: Pick<Connection, 'addresses'>) {
  if (addresses.length === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm" mb={4}>
        {t('Paste these URLs at your provider')}
      </Text>
      <Stack gap={6} component="dl" m={0}>
        {addresses.map(({ use, path, url }) => (
          <div key={path}>
            <Text component="dt" size="sm" className="quiet">
              {use}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
              <Code>{url ?? publicAddress(path)}</Code>{' '}
              <CopyButton value={url ?? publicAddress(path)}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={t('Copy the address: {use}', { use })}
                    onClick={copy}
                  >
                    {copied ? t('Copied') : t('Copy')}
                  </Button>
                )}
              </CopyButton>
            </Text>
          </div>
        ))}
      </Stack>
    </div>
  );
}
