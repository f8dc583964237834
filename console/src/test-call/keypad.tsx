import { Button, SimpleGrid } from '@mantine/core';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];
const names: Readonly<Record<string, string>> = { '*': 'Star', '#': 'Pound' };

/** The keys of a telephone. */
export function Keypad({ onPress }: { readonly onPress: (digit: string) => void }) {
  return (
    <SimpleGrid cols={3} spacing={8} maw={260} mx="auto" role="group" aria-label="Keypad">
      {keys.map((key) => (
        <Button
          key={key}
          variant="default"
          size="md"
          fz={20}
          aria-label={names[key] ?? `Digit ${key}`}
          onClick={() => onPress(key)}
        >
          {key}
        </Button>
      ))}
    </SimpleGrid>
  );
}
