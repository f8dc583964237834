import { Input } from '@mantine/core';
import { useState } from 'react';
import { DateRange } from './date-range.tsx';
import type { DayRange, NamedRange } from './day-ranges.ts';

interface DayRangeFieldProps {
  readonly label: string;
  /** Of the form's fields for the first and the last day. */
  readonly names: readonly [first: string, last: string];
  readonly initial: DayRange;
  readonly ranges: readonly NamedRange[];
  readonly error?: string | undefined;
}

/** The first and the last day in a form, each of which may stay open. */
export function DayRangeField({ label, names: [first, last], initial, ranges, error }: DayRangeFieldProps) {
  const [value, setValue] = useState(initial);
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div>
        <DateRange label={label} ranges={ranges} value={value} onChange={setValue} />
      </div>
      <input type="hidden" name={first} value={value.from} />
      <input type="hidden" name={last} value={value.to} />
    </Input.Wrapper>
  );
}
