import { Checkbox, Stack } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useSegments } from '../../server/segments.ts';

interface SegmentChoiceProps {
  readonly value: string[];
  readonly onChange: (uuids: string[]) => void;
}

/** Choice of the segments that a report covers. Renders nothing if no segments exist. */
export function SegmentChoice({ value, onChange }: SegmentChoiceProps) {
  const segments = useSegments().data?.segments ?? [];
  if (segments.length === 0) return null;
  return (
    <Checkbox.Group
      label={t('Segments')}
      description={t('Without a segment, the report covers every call.')}
      value={value}
      onChange={onChange}
    >
      <Stack gap="xs" mt="xs">
        {segments.map(({ uuid, name }) => (
          <Checkbox key={uuid} value={uuid} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
