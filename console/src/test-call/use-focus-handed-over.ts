import { useEffect, useRef } from 'react';

/** The buttons that begin and end a call take each other's place; the keyboard's focus goes along. */
export function useFocusHandedOver(underway: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const was = useRef(underway);
  useEffect(() => {
    if (was.current === underway) return;
    was.current = underway;
    button.current?.focus();
  }, [underway]);
  return button;
}
