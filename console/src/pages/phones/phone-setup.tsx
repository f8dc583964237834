import { Alert, Code, Paper, Table, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { rich, t } from '../../language/text.ts';
import type { PhoneServer, PhoneWithPassword } from '../../server/phones.ts';
import { ShownOnce } from '../../shared/page/shown-once.tsx';

/** The data of a new phone, to be typed into it while the password is visible. */
export function NewPhoneData({
  phone,
  server,
  onClose,
}: {
  readonly phone: PhoneWithPassword;
  readonly server: PhoneServer | undefined;
  readonly onClose: () => void;
}) {
  return (
    <>
      <ShownOnce
        secret={phone.sip_password}
        uuid={`${phone.uuid}${phone.sip_password}`}
        title={t('Set up “{name}”', { name: phone.name })}
        what={t('password')}
        advice={t('Type it into the phone together with the user name and the domain below.')}
        onClose={onClose}
      />
      <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="phone-data">
        <Title order={2} size="h4" id="phone-data" mb="xs">
          {t('Account of the phone')}
        </Title>
        <Table variant="vertical" layout="auto">
          <Table.Tbody>
            {factsOf(phone, server).map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th>{name}</Table.Th>
                <Table.Td>
                  <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </>
  );
}

const factsOf = (phone: PhoneWithPassword, server: PhoneServer | undefined) =>
  [
    [t('User name'), phone.sip_username],
    [t('Domain'), server?.sip_domain ?? '–'],
    [t('Transport'), server?.transports.map((name) => name.toUpperCase()).join(', ') ?? '–'],
  ] as const;

/** Shown while telephones are off. */
export const PhonesOff = () => (
  <Alert color="yellow" variant="light" mb="md" icon={<IconInfoCircle aria-hidden />} title={t('Telephones are off')}>
    <Text>
      {rich('Start the server with {variable} so that phones in your network can register.', {
        variable: <Code>SIP_PORT=5060</Code>,
      })}
    </Text>
  </Alert>
);
