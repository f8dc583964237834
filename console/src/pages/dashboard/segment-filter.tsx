import { Button, Checkbox, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { useSegments } from '../../server/segments.ts';
import { LayerButton } from '../../shared/menu/layer-button.tsx';

interface SegmentFilterProps {
  readonly value: readonly string[];
  readonly onChange: (uuids: readonly string[]) => void;
}

/** Filter by segments. Renders nothing if no segments exist. */
export function SegmentFilter({ value, onChange }: SegmentFilterProps) {
  const segments = useSegments().data?.segments ?? [];
  const [isOpen, setOpen] = useState(false);
  if (segments.length === 0 && value.length === 0) return null;
  const names = segments.filter(({ uuid }) => value.includes(uuid)).map(({ name }) => name);
  const text =
    value.length === 0
      ? t('All segments')
      : (names.length === 1 && names[0]) || t('{count} segments', { count: value.length });
  return (
    <LayerButton
      text={
        <>
          <span className="unseen">{t('Segments:')} </span>
          {text}
        </>
      }
      rightSection={<IconChevronDown size={16} aria-hidden />}
      name={t('Segments')}
      width={260}
      isOpen={isOpen}
      onChange={setOpen}
      content={
        <>
          <Checkbox.Group
            label={t('Segments')}
            description={t('Calls in one of these. Without a choice, all calls.')}
            value={[...value]}
            onChange={onChange}
          >
            <Stack gap="xs" mt="sm">
              {segments.map(({ uuid, name }) => (
                <Checkbox key={uuid} value={uuid} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
          {value.length > 0 && (
            <Button mt="sm" variant="subtle" size="compact-sm" onClick={() => onChange([])}>
              {t('All segments')}
            </Button>
          )}
        </>
      }
    />
  );
}
