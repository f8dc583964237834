import { Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { t } from '../../../language/text.ts';
import type { Trunk } from '../../../server/sip-trunks.ts';
import { RowActions } from '../../../shared/menu/row-actions.tsx';

interface TrunkListProps {
  /** Undefined while they load. */
  readonly trunks: readonly Trunk[] | undefined;
  /** Whether telephones are on: otherwise nothing registers. */
  readonly isOn: boolean;
  readonly onEdit: (trunk: Trunk) => void;
  readonly onDelete: (trunk: Trunk) => void;
}

/** Trunks with the live state of their registrations. */
export function TrunkList({ trunks, isOn, onEdit, onDelete }: TrunkListProps) {
  if (trunks === undefined) return <Skeleton height={72} aria-label={t('Loading the trunks')} />;
  if (trunks.length === 0) return <Text className="quiet">{t('No trunks yet')}</Text>;
  return (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {trunks.map((trunk) => (
        <Paper key={trunk.uuid} component="li" className="surface" p="md">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Group gap="sm">
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {trunk.name}
                </Text>
                {isOn && <State trunk={trunk} />}
              </Group>
              <Text size="sm" className="quiet figures" style={{ overflowWrap: 'anywhere' }}>
                {trunk.from_number} · {trunk.username === null ? '' : `${trunk.username}@`}
                {trunk.registrar} · {trunk.transport.toUpperCase()}
              </Text>
              {trunk.status.last_error !== null && (
                <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
                  {trunk.status.last_error}
                </Text>
              )}
            </div>
            <RowActions
              name={trunk.name}
              more={[
                { text: t('Edit'), onChoose: () => onEdit(trunk) },
                { text: t('Delete'), onChoose: () => onDelete(trunk) },
              ]}
            />
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function State({ trunk: { register, status } }: { readonly trunk: Trunk }) {
  if (!register) return <Badge variant="default">{t('Known by its address')}</Badge>;
  if (status.is_registered)
    return (
      <Badge variant="light" color="green">
        {t('Registered')}
      </Badge>
    );
  return status.last_error === null ? (
    <Badge variant="default">{t('Registering')}</Badge>
  ) : (
    <Badge variant="light" color="red">
      {t('Not registered')}
    </Badge>
  );
}
