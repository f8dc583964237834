import { Alert, Code, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { rich, t } from '../../language/text.ts';
import type { PhoneServer, PhoneWithPassword } from '../../server/phones.ts';
import { useFlows } from '../../server/queries.ts';
import { ShownOnce } from '../../shared/page/shown-once.tsx';
import { canBeDialled } from './new-phone-dialog.tsx';
import { QrCode } from './qr-code.tsx';

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
  const dialled = useFlows().data?.flows.filter(canBeDialled) ?? [];
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
        <Group gap="xl" align="flex-start">
          <Stack gap="xs" flex="1 1 260px">
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
            {dialled.map(({ uuid, name, extension }) => (
              <Text key={uuid} size="sm">
                {rich('Dial {extension} to reach {name}.', { extension: <Code>{extension}</Code>, name })}
              </Text>
            ))}
          </Stack>
          <LinphoneCode phone={phone} isOn={server?.is_on === true} />
        </Group>
      </Paper>
    </>
  );
}

/** The code of a phone. The address in it is worthless where only this machine can open it. */
function LinphoneCode({ phone, isOn }: { readonly phone: PhoneWithPassword; readonly isOn: boolean }) {
  if (!isOn) return null;
  if (phone.qr === null)
    return (
      <Text className="quiet" flex="1 1 232px" maw={360}>
        {t(
          'For a QR code that Linphone scans, open the console by an address that the phone reaches too: set HOST or PUBLIC_BASE_URL.',
        )}
      </Text>
    );
  return (
    <Stack gap={6} w={232}>
      <QrCode text={phone.qr} label={t('QR code that sets up Linphone for “{name}”', { name: phone.name })} />
      <Text size="sm">{t('In Linphone, choose “Scan QR code”. The code is valid for ten minutes.')}</Text>
    </Stack>
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
