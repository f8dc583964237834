import { Text } from '@mantine/core';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export interface Announcer {
  readonly text: string;
  readonly place: RefObject<HTMLParagraphElement | null>;
  /** Announces a completed action to screen readers. */
  say(text: string): void;
  /** Announces the action and moves the focus here, when the element that had the focus no longer exists. */
  sayHere(text: string): void;
}

/** `said` is announced when the page is shown. */
export function useAnnouncer(said = ''): Announcer {
  const [text, setText] = useState(said);
  const place = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said before the page was shown is announced once
  useEffect(() => {
    if (said !== '') place.current?.focus({ preventScroll: true });
  }, []);
  const sayHere = useCallback((said: string) => {
    setText(said);
    place.current?.focus();
  }, []);
  return { text, place, say: setText, sayHere };
}

/** The result of the last action, visible and announced to screen readers. */
export const Announcement = ({ text, place }: Announcer) => (
  <Text ref={place} role="status" tabIndex={-1} fw={600} mb={text === '' ? 0 : 'sm'} style={{ outline: 'none' }}>
    {text}
  </Text>
);
