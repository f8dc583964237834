import { useEffect, useRef } from 'react';

/** Moves the keyboard focus between the buttons that start and end a call, which replace each other. */
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
