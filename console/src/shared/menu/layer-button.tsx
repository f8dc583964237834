import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useRef } from 'react';
import { giveFocusBack } from '../focus/give-focus-back.ts';
import { lazyExtra } from '../navigation/lazy-extra.tsx';
import type { LayerProps } from './layer.tsx';

const Layer = lazyExtra<LayerProps>(() => import('./layer.tsx').then(({ Layer }) => Layer));

interface LayerButtonProps extends Omit<LayerProps, 'children' | 'onClosed'> {
  readonly text: ReactNode;
  readonly leftSection?: ReactNode;
  readonly rightSection?: ReactNode;
  /** Lighter type, for a choice rather than an action. */
  readonly isChoice?: boolean;
}

/** Button that shows a layer below itself. Only the button is in the initial scripts of a page. */
export function LayerButton({ text, leftSection, rightSection, isChoice = false, ...layer }: LayerButtonProps) {
  // The button that was pressed before the layer was loaded is another element.
  const target = useRef<HTMLButtonElement>(null);
  const button = (
    <Button
      ref={target}
      variant="default"
      leftSection={leftSection}
      rightSection={rightSection}
      {...(isChoice ? { fw: 400 } : {})}
      onClick={() => layer.onChange(!layer.isOpen)}
    >
      {text}
    </Button>
  );
  return (
    <Suspense fallback={button}>
      <Layer {...layer} onClosed={() => giveFocusBack(target.current)}>
        {button}
      </Layer>
    </Suspense>
  );
}
