import { type DragEvent, type ReactNode, useState } from 'react';
import styles from './drop-area.module.css';

interface DropAreaProps {
  readonly onFiles: (files: readonly File[]) => void;
  /** Contains a button that does the same without a mouse. */
  readonly children: ReactNode;
}

/** Accepts dragged files, and shows while they are above it that it will. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const over = (value: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(value);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same without a mouse
    <div
      className={styles.area}
      data-over={isOver}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
