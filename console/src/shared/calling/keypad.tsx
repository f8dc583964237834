import { Button, SimpleGrid } from '@mantine/core';
import { t } from '../../language/text.ts';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const names: Readonly<Record<string, string>> = { '*': t('Star'), '#': t('Pound') };

/** The keys of a telephone. */
export function Keypad({ onPress }: { readonly onPress: (digit: string) => void }) {
  return (
    <SimpleGrid cols={3} spacing={8} maw={260} mx="auto" role="group" aria-label={t('Keypad')}>
      {keys.map((key) => (
        <Button
          key={key}
          variant="default"
          size="md"
          fz={20}
          aria-label={names[key] ?? t('Digit {key}', { key })}
          onClick={() => onPress(key)}
        >
          {key}
        </Button>
      ))}
    </SimpleGrid>
  );
}
